import type { AllMilleEvents } from './attributes.ts'

/**
 * Listens to an event of a widget, such as `mille-ad:filled`, where a template cannot have a colon in the name of an
 * attribute. Returns what stops it, as an attachment of Svelte, a reference callback of React 19 and an effect do.
 */
export function onMilleEvent<Name extends keyof AllMilleEvents>(
  element: EventTarget,
  name: Name,
  listener: (event: AllMilleEvents[Name]) => void
): () => void {
  const notify = listener as (event: Event) => void
  element.addEventListener(name, notify)
  return () => element.removeEventListener(name, notify)
}
