import { atom, type WritableAtom } from 'nanostores'
import { registry } from './registry.ts'

/** Who is signed in, as far as a widget needs to know. */
export type SharedUser = {
  id: string
  name: string
  /** Where the suggestions board opens for them; null for an account that may not use it. */
  feedbackUrl: string | null
}

export type SharedStores = {
  /** Null while no one is signed in. */
  $user: WritableAtom<SharedUser | null>
  /** Null follows the page. */
  $theme: WritableAtom<'light' | 'dark' | null>
  /** A BCP 47 tag for dates and amounts; null follows the page's `lang`. */
  $locale: WritableAtom<string | null>
}

/**
 * What all widgets of the page have in common, as nanostores in the page's registry. The bundle that comes first makes
 * a store and every other bundle, of whatever version, takes that one; a later version adds the stores that an earlier
 * one did not know. Each bundle has its own copy of nanostores, so they rely on `get`, `set`, `listen` and `subscribe`.
 */
registry.stores ??= {}
const stores = registry.stores as Partial<SharedStores>
stores.$user ??= atom<SharedUser | null>(null)
stores.$locale ??= atom<string | null>(null)
stores.$theme ??= createTheme()

export const { $user, $theme, $locale } = stores as SharedStores

/** One sheet on the page reaches the widgets that come later too; an element's own `theme` goes before it. */
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
