import type { LinkProps } from '@mille/ui/link/link.tsx'
import { Link } from 'react-router'

/** Paths of files, other documents and lists. No page of the dashboard has such an address. */
const notPages = /^\/(api|media|embed|serve|log|storybook|docs|dev|healthz)(?=[/?#]|$)/

/** A link that changes the page without a reload within the application. All other links are left to the browser. */
export function PageLink({ href, ...attributes }: LinkProps) {
  const { target, download } = attributes
  const isPath =
    href.startsWith('?') || (href.startsWith('/') && !href.startsWith('//') && !notPages.test(href))
  const isOwnPage = isPath && target === undefined && download === undefined
  return isOwnPage ? <Link {...attributes} to={href} /> : <a {...attributes} href={href} />
}
