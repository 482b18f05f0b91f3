import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, createApi } from '@mille/api/client.ts'
import {
  type ReportFilterName,
  reportFilterInputs,
  reportGroups
} from '@mille/api/reports/constants.ts'
import type { NetworkReportInput } from '@mille/api/reports/endpoints.ts'
import { isTooLong } from '@mille/api/reports/limits.ts'
import { findPlacesProblem } from '@mille/api/reports/places.ts'
import { networkReportInput, reportInput } from '@mille/api/reports/schema.ts'
import { createSessions } from '@mille/server/accounts/sessions.ts'
import { type App, createApp } from '@mille/server/app/app.ts'
import { readConfig } from '@mille/server/config.ts'
import { type Context, createLog, systemRandomBytes } from '@mille/server/context.ts'
import { type Connection, connect } from '@mille/server/db/connect.ts'
import { startEmbedded } from '@mille/server/db/embedded.ts'
import { migrate } from '@mille/server/db/migrate.ts'
import { sumCountersUntil } from '@mille/server/delivery/partitions/counter-sums.ts'
import { sumPlacesUntil } from '@mille/server/delivery/partitions/place-sums.ts'
import { prepareJobs } from '@mille/server/jobs/prepare.ts'
import { createMailer } from '@mille/server/mail/mailer.ts'
import { sumShares } from '@mille/server/settlement/index.ts'
import { freePort } from '@mille/testing/free-port.ts'
import { measureHome } from './home.ts'
import { big, fillMonth, month } from './report-month.ts'
import { measureReportPaint } from './report-paint.ts'
import { type Figure, median, percentile } from './rounds.ts'

const sides = ['advertiser', 'publisher', 'network'] as const
type Side = (typeof sides)[number]
type Question = { side: Side; input: NetworkReportInput }
/**
 * A refused report says what to choose instead before it adds anything up; a report that is given up took longer than
 * the server allows.
 */
type Asked = Question & { ms: number; outcome: 'answered' | 'refused' | 'given up' }

const promisedMs = { advertiser: 150, publisher: 150, network: 150 }
const rounds = 2
const floorCalls = 200

type Times = { filling: number; summing: number }

/**
 * Measures reports of the biggest accounts of a network with a thousand campaigns on a thousand ad units, after a month
 * of twenty million views, as the API answers them one after the other, and then the page of the largest one. If a folder
 * is given, its database is filled only once and then kept for later runs.
 */
