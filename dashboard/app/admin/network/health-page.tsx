import type { HealthReport } from '@mille/api/admin/endpoints.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useRevalidator } from 'react-router'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { forStaff } from '../for-staff.ts'
import type { Route } from './+types/health-page.ts'
import { LedgerCard } from './ledger-card.tsx'
import { networkMessages as messages } from './network-messages.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const [health, ledger] = await Promise.all([api.admin.readHealth(), api.admin.readLedgerCheck()])
  return {
    ...answerOf(health, args).data.attributes,
    ledger: answerOf(ledger, args).data.attributes
  }
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.health)

type Check = HealthReport['data']['attributes']['checks'][number]

const tones = { ok: 'positive', warning: 'warning', alarm: 'negative' } as const

export default function HealthPage({ loaderData }: Route.ComponentProps) {
  const revalidator = useRevalidator()
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.health}
        description={`${messages.healthText} ${formatMoment(loaderData.at)}`}
        actions={
          <Button
            isLoading={revalidator.state === 'loading'}
            onClick={() => void revalidator.revalidate()}
          >
            {messages.refresh}
          </Button>
        }
      />
      <Card isFlush>
        <Table
          caption={messages.health}
          isCaptionHidden
          columns={[
            {
              id: 'part',
              header: messages.part,
              render: (check: Check) => <span className={layout.whole}>{check.name}</span>
            },
            {
              id: 'state',
              header: messages.state,
              render: ({ state }: Check) => (
                <Badge tone={tones[state]}>{messages.states[state]}</Badge>
              )
            },
            { id: 'found', header: messages.found, render: (check: Check) => check.text }
          ]}
          rows={loaderData.checks}
          rowKey={check => check.name}
        />
      </Card>
      <LedgerCard loaded={loaderData.ledger} />
    </div>
  )
}
