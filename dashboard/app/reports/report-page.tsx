import type { Api } from '@mille/api/client.ts'
import type { ReportFilterName } from '@mille/api/reports/constants.ts'
import {
  breakdownInput,
  callReport,
  changeView,
  type Excludable,
  excludableOf,
  periodBefore,
  type ReportView,
  searchOfView,
  timeInput,
  toggleFilter,
  viewOfSearch
} from '@mille/stores/reports/report-view.ts'
import { firstProblem } from '@mille/stores/shared/problems.ts'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { useReaderColumns } from '../page/money/money.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/report-page.ts'
import { reportMessages as messages } from './messages.ts'
import { ReportControls } from './report-controls.tsx'
import { ReportFigures } from './report-figures.tsx'
import { ReportFilters } from './report-filters.tsx'
import { RefusedTable, ReportTable } from './report-table.tsx'
import { assetsOf, wholeOrNull } from './report-words.ts'
import { ShareButton } from './share-button.tsx'
import { SideLinks } from './side-links.tsx'

async function load(args: LoadArgs) {
  const { api, readAccount } = args.context.get(pageContext)
  const { searchParams } = new URL(args.request.url)
  const nowMs = Date.now()
  const [account, side] = await Promise.all([
    readAccount(),
    searchParams.has('side') ? ('advertiser' as const) : usualSide(api)
  ])
  const { time_zone: timeZone } = answerOf(account, args).data.attributes
  const view = viewOfSearch(searchParams, nowMs, { side, timeZone })
  const [line, table, before] = await Promise.all([
    callReport(api, view, timeInput(view)),
    callReport(api, view, breakdownInput(view)),
    view.isCompared ? callReport(api, view, { ...timeInput(view), ...periodBefore(view) }) : null
  ])
  // The rest of the page is shown even if there is too much to add up in its rows.
  const refusal = !table.ok && table.code === 'report_too_large' ? firstProblem(table).detail : null
  const found = refusal === null ? answerOf(table, args) : null
  const excludable = excludableOf(view, found?.data.attributes.rows.map(it => it.key) ?? [])
  return {
    ...{ view, nowMs, refusal },
    line: answerOf(line, args).data.attributes,
    table: found,
    exclusions: excludable && { ...excludable, exclusions: await readExclusions(excludable, args) },
    before: before && wholeOrNull(answerOf(before, args).data.attributes)
  }
}

async function readExclusions({ target, campaignId, keys }: Excludable, args: LoadArgs) {
  if (campaignId === null || keys.length === 0) return []
  const { api } = args.context.get(pageContext)
  const read = { id: campaignId, target_type: target, target_ids: keys }
  return answerOf(await api.trafficSources.readExclusions(read), args).data
}

/** Returns the default side of the report: accounts that have only ad units start with their earnings. */
async function usualSide(api: Api): Promise<ReportView['side']> {
  const [campaigns, units] = await Promise.all([
    api.campaigns.listCampaigns({ 'page[limit]': 1 }),
    api.adUnits.listAdUnits({ 'page[limit]': 1 })
  ])
  const isEmpty = campaigns.ok && campaigns.value.data.length === 0
  return isEmpty && units.ok && units.value.data.length > 0 ? 'publisher' : 'advertiser'
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function ReportPage({ loaderData }: Route.ComponentProps) {
  const { view, line, table, refusal, before, exclusions, nowMs } = loaderData
  const navigate = useNavigate()
  const go = (next: ReportView) =>
    void navigate({ search: `?${searchOfView(next)}` }, { preventScrollReset: true })
  const change = (part: Partial<ReportView>) => go(changeView(view, part, nowMs))
  const toggle = (name: ReportFilterName, key: string) => go(toggleFilter(view, name, key, nowMs))
  const choices = useFocusOnFilters(line.filters.length)
  const columns = useReaderColumns(assetsOf(line.total, before?.total ?? null))
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={messages.description}
        actions={<ShareButton view={view} />}
      />
      <SideLinks view={view} nowMs={nowMs} />
      <div ref={choices} className={layout.stack}>
        <ReportControls view={view} columns={columns} onChange={change} />
        <ReportFilters
          filters={line.filters}
          onRemove={filter => toggle(filter.group_by, filter.key)}
          onRemoveAll={() => change({ filters: {} })}
        />
      </div>
      <ReportFigures {...{ view, line, before, nowMs, columns }} />
      {table ? (
        <ReportTable
          {...{ view, exclusions }}
          report={table}
          shown={columns}
          onChange={change}
          onToggle={toggle}
        />
      ) : (
        <RefusedTable view={view} refusal={refusal ?? ''} onChange={change} />
      )}
    </div>
  )
}

/**
 * Moves the focus to the last filter, or to the last control without filters, when a pressed button disappears with its
 * row or filter. The page does not scroll, because the pressed row may be far below.
 */
function useFocusOnFilters(count: number) {
  const choices = useRef<HTMLDivElement>(null)
  const before = useRef(count)
  useEffect(() => {
    if (before.current === count) return
    before.current = count
    if (document.activeElement !== document.body) return
    const controls = choices.current?.querySelectorAll<HTMLElement>('li > button, input') ?? []
    ;[...controls].at(-1)?.focus({ preventScroll: true })
  }, [count])
  return choices
}
