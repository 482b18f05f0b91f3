import { atom, type WritableAtom } from 'nanostores'
import { registry } from './registry.ts'

/** The signed-in user, as far as widgets need to know. */
export type SharedUser = {
  id: string
  name: string
  /** Address at which the suggestions board opens for the user; null for an account that may not use it. */
  feedbackUrl: string | null
}

export type SharedStores = {
  /** The signed-in user; null while no user is signed in. */
  $user: WritableAtom<SharedUser | null>
  /** Theme of all widgets; null follows the page. */
  $theme: WritableAtom<'light' | 'dark' | null>
  /** BCP 47 language tag for dates and amounts; null follows the page's `lang`. */
  $locale: WritableAtom<string | null>
}

/**
 * Stores shared by all widgets of the page, as nanostores in the page's registry. The first bundle creates a store and
 * every other bundle, of any version, uses it; a later version adds stores that an earlier one did not know. Each
 * bundle has its own copy of nanostores, so only `get`, `set`, `listen` and `subscribe` are used.
 */
registry.stores ??= {}
const stores = registry.stores as Partial<SharedStores>
stores.$user ??= atom<SharedUser | null>(null)
stores.$locale ??= atom<string | null>(null)
stores.$theme ??= createTheme()

export const { $user, $theme, $locale } = stores as SharedStores

/**
 * Creates the theme store. Its style sheet on the page also applies to widgets added later; an element's own `theme`
 * has priority.
 */
function createTheme(): SharedStores['$theme'] {
  const $made: SharedStores['$theme'] = atom(null)
  const names =
    'mille-ad,mille-announcement,mille-chat,mille-feedback,mille-login,mille-marketplace'
  let sheet: CSSStyleSheet | null = null
  $made.listen(theme => {
    const others = document.adoptedStyleSheets.filter(it => it !== sheet)
    sheet = theme ? new CSSStyleSheet() : null
    sheet?.replaceSync(`:is(${names}):not([theme]){color-scheme:${theme}}`)
    document.adoptedStyleSheets = sheet ? [...others, sheet] : others
  })
  return $made
}
