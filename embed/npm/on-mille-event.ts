import type { AllMilleEvents } from './attributes.ts'

/**
 * Listens to an event of a widget, such as `mille-ad:filled`, for templates whose attribute names cannot contain a
 * colon. Returns a function that stops listening, so that it works as a Svelte attachment, a React 19 ref callback or
 * an effect.
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
