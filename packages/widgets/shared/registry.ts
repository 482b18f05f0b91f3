/** A widget's console message begins with the widget's name. */
type Message = `mille-${string}`

type Registry = {
  /** Messages already logged, so that ten ads of one unit log a message once. */
  [message: Message]: true
  /** Nanostores shared by the widgets of the page: see shared-stores.ts. */
  stores?: unknown
  /** Whether a loader is already running on the page, so that a second one does nothing. */
  isLoading?: boolean
}

const key = Symbol.for('mille')
const page = globalThis as { [key]?: Registry }
page[key] ??= {}

/** The only property that this product adds to a page's global object. All bundles and their copies share it. */
export const registry: Registry = page[key]

/** Logs a warning for the page's developer, once per page. */
export function warnOnce(message: Message): void {
  if (!registry[message]) console.warn(message)
  registry[message] = true
}
