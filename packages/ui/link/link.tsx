import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type ReactNode,
  useContext
} from 'react'

/** Props of every link of the interface; `href` is required. */
export type LinkProps = ComponentProps<'a'> & { href: string }

const LinkContext = createContext<ComponentType<LinkProps> | 'a'>('a')

/** Makes links navigate without a reload: pass a component that takes `href` as `<a>` does. */
export function LinkProvider({
  component,
  children
}: {
  component: ComponentType<LinkProps>
  children: ReactNode
}) {
  return <LinkContext value={component}>{children}</LinkContext>
}

/** A link; outside a LinkProvider, a plain `<a>`. */
export function Link(props: LinkProps) {
  const Component = useContext(LinkContext)
  return <Component {...props} />
}
