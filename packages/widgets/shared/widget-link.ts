import type { AnchorHTMLAttributes, ComponentType } from 'react'

/** How a component draws its links: plainly, or so that an application changes its page without loading another. */
export type WidgetLink =
  | 'a'
  | ComponentType<AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }>
