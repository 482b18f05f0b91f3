import { dayMs } from '@mille/api/durations.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import { networkReportInput, reportInput } from '@mille/api/reports/schema.ts'
import * as schema from '@mille/api/statistics/schema.ts'
import type { z } from 'zod'
import type { Database } from '../db/connect.ts'
import { readRequestCounts } from '../delivery/index.ts'
import { type Failure, failure, reply } from '../http/answers/reply.ts'
import type { Call, Serve } from '../http/serve.ts'
import { feeBasisRoutes } from './fee-basis.ts'
import { readFirstSteps } from './first-steps.ts'
import { floorForecastRoutes } from './floor-forecast.ts'
import { readOverview } from './overview.ts'
import {
  type Grouping,
  isOwner,
  readCounters,
  readGroupMoney,
  readGroups,
  readMoney,
  type Span,
  type Subject
} from './queries.ts'
import { ratingRoutes } from './rating-routes.ts'
import { answerReport, downloadReport } from './report.ts'
import { reportLinkRoutes } from './report-link-routes.ts'
import { reportMailRoutes } from './report-mail-routes.ts'
import { statisticsGroups, statisticsRows, withRequests } from './rows.ts'
import { readShownAds } from './shown-ads.ts'
import { statementRoutes } from './statement-routes.ts'

type Input = z.output<typeof schema.campaignStatisticsInput>

const defaultDays = 30
/** Maximum range in days: a year by day or a month by hour. More would be hard to read and costly for the server. */
const maxDays = { day: 366, hour: 31 }

export function statisticsRoutes(serve: Serve): void {
  serve(endpoints.statistics.readAdUnitStatistics, schema.statisticsInput, async call => {
    const { context, input } = call
    const id = Number(input.id)
    const read = await readFigures(call, { kind: 'ad_unit', id })
    if (!read.ok) return read
    const requests = await readRequestCounts(context.db, id, read.span)
    return reply(documentOf(input, { groups: [], ...withRequests(read.span, read, requests) }))
  })
  serve(endpoints.statistics.readCampaignStatistics, schema.campaignStatisticsInput, async call => {
    const { context, input } = call
    const id = Number(input.id)
    const read = await readFigures(call, { kind: 'campaign', id })
    if (!read.ok) return read
    const { rows, total, span } = read
    if (input.group_by === 'day') return reply(documentOf(input, { rows, groups: [], total }))
    const groups = await groupsOf(context.db, id, span, input.group_by)
    return reply(documentOf(input, { rows: [], groups, total }))
  })
  statementRoutes(serve)
  ratingRoutes(serve)
  floorForecastRoutes(serve)
  feeBasisRoutes(serve)
  reportLinkRoutes(serve)
  reportMailRoutes(serve)
  serve(endpoints.reports.readReport, reportInput, answerReport)
  serve(endpoints.reports.downloadReport, reportInput, downloadReport)
  serve(endpoints.reports.readNetworkReport, networkReportInput, answerReport)
  serve(endpoints.reports.downloadNetworkReport, networkReportInput, downloadReport)

  serve(endpoints.statistics.listShownAds, schema.overviewInput, async ({ context, user }) =>
    reply(await readShownAds(context.db, user.id, context.now()))
  )

  serve(endpoints.statistics.readOverview, schema.overviewInput, async ({ context, user }) => {
    const attributes = await readOverview(context.db, user.id, context.now())
    return reply({ data: { type: 'overviews' as const, id: String(user.id), attributes } })
  })

  serve(endpoints.statistics.readFirstSteps, schema.overviewInput, async ({ context, user }) => {
    const attributes = await readFirstSteps(context.db, user.id)
    return reply({ data: { type: 'first_steps' as const, id: String(user.id), attributes } })
  })
}

type Figures = ReturnType<typeof statisticsRows> & { span: Span }

async function readFigures(
  { context, user, input }: Pick<Call<Input>, 'context' | 'user' | 'input'>,
  subject: Subject
): Promise<({ ok: true } & Figures) | Failure> {
  if (!(await isOwner(context.db, subject, user.id))) return failure('not_found')
  const span = spanOf(input, context.now())
  const days = (span.until.getTime() - span.from.getTime()) / dayMs
  if (days < 1) return failure('invalid', { pointer: 'from', detail: 'must not be after to' })
  if (days > maxDays[input.interval]) {
    const detail = `must be at most ${maxDays[input.interval]} days before to`
    return failure('invalid', { pointer: 'from', detail })
  }
  const [counters, money] = await Promise.all([
    readCounters(context.db, subject, span),
    readMoney(context.db, subject, span)
  ])
  return { ok: true, span, ...statisticsRows(span, counters, money) }
}

function documentOf<Attributes>({ id, interval, group_by }: Input, attributes: Attributes) {
  const type = 'statistics' as const
  return { data: { type, id, attributes: { interval, group_by, ...attributes } } }
}

async function groupsOf(db: Database, campaignId: number, span: Span, by: Grouping) {
  const [counters, money] = await Promise.all([
    readGroups(db, campaignId, span, by),
    by === 'banner' ? null : readGroupMoney(db, campaignId, span, by)
  ])
  return statisticsGroups(counters, money)
}

/** Returns the time from the start of the first day to the end of the last; by default, the 30 days up to today. */
function spanOf({ from, to, interval }: Input, now: Date): Span {
  const last = Date.parse(to ?? now.toISOString().slice(0, 10))
  const first = from === undefined ? last - (defaultDays - 1) * dayMs : Date.parse(from)
  return { from: new Date(first), until: new Date(last + dayMs), interval }
}
