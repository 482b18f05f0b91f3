/** `@mille/embed/vue`: the elements in templates that vue-tsc checks, for TypeScript alone. */
import type { HTMLAttributes, PublicProps } from 'vue'
import type {
  ElementAttributes,
  EventHandlers,
  MilleElementName,
  MilleElements
} from './attributes.ts'

/** To vue-tsc `sticky-side` in a template is `stickySide`, as for a component of Vue. */
type Camel<Name> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name
type Attributes<Name extends MilleElementName> = {
  [Attribute in keyof ElementAttributes[Name] as Camel<Attribute>]: ElementAttributes[Name][Attribute]
}
type Elements = {
  [Name in MilleElementName]: new () => MilleElements[Name] & {
    $props: PublicProps &
      Attributes<Name> &
      EventHandlers<Name, 'on', 'Capital'> &
      Omit<HTMLAttributes, keyof Attributes<Name>>
  }
}

declare module 'vue' {
  interface GlobalComponents extends Elements {}
}
