/** What a widget says in the console begins with its name. */
type Message = `mille-${string}`

type Registry = {
  /** What was already said, so that ten ads of one unit say it once. */
  [message: Message]: true
  /** The nanostores that the widgets of the page have in common: see shared-stores.ts. */
  stores?: unknown
  /** The loader's place: a second one finds it taken. */
  isLoading?: boolean
}

const key = Symbol.for('mille')
const page = globalThis as { [key]?: Registry }
page[key] ??= {}

/** The one thing that this product leaves on a page's global object; several bundles and copies of one share it. */
export const registry: Registry = page[key]

/** Says something to the page's developer, once a page. */
export function warnOnce(message: Message): void {
  if (!registry[message]) console.warn(message)
  registry[message] = true
}
