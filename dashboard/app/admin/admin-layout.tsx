import { Outlet } from 'react-router'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { useOwnRoles } from '../page/use-own-roles.ts'
import type { Route } from './+types/admin-layout.ts'
import styles from './admin-layout.module.css'
import { AdminNav } from './admin-nav.tsx'

/** The page itself checks access. If the queues cannot be read, only the counts in the navigation are missing. */
async function load(args: LoadArgs) {
  const answer = await args.context.get(pageContext).api.admin.readQueues()
  return answer.ok ? answer.value.data.attributes.queues : []
}

export const loader = load
export const clientLoader = load
/** The queues are read again on every navigation, because a decision on one page changes the counts on the next. */
export const shouldRevalidate = () => true

/** The frame of all operator pages, with their navigation on the side. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <div className={styles.layout}>
      <AdminNav queues={loaderData} roles={useOwnRoles()} />
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  )
}
