import { Outlet } from 'react-router'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { useOwnRoles } from '../page/use-own-roles.ts'
import type { Route } from './+types/admin-layout.ts'
import styles from './admin-layout.module.css'
import { AdminNav } from './admin-nav.tsx'

/** The page itself says who may see it: without the queues there are no counts, and nothing else is missing. */
async function load(args: LoadArgs) {
  const answer = await args.context.get(pageContext).api.admin.readQueues()
  return answer.ok ? answer.value.data.attributes.queues : []
}

export const loader = load
export const clientLoader = load
/** What was decided on one page is no longer counted on the next. */
export const shouldRevalidate = () => true

/** The navigation of the operator's pages beside each of them. */
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
