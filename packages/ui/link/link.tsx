import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type ReactNode,
  useContext
} from 'react'

/** What every link of the interface is given; `href` is always there. */
export type LinkProps = ComponentProps<'a'> & { href: string }

const LinkContext = createContext<ComponentType<LinkProps> | 'a'>('a')

/** Lets the application navigate without a reload: give it a component that takes `href` as `<a>` does. */
export function LinkProvider({
  component,
  children
}: {
  component: ComponentType<LinkProps>
  children: ReactNode
}) {
  return <LinkContext value={component}>{children}</LinkContext>
}

/** A link; outside of a LinkProvider a plain `<a>`. */
export function Link(props: LinkProps) {
  const Component = useContext(LinkContext)
  return <Component {...props} />
}
