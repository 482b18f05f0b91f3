/**
 * Replaces the element modules in server components (condition `react-server`). It warns developers who import an
 * element there, because the widget would never appear. The condition is not set when a client component is rendered on
 * a server.
 */
// biome-ignore lint/suspicious/noConsole: it is for the developer of the page.
console.warn(
  '@mille/embed was imported in a server component, where it does nothing: import it in a client component, or use the components of @mille/embed/react.'
)

export { $locale, $theme, $user } from '@mille/widgets/shared/shared-stores.ts'
export { mount } from './mount.ts'
export { onMilleEvent } from './on-mille-event.ts'
