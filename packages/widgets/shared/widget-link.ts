import type { AnchorHTMLAttributes, ComponentType } from 'react'

/**
 * How a component draws its links: as plain links, or with an application's component that navigates without a reload.
 */
export type WidgetLink =
  | 'a'
  | ComponentType<AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }>
