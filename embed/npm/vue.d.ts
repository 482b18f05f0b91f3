/** `@mille/embed/vue`: TypeScript types of the elements, for templates checked by vue-tsc. */
import type { HTMLAttributes, PublicProps } from 'vue'
import type {
  ElementAttributes,
  EventHandlers,
  MilleElementName,
  MilleElements
} from './attributes.ts'

/** vue-tsc reads the attribute `sticky-side` in a template as `stickySide`, as for Vue components. */
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
