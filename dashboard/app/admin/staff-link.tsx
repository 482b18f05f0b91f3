import { Link } from '@mille/ui/link/link.tsx'
import type { ReactNode } from 'react'
import { useOwnRoles } from '../page/use-own-roles.ts'
import { opensAddress } from './admin-places.ts'

/** Links to an operator page. Operators whose roles do not include that page see the text without a link. */
export function StaffLink({ href, children }: { href: string; children: ReactNode }) {
  return opensAddress(useOwnRoles(), href) ? <Link href={href}>{children}</Link> : children
}
