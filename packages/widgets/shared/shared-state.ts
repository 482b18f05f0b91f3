import { registry } from './registry.ts'

/** Who is signed in, as far as a widget needs to know. */
export type SharedUser = {
  id: string
  name: string
  /** Where the suggestions board opens for them; null for who may not. */
  feedbackUrl: string | null
}

export type SharedState = {
  user: SharedUser | null
  /** Null follows the page. */
  theme: 'light' | 'dark' | null
  /** A BCP 47 tag for dates and amounts; null follows the page's `lang`. */
  locale: string | null
}

type Shared = { values: SharedState; listeners: Set<() => void>; sheet: CSSStyleSheet | null }

/** What all widgets of the page have in common, whichever bundle they came in. Settings stay with each of them. */
export function readShared(): SharedState {
  return shared().values
}

/** The values are replaced, never changed: who has read them can compare. */
export function changeShared(changes: Partial<SharedState>): void {
  const state = shared()
  state.values = { ...state.values, ...changes }
  if (changes.theme !== undefined) applyTheme(state)
  for (const listener of state.listeners) listener()
}

/** Returns what stops the listening. */
export function listenShared(listener: () => void): () => void {
  const { listeners } = shared()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function shared(): Shared {
  registry.state ??= {
    values: { user: null, theme: null, locale: null },
    listeners: new Set(),
    sheet: null
  } satisfies Shared
  return registry.state as Shared
}

const elements = ['ad', 'announcement', 'chat', 'feedback', 'login', 'marketplace']

/** One sheet on the page reaches those that come later too; an element's own `theme` goes before it. */
function applyTheme(state: Shared): void {
  const { theme } = state.values
  const others = document.adoptedStyleSheets.filter(it => it !== state.sheet)
  state.sheet = theme ? new CSSStyleSheet() : null
  const names = elements.map(it => `mille-${it}`).join()
  state.sheet?.replaceSync(`:is(${names}):not([theme]){color-scheme:${theme}}`)
  document.adoptedStyleSheets = state.sheet ? [...others, state.sheet] : others
}
