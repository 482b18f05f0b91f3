/**
 * What a server component gets in place of a module of elements, under the condition `react-server`: a developer who
 * imports one there would wait for a widget that never comes. Where a client component is drawn on a server, that
 * condition is not set.
 */
// biome-ignore lint/suspicious/noConsole: it is for the developer of the page.
console.warn(
  '@mille/embed was imported in a server component, where it does nothing: import it in a client component, or use the components of @mille/embed/react.'
)

export { $locale, $theme, $user } from '@mille/widgets/shared/shared-stores.ts'
export { mount } from './mount.ts'
export { onMilleEvent } from './on-mille-event.ts'
