import { partnerViewOf, searchOfPartnerView } from '@mille/stores/affiliates/partner-report.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useNavigate } from 'react-router'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/partner-report-page.ts'
import { PartnerControls } from './partner-controls.tsx'
import { PartnerFigures } from './partner-figures.tsx'
import { partnerReportMessages as messages } from './report-messages.ts'

async function load(args: LoadArgs) {
  const { api, readAccount } = args.context.get(pageContext)
  answerOf(await readAccount(), args)
  const nowMs = Date.now()
  const view = partnerViewOf(new URL(args.request.url).searchParams, nowMs)
  const report = await api.affiliates.readReport({ from: view.from, to: view.to })
  return { view, nowMs, report: answerOf(report, args) }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

/** Clicks, sign-ups and earnings of the account as a partner. */
export default function PartnerReportPage({ loaderData }: Route.ComponentProps) {
  const { view, report, nowMs } = loaderData
  const navigate = useNavigate()
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={messages.description}
        actions={<Button href="/crypto-affiliate-program/">{messages.link}</Button>}
      />
      <PartnerControls
        view={view}
        onChange={change =>
          void navigate(
            { search: `?${searchOfPartnerView({ ...view, ...change })}` },
            { preventScrollReset: true }
          )
        }
      />
      <PartnerFigures key={`${view.from} ${view.to}`} {...{ view, report, nowMs }} />
    </div>
  )
}
