import type { LinkProps } from '@mille/ui/link/link.tsx'
import { Link } from 'react-router'

/** What the server answers with files, other documents and lists; no page of ours has such an address. */
const notPages = /^\/(api|media|embed|serve|log|storybook|dev|healthz)(?=[/?#]|$)/

/** Inside of the application a link changes the page without a reload; anything else is the browser's. */
export function PageLink({ href, ...attributes }: LinkProps) {
  const { target, download } = attributes
  const isPath = href.startsWith('/') && !href.startsWith('//') && !notPages.test(href)
  const isOwnPage = isPath && target === undefined && download === undefined
  return isOwnPage ? <Link {...attributes} to={href} /> : <a {...attributes} href={href} />
}
