import { execFile } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { billLines, planBill } from '@mille/server/bills/index.ts'
import { readConfig } from '@mille/server/config.ts'
import { type Context, createLog, systemRandomBytes } from '@mille/server/context.ts'
import { connect } from '@mille/server/db/connect.ts'
import { startEmbedded } from '@mille/server/db/embedded.ts'
import { migrate } from '@mille/server/db/migrate.ts'
import { createPostgresLog } from '@mille/server/delivery/event-log/postgres-log.ts'
import { fields, recordBytes } from '@mille/server/delivery/event-log/record.ts'
import { verdict } from '@mille/server/delivery/judge/verdicts.ts'
import { saveVerdicts } from '@mille/server/delivery/partitions/stored-verdicts.ts'
import { countAll } from '@mille/server/delivery/testing/counting.ts'
import { createVisitors } from '@mille/server/delivery/visitors/visitor.ts'
import { createMailer } from '@mille/server/mail/mailer.ts'
import {
  openPublicLog,
  readCheckpoint,
  readEntries,
  sealCharges
} from '@mille/server/public-log/index.ts'
import { settleDue } from '@mille/server/settlement/index.ts'
import { createTestNetwork } from '@mille/server/settlement/testing/network.ts'
import { verifyBill } from '@mille/verifier/verify-bill.ts'
import { batchRecords, createViews } from './counter-storm.ts'
import type { Figure } from './rounds.ts'

const wanted = 1_000_000
const dayStart = Date.parse('2026-03-03T00:00:00Z')
const hourMs = 3_600_000
const program = resolve(import.meta.dirname, '../../packages/verifier/verify_bill.py')

type Clock = { set: (atMs: number) => void }

