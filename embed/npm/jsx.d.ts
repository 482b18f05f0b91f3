/**
 * `@mille/embed/jsx`: the elements in JSX of React 18 and 19, for TypeScript alone. React 19 hears their events by
 * handlers such as `onmille-ad:filled`; the components of `@mille/embed/react` do in both.
 */
import type { ClassAttributes, HTMLAttributes } from 'react'
import type {
  ElementAttributes,
  EventHandlers,
  MilleElementName,
  MilleElements
} from './attributes.ts'

type Own<Name extends MilleElementName> = ElementAttributes[Name] &
  EventHandlers<Name, 'on'> & { class?: string | undefined }

type Elements = {
  [Name in MilleElementName]: ClassAttributes<MilleElements[Name]> &
    Own<Name> &
    Omit<HTMLAttributes<HTMLElement>, keyof Own<Name> | 'children' | 'dangerouslySetInnerHTML'>
}

declare module 'react' {
  // biome-ignore lint/style/noNamespace: React has its elements in one.
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}
