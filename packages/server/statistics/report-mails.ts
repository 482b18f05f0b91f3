import type { ReportMail, SavedView } from '@mille/api/report-links/endpoints.ts'
import type { Report } from '@mille/api/reports/endpoints.ts'
import { dayIn, localTime } from '@mille/api/time-zones.ts'
import { assets } from '@mille/money/amount.ts'
import { findUser, takeTurn } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import { jsonText } from '../db/json-text.ts'
import { formatDay, formatMoney, formatNumber } from '../languages/formats.ts'
import { languageOf, textsIn } from '../languages/texts.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { readShown } from './report-link-routes.ts'
import { reportPath, zoneOfView } from './saved-view.ts'

type Every = ReportMail['attributes']['every']
export type ReportMailRow = {
  id: number
  name: string
  view: SavedView
  every: Every
  due_at: Date
}
type DueRow = ReportMailRow & { user_id: number }

const columns = ['id', 'name', 'view', 'every', 'due_at'] as const

/** Maximum number of reports that an account may get by email. */
export const maxReportMails = 50
const dueHour = 8
const mailedRows = 10
const batch = 1000

export function listReportMails(db: Database, userId: number): Promise<ReportMailRow[]> {
  return db
    .selectFrom('report_mails')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(maxReportMails)
    .$castTo<ReportMailRow>()
    .execute()
}

type NewMail = Pick<ReportMailRow, 'name' | 'view' | 'every'> & { userId: number; at: Date }

/** Inserts a scheduled report email, or returns undefined when the account already has the maximum number. */
export async function insertReportMail(
  tx: Tx,
  { userId, name, view, every, at }: NewMail
): Promise<ReportMailRow | undefined> {
  // An account's concurrent requests run one after the other, so that the limit holds.
  await takeTurn(tx, userId)
  const mails = tx.selectFrom('report_mails').where('user_id', '=', userId)
  if ((await countRows(mails)) >= maxReportMails) return undefined
  return tx
    .insertInto('report_mails')
    .values({
      ...{ user_id: userId, name, view: jsonText(view), every },
      ...{ created_at: at, due_at: nextDue(every, at, zoneOfView(view)) }
    })
    .returning(columns)
    .$castTo<ReportMailRow>()
    .executeTakeFirstOrThrow()
}

/** Deletes a scheduled report email, and returns whether the account had it. */
export async function deleteReportMail(db: Database, userId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('report_mails')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** The name of a report email in its unsubscribe link. */
const kindOf = (id: number) => `report_mail_${id}`

/** Ends the report emails named in an unsubscribe link. Returns false when the name is not that of a report email. */
export async function endReportMail(db: Database, userId: number, kind: string): Promise<boolean> {
  const id = /^report_mail_(\d{1,10})$/.exec(kind)?.[1]
  if (id === undefined) return false
  await deleteReportMail(db, userId, Number(id))
  return true
}

/** Returns the next Monday, or the next first day of a month, at 08:00 in the time zone. */
export function nextDue(every: Every, after: Date, timeZone: string): Date {
  const day = new Date(dayIn(after.getTime(), timeZone))
  if (every === 'month') day.setUTCDate(1)
  else day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  const due = dueOn(day, timeZone)
  if (due > after) return due
  if (every === 'month') day.setUTCMonth(day.getUTCMonth() + 1)
  else day.setUTCDate(day.getUTCDate() + 7)
  return dueOn(day, timeZone)
}

function dueOn(day: Date, timeZone: string): Date {
  const shown = day.getTime() + dueHour * 3_600_000
  const aheadMs = (ms: number) => Date.parse(`${localTime(ms, timeZone)}Z`) - ms
  // Corrects for a clock change between the first guess and the actual time.
  return new Date(shown - aheadMs(shown - aheadMs(shown)))
}

/**
 * Job: writes the report emails that are due. An email that became due during an outage is written once, when the
 * server is back. A report that cannot be read stays due, and does not delay the others.
 */
export async function mailDueReports(context: Context): Promise<void> {
  const due = await context.db
    .selectFrom('report_mails')
    .select([...columns, 'user_id'])
    .where('due_at', '<=', context.now())
    .orderBy('due_at')
    .orderBy('id')
    .limit(batch)
    .$castTo<DueRow>()
    .execute()
  for (const row of due) {
    try {
      await mailReport(context, row)
    } catch (error) {
      context.log.error({ err: error, report: row.id }, 'a report could not be emailed')
    }
  }
}

/** Writes one report email. The figures are read first, so that no database connection is held meanwhile. */
async function mailReport(context: Context, row: DueRow): Promise<void> {
  const at = context.now()
  const shown = await readShown(context, row.user_id, row.view)
  if (!shown.ok) throw new Error(`The report cannot be read: ${shown.detail ?? shown.code}`)
  await context.db.transaction().execute(async tx => {
    // Only the process that moves the due time writes the email, so no other process, and no retry after a crash,
    // writes it again.
    const moved = await tx
      .updateTable('report_mails')
      .set({ due_at: nextDue(row.every, at, zoneOfView(row.view)) })
      .where('id', '=', row.id)
      .where('due_at', '=', row.due_at)
      .returning('id')
      .executeTakeFirst()
    const user = moved && (await findUser(tx, row.user_id))
    if (!user?.email) return
    const language = languageOf(user.locale)
    await enqueueMail(tx, {
      ...{ recipient: user.email, language, at },
      ...textsIn(language).mails.report(wordsOf(row, shown.value.table, language)),
      notification: { path: reportPath(row.view), userId: row.user_id, kind: kindOf(row.id) }
    })
  })
}

type Table = Report['data']['attributes']
type Figures = Table['total']

function wordsOf(row: DueRow, table: Table, language: string) {
  const { total, rows, from, to, time_zone } = table
  const days = [from, to].map(day => formatDay(language, new Date(day))).join(' – ')
  const number = (count: number) => formatNumber(language, count)
  const lines = rows.slice(0, mailedRows).map(it => {
    const figures = [number(it.billable), number(it.clicked), moneyText(it, language)]
    return `${nameOf(it, table, language)}: ${figures.filter(Boolean).join(' · ')}`
  })
  return {
    name: row.name,
    days: time_zone === 'UTC' ? days : `${days} (${time_zone})`,
    billable: number(total.billable),
    clicked: number(total.clicked),
    money: moneyText(total, language),
    rows: lines.length > 0 ? lines.join('\n') : null
  }
}

/** Formats the amount in bitcoin, followed by dollars if there are any. Returns null when the report has no money. */
function moneyText({ money }: Figures, language: string): string | null {
  if (money === null) return null
  return assets
    .filter(asset => asset === 'BTC' || money[asset] !== '0')
    .map(asset => formatMoney(language, BigInt(money[asset]), asset))
    .join(' + ')
}

// A fixed Monday, from which the names of weekdays are formatted.
const monday = Date.parse('2024-01-01')

function nameOf({ key, name }: Table['rows'][number], { group_by }: Table, language: string) {
  switch (group_by) {
    case 'day':
      return formatDay(language, new Date(key))
    case 'weekday': {
      const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
      return format.format(monday + (Number(key) - 1) * 86_400_000)
    }
    case 'hour_of_day':
      return `${key.padStart(2, '0')}:00`
    case 'language':
      if (key === 'unknown') return name
      return new Intl.DisplayNames(language, { type: 'language', fallback: 'code' }).of(key) ?? key
    case 'country':
      // Groups that are not a country keep the name that the report gives them.
      if (key === 'other' || key === 'ZZ') return name
      return new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }).of(key) ?? key
    default:
      return name === '' ? `#${key}` : name
  }
}