export async function run(kept?: string): Promise<Figure[]> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'mille-reports-'))
  mkdirSync(folder, { recursive: true })
  const embedded = await startEmbedded(folder)
  const database = await connect(embedded.connection, 4)
  try {
    await migrate(database.pool)
    // The operator's start page looks at the jobs.
    await prepareJobs(database.pool)
    const { filling, summing } = await fillOnce(database, join(folder, 'filled.json'))
    return [
      { name: 'filling a month of 20 million views', value: filling, unit: 's' },
      { name: 'adding up its counters and shares for reports', value: summing, unit: 's' },
      ...(await readGrowth(database)),
      ...(await measureBoth(database))
    ]
  } finally {
    await database.close()
    await embedded.stop()
    if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** Fills the database unless the file says how long it took to fill it earlier. */
async function fillOnce(database: Connection, file: string): Promise<Times> {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const started = performance.now()
  await fillMonth(database)
  const filling = (performance.now() - started) / 1000
  const times = { filling, summing: await addUp(database) }
  writeFileSync(file, JSON.stringify(times))
  return times
}

/** Adds up all counters in one run, as the job does after an upgrade. */
async function addUp({ db, pool }: Connection): Promise<number> {
  const started = performance.now()
  await sumCountersUntil(db, new Date(month.end))
  await sumPlacesUntil(db, month.end.slice(0, 10))
  await sumShares(db)
  await pool.query('vacuum analyze')
  return (performance.now() - started) / 1000
}

async function readGrowth({ pool }: Connection): Promise<Figure[]> {
  const { rows } = await pool.query<{ table: string; rows: bigint; bytes: bigint }>(
    `
    select relname as table, reltuples::bigint as rows, pg_total_relation_size(oid) as bytes from pg_class
    where relname = any($1) order by relname`,
    [Object.keys(tables)]
  )
  const each = (value: bigint) => Number(value) / month.millionViews
  return rows.flatMap(({ table, rows: count, bytes }): Figure[] => {
    const what = tables[table]
    return [
      { name: `${what} growth a million views`, value: each(count), unit: 'rows' },
      { name: `${what} growth a million views, with indexes`, value: each(bytes) / 1e6, unit: 'MB' }
    ]
  })
}

const tables: Record<string, string> = {
  delivery_counters: 'counters’',
  settlement_shares: 'settlement shares’',
  campaign_sums: 'campaigns’ sums’',
  unit_sums: 'ad units’ sums’',
  advertiser_unit_sums: 'sums by advertiser and ad unit’s',
  campaign_unit_sums: 'sums by campaign and ad unit’s',
  campaign_language_sums: 'sums by campaign and page language’s',
  campaign_language_share_sums: 'sums of charges by campaign and page language’s',
  unit_share_sums: 'ad units’ sums of shares’',
  advertiser_unit_share_sums: 'sums of shares by advertiser and ad unit’s',
  campaign_unit_share_sums: 'sums of shares by campaign and ad unit’s',
  campaign_share_sums: 'campaigns’ sums of charges',
  account_sums: 'accounts’ sums’',
  account_share_sums: 'accounts’ sums of shares’',
  account_day_places: 'accounts’ countries’',
  campaign_day_places: 'campaigns’ countries’',
  unit_day_places: 'ad units’ countries’',
  campaign_place_sums: 'campaigns’ reported countries’',
  unit_place_sums: 'ad units’ reported countries’',
  campaign_day_creatives: 'campaigns’ creatives’',
  campaign_day_systems: 'campaigns’ systems’',
  unit_day_systems: 'ad units’ systems’'
}

async function measureBoth(database: Connection): Promise<Figure[]> {
  const context = contextOf(database, await freePort())
  return [...(await measureReports(context)), ...(await measureReportPaint(context))]
}

async function measureReports(context: Context): Promise<Figure[]> {
  const app = createApp(context, {
    ...{ delivery: null, pages: null, embedFolder: null, assetsFolder: null },
    isReady: () => true
  })
  const read = {
    advertiser: await signIn(context, app.fetch, big.advertiser),
    publisher: await signIn(context, app.fetch, big.publisher),
    network: await signIn(context, app.fetch, big.operator)
  }
  const cold: Asked[] = []
  const asked: Asked[] = []
  const floor: number[] = []
  let home: Figure[] = []
  try {
    for (let round = 0; round < rounds; round++)
      for (const question of questions()) {
        const { side, input } = question
        const started = performance.now()
        const answer = await (side === 'network'
          ? read[side].reports.readNetworkReport(input)
          : read[side].reports.readReport({ ...input, side }))
        const ms = performance.now() - started
        if (!answer.ok && answer.code !== 'report_too_large')
          throw new Error(`${JSON.stringify(question)} gave ${answer.code}`)
        const outcome = answer.ok ? 'answered' : isRefusal(answer) ? 'refused' : 'given up'
        // The first round is not counted: it reads from disk what later rounds find in memory.
        const list = round > 0 ? asked : cold
        list.push({ ...question, ms, outcome })
      }
    for (let call = 0; call < floorCalls; call++) {
      const started = performance.now()
      await read.advertiser.accounts.readCurrentUser({})
      floor.push(performance.now() - started)
    }
    home = await measureHome(context, read.network, percentile(floor, 0.95))
  } finally {
    await app.stop()
  }
  printByGroup(asked)
  printSlow(asked)
  return [
    ...sides.flatMap(side => figuresOf(side, asked, percentile(floor, 0.95))),
    ...outcomesOf(cold, asked),
    ...home
  ]
}

/** Checks whether the answer names the part of the question that is too much. */
const isRefusal = ({ errors }: { errors: readonly { source?: unknown }[] }) =>
  errors.some(it => it.source !== undefined)

function contextOf(database: Connection, port: number): Context {
  const config = readConfig({
    NODE_ENV: 'test',
    SECRET: systemRandomBytes(32).toString('hex'),
    LOG_LEVEL: 'error',
    CALLS_PER_MINUTE: '1000000',
    PORT: String(port)
  })
  return {
    ...{ config, db: database.db, pool: database.pool, connection: {} },
    ...{ now: () => new Date(Date.parse(month.end) - 1), clockOffsetMs: () => 0 },
    ...{ randomBytes: systemRandomBytes, mailer: createMailer(config), log: createLog(config) }
  }
}

/** Returns an API client for a browser with a session of the given account. */
async function signIn(context: Context, fetch: App['fetch'], userId: number): Promise<Api> {
  const opening = { userAgent: '', before: null, proof: null }
  const cookie = await context.db
    .transaction()
    .execute(tx => createSessions(context).open(tx, userId, opening))
  return createApi({
    transport: async (path, init) => {
      const headers = new Headers(init.headers)
      headers.set('cookie', cookie.split(';')[0] ?? '')
      const request = new Request(new URL(path, context.config.publicUrl), { ...init, headers })
      return fetch(request, { incoming: { socket: { remoteAddress: '10.0.0.1' } } })
    }
  })
}

const month30 = { from: month.firstDay, to: month.lastDay }
const ranges = [
  { from: month.lastDay, to: month.lastDay },
  { from: '2026-03-24', to: month.lastDay },
  month30
]
const berlin = { time_zone: 'Europe/Berlin' }

/**
 * Returns every report that the API answers for each side: every group over every range, and the last month with each
 * filter and pair of filters, a search and a sort order.
 */
function questions(): Question[] {
  return sides.flatMap(side =>
    reportGroups.flatMap(group_by => {
      const whole = { ...month30, group_by }
      return [
        ...ranges.map(range => ({ ...range, group_by })),
        // The period that a report is compared with.
        { from: '2026-02-27', to: '2026-03-15', group_by },
        // A month or, where that is too long, a week or a day.
        ...narrowed.map(more => {
          const input = { ...whole, ...more }
          const choice = choiceOf(side, input)
          return { ...input, ...ranges.findLast(it => !isTooLong(it, choice)) }
        })
      ]
        .filter(input => isPossible(side, input))
        .map(input => ({ side, input }))
    })
  )
}

const ofUnits = { ad_unit_ids: ['1', '118', '54'] }
const ofCampaigns = { campaign_ids: ['118'] }
const ofLanguages = { languages: ['de' as const, 'ja' as const] }
const narrowed: NetworkReportInput[] = [
  berlin,
  ofUnits,
  { site_ids: ['1', '118', '54'] },
  ofCampaigns,
  { banner_ids: ['472', '473'] },
  { creative_ids: ['470', '471'] },
  ofLanguages,
  { countries: ['AA', 'BC'] },
  { devices: ['phone'] },
  { systems: ['ios'] },
  { ...ofCampaigns, ...ofUnits },
  { ...ofCampaigns, ...ofLanguages },
  { ...ofUnits, ...ofLanguages },
  { ...ofLanguages, ...berlin },
  { ...ofCampaigns, devices: ['phone'] },
  { search: '1', sort: 'click_rate', 'page[offset]': 20, 'page[limit]': 20 },
  { 'page[limit]': 1000 }
]

const filters = Object.entries(reportFilterInputs) as [ReportFilterName, keyof NetworkReportInput][]

function isPossible(side: Side, input: NetworkReportInput): boolean {
  const parsed =
    side === 'network'
      ? networkReportInput.safeParse(input)
      : reportInput.safeParse({ side, ...input })
  return parsed.success && !findPlacesProblem(choiceOf(side, input))
}

const choiceOf = (side: Side, input: NetworkReportInput) => ({
  ...{ side, groupBy: input.group_by ?? 'day' },
  filters: filters.filter(([, it]) => input[it] !== undefined).map(([name]) => name)
})

function printByGroup(asked: readonly Asked[]): void {
  const groups = Map.groupBy(asked, it => `${it.side} by ${it.input.group_by ?? 'day'}`)
  console.table(
    [...groups].map(([report, all]) => {
      const each = (from: string | undefined, to: string | undefined) =>
        Math.round(
          median(all.filter(({ input }) => input.from === from && input.to === to).map(it => it.ms))
        )
      const ms = all.map(it => it.ms)
      const [today, week, whole] = ranges
      return {
        report,
        'today, ms': each(today?.from, today?.to),
        '7 days': each(week?.from, week?.to),
        '30 days': each(whole?.from, whole?.to),
        p50: Math.round(median(ms)),
        p95: Math.round(percentile(ms, 0.95)),
        max: Math.round(Math.max(...ms)),
        refused: all.filter(it => it.outcome === 'refused').length,
        'given up': all.filter(it => it.outcome === 'given up').length
      }
    })
  )
}

/** Prints the reports that took longer than promised or were given up, with their input, the slowest first. */
function printSlow(asked: readonly Asked[]): void {
  const slow = asked
    .filter(it => it.ms > promisedMs[it.side] || it.outcome === 'given up')
    .sort((one, other) => other.ms - one.ms)
  for (const { side, ms, outcome, input } of slow)
    process.stdout.write(`${Math.round(ms)} ms, ${outcome}: ${side} ${JSON.stringify(input)}\n`)
}

function figuresOf(side: Side, asked: readonly Asked[], floor: number): Figure[] {
  const ms = asked.filter(it => it.side === side).map(it => it.ms)
  const name = side === 'network' ? 'the network’s report' : `a report of the biggest ${side}`
  const value = percentile(ms, 0.95)
  const promised = promisedMs[side]
  return [
    { name: `${name}, p50`, value: median(ms), unit: 'ms' },
    {
      ...{ name: `${name}, p95`, value, unit: 'ms', floor, ratio: value / floor },
      ...{ target: `≤ ${promised} ms`, holds: value <= promised }
    },
    { name: `${name}, slowest`, value: Math.max(...ms), unit: 'ms' }
  ]
}

/** Counts the reports that gave no rows. A single one that is given up breaks the promise. */
function outcomesOf(cold: readonly Asked[], asked: readonly Asked[]): Figure[] {
  const count = (all: readonly Asked[], outcome: Asked['outcome']) =>
    all.filter(it => it.outcome === outcome).length
  const givenUp = count(asked, 'given up')
  return [
    { name: 'reports asked for', value: asked.length, unit: 'reports' },
    {
      name: 'reports given up',
      value: givenUp,
      unit: 'reports',
      target: '0',
      holds: givenUp === 0
    },
    {
      ...{ name: 'reports given up when first read from disk', unit: 'reports' },
      value: count(cold, 'given up')
    },
    {
      ...{ name: 'reports refused with what to choose instead', unit: 'reports' },
      value: count(asked, 'refused')
    }
  ]
}