/** Measures a day of a campaign with a million billable views on two ad units: logged, billed and verified twice. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mille-bill-'))
  const embedded = await startEmbedded(folder)
  const database = await connect(embedded.connection, 4)
  try {
    await migrate(database.pool)
    let now = dayStart - 24 * hourMs
    const config = readConfig({
      NODE_ENV: 'test',
      SECRET: systemRandomBytes(32).toString('hex'),
      LOG_LEVEL: 'error'
    })
    const context: Context = {
      ...database,
      connection: embedded.connection,
      ...{ config, mailer: createMailer(config), log: createLog(config) },
      ...{ now: () => new Date(now), randomBytes: systemRandomBytes },
      // Moves the database's clock past the end of the simulated day.
      clockOffsetMs: () => now - Date.now()
    }
    const clock = { set: (atMs: number) => (now = atMs) }
    return await measure(context, clock, join(folder, 'bill.jsonl'))
  } finally {
    await database.close()
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(context: Context, clock: Clock, file: string): Promise<Figure[]> {
  await openPublicLog(context)
  const network = await createTestNetwork(context)
  const campaign = await network.createCampaign({
    ...{ traffic_type: 'cpm', max_cpm: 250_000n, daily_budget: 1_000_000_000n },
    funds: 100_000_000_000n
  })
  const units = [network.first, network.second]
  const views = await writeViews(context, clock, campaign, units, network.count)
  clock.set(dayStart + 24 * hourMs + 5_000)
  // Settlement requests the count of the day that has ended, and settles the day once it is counted.
  for (let round = 0; round < 3; round++) {
    await countAll(context)
    await settleDue(context)
  }
  const sealing = await secondsOf(() => sealCharges(context))
  const writing = await secondsOf(() => writeBill(context, campaign, file))
  const entries = `${file}.entries`
  await writeEntries(context, entries)
  const python = await secondsOf(async () => {
    const { stdout } = await promisify(execFile)('python3', [program, file, '--log', entries])
    if (!stdout.includes(`${views.toLocaleString('en-US')} of `)) throw new Error(stdout)
  })
  const page = await secondsOf(async () => {
    const handle = openSync(file, 'r')
    const read = (from: number, to: number) => {
      const bytes = new Uint8Array(to - from)
      readSync(handle, bytes, 0, bytes.length, from)
      return bytes
    }
    for (const _ of verifyBill({ size: statSync(file).size, read }));
    closeSync(handle)
  })
  const perMillion = (seconds: number) => (seconds * wanted) / views
  const within = (name: string, { wall }: Spent, limit: number): Figure => {
    const value = perMillion(wall)
    return { name, value, unit: 's', target: `≤ ${limit} s`, holds: value <= limit }
  }
  const processor = (name: string, { processor: value }: Spent): Figure => ({
    ...{ name: `${name}, processor time`, value: perMillion(value), unit: 's' }
  })
  return [
    within('putting a million views into the public log', sealing, 12),
    processor('putting a million views into the public log', sealing),
    within('bill of a million views', writing, 10),
    processor('bill of a million views', writing),
    within('the same, verified by the Python file', python, 60),
    within('the same, verified by the code of the page', page, 30),
    processor('the same, verified by the code of the page', page),
    { name: 'size of that bill', value: (statSync(file).size * wanted) / views / 1e6, unit: 'MB' }
  ]
}

/** Writes views as if they had been reported and counted over the day, each by a new visitor. */
async function writeViews(
  context: Context,
  clock: Clock,
  campaign: number,
  units: readonly number[],
  count: (campaign: number, bucket: string, unit: number, views: bigint) => Promise<void>
): Promise<number> {
  const log = createPostgresLog(context.pool)
  const makeViews = createViews(5)
  const steps = Math.ceil(wanted / batchRecords / log.partitions)
  const verdicts = new Uint8Array(batchRecords).fill(verdict.billable)
  const counts = new Map<string, bigint>()
  const visitors = createVisitors(context, { neededSince: async () => null })
  for (let step = 0; step < steps; step++) {
    const atMs = Math.floor(dayStart + ((step + 0.5) / steps) * 24 * hourMs)
    const at = new Date(atMs)
    clock.set(atMs)
    await visitors.refresh()
    const unit = units[step % units.length] ?? 0
    const bodies = Array.from({ length: log.partitions }, (_, partition) => {
      const body = makeViews(atMs)
      for (let record = 0; record < body.length; record += recordBytes) {
        body.writeUInt32BE(campaign, record + fields.campaign)
        body.writeUInt32BE(unit, record + fields.unit)
      }
      return { partition, body }
    })
    const positions = await log.append(bodies, at)
    const rows = positions.map((position, partition) => ({
      partition,
      before: position - 1n,
      batches: [{ position, at, verdicts }]
    }))
    await context.db.transaction().execute(tx => saveVerdicts(tx, rows))
    const bucket = `${new Date(atMs - (atMs % hourMs)).toISOString()} ${unit}`
    const added = BigInt(log.partitions * batchRecords)
    counts.set(bucket, (counts.get(bucket) ?? 0n) + added)
  }
  for (const [key, views] of counts) {
    const [bucket = '', unit] = key.split(' ')
    await count(campaign, bucket, Number(unit), views)
  }
  await context.pool.query(`
    update counter_partitions counted set position = head.position, places_until = head.position, at = head.at
    from event_log_heads head where head.partition = counted.partition`)
  return steps * log.partitions * batchRecords
}

async function writeBill(context: Context, campaign: number, file: string): Promise<void> {
  const request = {
    subject: { campaign },
    asset: 'BTC',
    from: null,
    until: null,
    kept: null
  } as const
  const handle = await open(file, 'w')
  for await (const line of billLines(context, await planBill(context, request)))
    await handle.write(line)
  await handle.close()
}

/** Elapsed and processor time, in seconds. Other work on the machine lengthens only the elapsed time. */
type Spent = { wall: number; processor: number }

async function secondsOf(work: () => Promise<unknown>): Promise<Spent> {
  const [started, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { wall: (performance.now() - started) / 1000, processor: (user + system) / 1e6 }
}

/** Writes the log's entries to a file, in the format of the published log: a bill cannot be verified without them. */
async function writeEntries({ db }: Context, file: string): Promise<void> {
  const to = (await readCheckpoint(db))?.size ?? 0
  const entries = await readEntries(db, { from: 0, to })
  const lengths = entries.map(it => Buffer.of(it.length >> 8, it.length & 255))
  await writeFile(file, Buffer.concat(entries.flatMap((it, at) => [lengths[at] ?? it, it])))
}
