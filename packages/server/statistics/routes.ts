import { dayMs } from '@mille/api/durations.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import { reportInput } from '@mille/api/reports/schema.ts'
import type { StatisticsDocument } from '@mille/api/statistics/endpoints.ts'
import * as schema from '@mille/api/statistics/schema.ts'
import type { z } from 'zod'
import type { Database } from '../db/connect.ts'
import { failure, type Reply, reply } from '../http/reply.ts'
import type { Call, Serve } from '../http/serve.ts'
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
import { statisticsGroups, statisticsRows } from './rows.ts'
import { readShownAds } from './shown-ads.ts'
import { statementRoutes } from './statement-routes.ts'

type Input = z.output<typeof schema.campaignStatisticsInput>

const defaultDays = 30
/** A year of days or a month of hours: more is not readable, and costs the server more than its reader. */
const maxDays = { day: 366, hour: 31 }

export function statisticsRoutes(serve: Serve): void {
  serve(endpoints.statistics.readAdUnitStatistics, schema.statisticsInput, call =>
    answer(call, { kind: 'ad_unit', id: Number(call.input.id) })
  )
  serve(endpoints.statistics.readCampaignStatistics, schema.campaignStatisticsInput, call =>
    answer(call, { kind: 'campaign', id: Number(call.input.id) })
  )
  statementRoutes(serve)
  ratingRoutes(serve)
  serve(endpoints.reports.readReport, reportInput, answerReport)
  serve(endpoints.reports.downloadReport, reportInput, downloadReport)

  serve(endpoints.statistics.listShownAds, schema.overviewInput, async ({ context, user }) =>
    reply(await readShownAds(context.db, user.id, context.now()))
  )

  serve(endpoints.statistics.readOverview, schema.overviewInput, async ({ context, user }) => {
    const attributes = await readOverview(context.db, user.id, context.now())
    return reply({ data: { type: 'overviews' as const, id: String(user.id), attributes } })
  })
}

async function answer(
  { context, user, input }: Call<Input>,
  subject: Subject
): Promise<Reply<StatisticsDocument>> {
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
  const { rows, total } = statisticsRows(span, counters, money)
  const { interval, group_by } = input
  const isByDay = group_by === 'day'
  const groups = isByDay ? [] : await groupsOf(context.db, subject.id, span, group_by)
  return reply({
    data: {
      type: 'statistics',
      id: input.id,
      attributes: { interval, group_by, rows: isByDay ? rows : [], groups, total }
    }
  })
}

async function groupsOf(db: Database, campaignId: number, span: Span, by: Grouping) {
  const [counters, money] = await Promise.all([
    readGroups(db, campaignId, span, by),
    by === 'banner' ? null : readGroupMoney(db, campaignId, span, by)
  ])
  return statisticsGroups(counters, money)
}

/** From the first day to the end of the last; thirty days up to today unless asked otherwise. */
function spanOf({ from, to, interval }: Input, now: Date): Span {
  const last = Date.parse(to ?? now.toISOString().slice(0, 10))
  const first = from === undefined ? last - (defaultDays - 1) * dayMs : Date.parse(from)
  return { from: new Date(first), until: new Date(last + dayMs), interval }
}
