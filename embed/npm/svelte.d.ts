/** `@mille/embed/svelte`: TypeScript types of the elements, for components checked by svelte-check. */
import type { HTMLAttributes } from 'svelte/elements'
import type {
  ElementAttributes,
  EventHandlers,
  MilleElementName,
  MilleElements
} from './attributes.ts'

type Elements = {
  [Name in MilleElementName]: ElementAttributes[Name] &
    EventHandlers<Name, 'on' | 'on:'> &
    Omit<HTMLAttributes<MilleElements[Name]>, keyof ElementAttributes[Name]>
}

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends Elements {}
}
