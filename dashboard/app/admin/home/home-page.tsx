import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { redirect } from 'react-router'
import { ReservesCard } from '../../books/reserves-card.tsx'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { startFor } from '../admin-places.ts'
import { forStaff, ownRoles } from '../for-staff.ts'
import type { Home } from '../queue-places.ts'
import type { Route } from './+types/home-page.ts'
import { Figures } from './figures.tsx'
import { homeMessages as messages } from './home-messages.ts'
import { NeedsCard } from './needs-card.tsx'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const home = await api.admin.readHome()
  const start = home.ok || home.status !== 403 ? null : startFor(await ownRoles(args))
  // Operators whose roles do not include the network's figures are redirected to their own start page.
  if (start !== null) throw redirect(start)
  return answerOf(home, args).data.attributes
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

/** The operator's home page: what needs a decision, and how the network performs. */
export default function HomePage({ loaderData: home }: Route.ComponentProps) {
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={messages.description(formatMoment(home.at))}
      />
      <NeedsCard home={home} />
      {isEmpty(home) ? (
        <Card>
          <EmptyState icon="chart" title={messages.empty}>
            {messages.emptyText}
          </EmptyState>
        </Card>
      ) : (
        <Figures home={home} />
      )}
      <div className={`${layout.columns} ${layout.even}`}>
        <ReservesCard reserves={home.reserves} />
        <HealthCard checks={home.checks} />
      </div>
    </div>
  )
}

function HealthCard({ checks }: Pick<Home, 'checks'>) {
  const fine = checks.filter(it => it.state === 'ok').length
  return (
    <Card title={messages.health} actions={<Link href="/admin/health">{messages.allHealth}</Link>}>
      <p>{messages.healthy(fine, checks.length)}</p>
    </Card>
  )
}

/** Returns whether the network has had no business yet. The operator's own account does not count. */
function isEmpty({ money, requests, active_campaigns, active_ad_units }: Home): boolean {
  const sums = money.flatMap(({ asset: _, ...parts }) => Object.values(parts))
  const isNothing = sums.every(it => it.last_30_days === '0' && it.previous_30_days === '0')
  const asked = requests.last_30_days.requests + requests.previous_30_days.requests
  return isNothing && asked + active_campaigns + active_ad_units === 0
}
