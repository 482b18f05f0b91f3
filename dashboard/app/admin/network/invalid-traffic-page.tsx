import type { SuspectUnit, SuspectVisitor } from '@mille/api/invalid-traffic/endpoints.ts'
import { earningsPage } from '@mille/stores/admin/earnings.ts'
import { createInvalidTrafficStores } from '@mille/stores/admin/invalid-traffic.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useStores } from '../../page/app-context.tsx'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { RejectedTable } from '../../statistics/reasons-table.tsx'
import { forStaff } from '../for-staff.ts'
import type { Route } from './+types/invalid-traffic-page.ts'
import { EarningButtons, useEarningDecisions } from './earning-decisions.tsx'
import { EarningsCard } from './earnings-card.tsx'
import { ExclusionButton } from './exclusion-button.tsx'
import { unitColumns, unitName, visitorColumns, visitorName } from './invalid-traffic-columns.tsx'
import { invalidTrafficMessages as messages } from './invalid-traffic-messages.ts'

const hoursShown = [24, 168, 720]

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const asked = Number(new URL(args.request.url).searchParams.get('hours'))
  const hours = hoursShown.includes(asked) ? asked : 24
  const [report, earnings] = await Promise.all([
    api.invalidTraffic.readInvalidTraffic({ hours }),
    api.earnings.reviewEarnings(earningsPage)
  ])
  return { report: answerOf(report, args).data.attributes, earnings: answerOf(earnings, args) }
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function TrafficPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createInvalidTrafficStores, loaderData.report)
  const report = useStore(stores.$report)
  const problem = useStore(stores.$problem)
  const shownHours = Math.round((Date.parse(report.until) - Date.parse(report.from)) / 3_600_000)
  const rejected = Object.values(report.reasons).reduce((sum, it) => sum + it, 0)
  const switchOf = useExclusions(stores)
  const decisions = useEarningDecisions(loaderData.earnings, stores.markDecided)

  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={messages.description(formatMoment(report.from))}
      />
      <PeriodNav shownHours={shownHours} />
      <ProblemNotice problem={problem} />
      <Card
        title={messages.reasons}
        description={messages.reasonsText(rejected, report.viewable)}
        isFlush
      >
        <RejectedTable rejected={report.reasons} />
      </Card>
      <Card title={messages.units} description={messages.unitsText} isFlush>
        <Table
          caption={messages.units}
          isCaptionHidden
          columns={unitColumns(
            it =>
              it.name !== null && (
                <span className={layout.buttons}>
                  <EarningButtons
                    id={it.id}
                    name={unitName(it)}
                    hold={it.hold}
                    isMaturing={it.is_maturing}
                    decisions={decisions}
                  />
                  {switchOf(stores.setUnitExcluded, it, unitName(it))}
                </span>
              )
          )}
          rows={report.units}
          rowKey={it => it.id}
          empty={nothing}
        />
      </Card>
      <EarningsCard decisions={decisions} />
      <Card title={messages.visitors} description={messages.visitorsText} isFlush>
        <Table
          caption={messages.visitors}
          isCaptionHidden
          columns={visitorColumns(it => switchOf(stores.setVisitorExcluded, it, visitorName(it)))}
          rows={report.visitors}
          rowKey={it => it.id}
          empty={nothing}
        />
      </Card>
    </div>
  )
}

const nothing = (
  <EmptyState icon="success" title={messages.none}>
    {messages.noneText}
  </EmptyState>
)

function PeriodNav({ shownHours }: { shownHours: number }) {
  return (
    <nav aria-label={messages.period} className={layout.row}>
      {hoursShown.map(hours => (
        <Button
          key={hours}
          size="small"
          variant={hours === shownHours ? 'secondary' : 'quiet'}
          aria-current={hours === shownHours ? 'page' : undefined}
          href={`/admin/traffic?hours=${hours}`}
        >
          {messages.hours[hours]}
        </Button>
      ))}
    </nav>
  )
}

type Stores = ReturnType<typeof createInvalidTrafficStores>
type SetExcluded = Stores['setUnitExcluded']

/** Returns the button that excludes a unit or a visitor, or includes it again, and offers to undo the change. */
function useExclusions({ $pending }: Stores) {
  const pending = useStore($pending)
  const toast = useToast()

  async function exclude(set: SetExcluded, id: string, name: string, isExcluded: boolean) {
    if (!(await set(id, isExcluded))) return
    toast.show({
      title: isExcluded ? messages.isExcluded(name) : messages.isIncluded(name),
      action: {
        label: messages.undo,
        onSelect: () => void set(id, !isExcluded)
      }
    })
  }

  return (set: SetExcluded, it: SuspectUnit | SuspectVisitor, name: string) => (
    <ExclusionButton
      name={name}
      isExcluded={it.excluded_at !== null}
      isPending={pending.has(it.id)}
      onPress={isExcluded => void exclude(set, it.id, name, isExcluded)}
    />
  )
}
