import type { LinkProps } from '@mille/ui/link/link.tsx'
import { Link } from 'react-router'

/** Inside of the application a link changes the page without a reload; anything else is a plain one. */
export function PageLink({ href, ...attributes }: LinkProps) {
  const isOwnPage =
    href.startsWith('/') && !href.startsWith('//') && attributes.target === undefined
  return isOwnPage ? <Link {...attributes} to={href} /> : <a {...attributes} href={href} />
}
