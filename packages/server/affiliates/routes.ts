import type { AffiliateFigures } from '@mille/api/affiliates/endpoints.ts'
import * as schema from '@mille/api/affiliates/schema.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import { maxReportDays } from '@mille/api/reports/constants.ts'
import { addDays, daysBetween } from '@mille/api/reports/ranges.ts'
import { readSignUpDays } from '../accounts/index.ts'
import { atOneMoment } from '../db/at-one-moment.ts'
import type { Database, Tx } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import {
  type Days,
  readClickDays,
  readEarningDays,
  readFirstPaymentDays
} from './report-queries.ts'

const usualDays = 30
const maxDays = maxReportDays.other

/** What partners see of the people who came through their links. */
export function affiliateRoutes(serve: Serve): void {
  serve(endpoints.affiliates.readReport, schema.affiliateReportInput, async call => {
    const { context, user, input } = call
    const today = context.now().toISOString().slice(0, 10)
    const to = input.to ?? today
    const from = input.from ?? addDays(to, 1 - usualDays)
    if (from > to || daysBetween(from, to) > maxDays)
      return failure('invalid', { pointer: 'from', detail: `The maximum is ${maxDays} days.` })
    const days = await atOneMoment(context.db, tx => readDays(tx, user.id, { from, to }, today))
    return reply({
      data: days.map(day => ({
        type: 'affiliate_days' as const,
        id: day.date,
        attributes: documentOf(day)
      })),
      meta: { from, to, totals: totalOf(days) }
    })
  })
}

type Figures = {
  clicks: number | null
  signUps: number
  payingAccounts: number
  BTC: bigint
  USD: bigint
}
type Day = Figures & { date: string }

async function readDays(
  db: Database | Tx,
  userId: number,
  range: Days,
  today: string
): Promise<Day[]> {
  const clicks = await readClickDays(db, userId, range)
  const signUps = await readSignUpDays(db, userId, range)
  const payers = await readFirstPaymentDays(db, userId, range)
  const earnings = await readEarningDays(db, userId, range)
  const earned = new Map(earnings.map(it => [`${it.day} ${it.asset}`, it.earned]))
  const since = clicks.since ?? today
  return Array.from({ length: daysBetween(range.from, range.to) }, (_, index) => {
    const date = addDays(range.from, index)
    return {
      date,
      clicks: date < since ? null : (clicks.days.get(date) ?? 0),
      signUps: signUps.get(date) ?? 0,
      payingAccounts: payers.get(date) ?? 0,
      BTC: earned.get(`${date} BTC`) ?? 0n,
      USD: earned.get(`${date} USD`) ?? 0n
    }
  })
}

/** Adds up days. Clicks are null only if they were counted on none of the days. */
function totalOf(days: readonly Day[]): AffiliateFigures {
  const total: Figures = { clicks: null, signUps: 0, payingAccounts: 0, BTC: 0n, USD: 0n }
  for (const day of days) {
    if (day.clicks !== null) total.clicks = (total.clicks ?? 0) + day.clicks
    total.signUps += day.signUps
    total.payingAccounts += day.payingAccounts
    total.BTC += day.BTC
    total.USD += day.USD
  }
  return figuresOf(total)
}

const documentOf = (day: Day) => ({ date: day.date, ...figuresOf(day) })

const figuresOf = (it: Figures): AffiliateFigures => ({
  clicks: it.clicks,
  sign_ups: it.signUps,
  paying_accounts: it.payingAccounts,
  earnings: { BTC: it.BTC.toString(), USD: it.USD.toString() }
})
