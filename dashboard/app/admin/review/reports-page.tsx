import { createReportedStores } from '@mille/stores/admin/reported-creatives.ts'
import { useStores } from '../../page/app-context.tsx'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { forStaff } from '../for-staff.ts'
import type { Route } from './+types/reports-page.ts'
import { ReportedCard } from './reported-card.tsx'
import { reportsMessages as messages } from './reports-messages.ts'
import { WaitingPage } from './waiting-page.tsx'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  return answerOf(await api.adReports.listReportedCreatives(), args)
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createReportedStores, loaderData)
  return (
    <WaitingPage messages={messages} stores={stores} keyOf={item => item.creative.id}>
      {item => <ReportedCard item={item} stores={stores} />}
    </WaitingPage>
  )
}
