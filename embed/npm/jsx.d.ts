/**
 * `@mille/embed/jsx`: TypeScript types of the elements in JSX, for React 18 and 19. Handlers such as
 * `onmille-ad:filled` work only in React 19; the components of `@mille/embed/react` handle events in both versions.
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
