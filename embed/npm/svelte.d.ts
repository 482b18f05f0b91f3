/** `@mille/embed/svelte`: the elements in components that svelte-check checks, for TypeScript alone. */
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
