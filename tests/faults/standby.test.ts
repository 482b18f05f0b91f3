import { setTimeout as sleep } from 'node:timers/promises'
import type { Decision, Filled } from '@mille/api/delivery/protocol.ts'
import { standbyCheck } from '@mille/server/admin/standby-check.ts'
import { connect } from '@mille/server/db/connect.ts'
import { readAddress } from '@mille/server/db/database-address.ts'
import { migrate } from '@mille/server/db/migrate.ts'
import { addUnit } from '@mille/server/delivery/testing/network.ts'
import { readStatements } from '@mille/testing/operating-document.ts'
import { createRandom } from '@mille/testing/random.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { decisionOf, type Load, startLoad } from './delivery-load.ts'
import { addRich, type Served, serveFrom } from './delivery-network.ts'
import { countedOnce, expectCountedOnce } from './delivery-proof.ts'
import { ledgerLoadKey, startLedgerLoad } from './ledger-load.ts'
import { type Machine, type Pair, startPair } from './standby-pair.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const random = createRandom(seed)
/**
 * Number of promotions. In every second one, the primary is not killed but cut off: its connections stay open, and
 * nothing answers.
 */
const promotions = isProof ? 10 : 2
const visitors = isProof ? 30 : 8
/**
 * Milliseconds for which a standby receives nothing before the primary dies, when commits do not wait for the standby.
 */
const behindMs = 500
const browser = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0'

let pair: Pair
let network: Served
let servers: ServerProcess[]
let unit: number
/** Views acknowledged in all tests together, because the tests share the database. */
const acknowledged = new Set<string>()

beforeAll(async () => {
  process.stdout.write(`MILLE_SEED=${seed}\n`)
  pair = await startPair()
  network = await serveFrom(pair.url)
  unit = (await addUnit(network.db)).id
  for (const trafficType of ['cpd', 'cpm'] as const) await addRich(network, trafficType)
  // Settlement periods of two seconds, so that views are settled while the databases change roles.
  const roles = { ROLES: 'delivery,worker', SETTLEMENT_WINDOW_SECONDS: '2' }
  servers = await Promise.all([network.startServer(roles), network.startServer(roles)])
})
afterAll(async () => {
  await Promise.all(servers.map(server => server.dispose()))
  await network.close()
  await pair.stop()
})

test(`loses nothing that was acknowledged when the primary fails and the standby is promoted, ${promotions} times`, async () => {
  const load = startLoad(
    servers.map(it => it.url),
    unit,
    visitors
  )
  const ledger = await startLedgerLoad(pair.url)
  await sleep(1500)
  const pauses: number[] = []
  for (let round = 0; round < promotions; round++) {
    const isKilled = round % 2 === 0
    await aMoment()
    const old = pair.primary()
    if (isKilled) await old.kill()
    else old.pause()
    await aMoment()
    await pair.promote()
    pauses.push(await untilViewsGoOn(load, ledger.acknowledged))
    if (isKilled) await old.start()
    else old.resume()
    await expectUnused(old)
    await expectNews()
    await pair.rebuild()
  }
  await load.finish()
  await ledger.finish()
  // Ads need no database, and views that could not be counted were answered by 503 with Retry-After.
  expect(load.figures).toMatchObject({ notDecided: 0, whyNot: '', unanswered: 0 })
  expect(load.figures.putOff).toBeGreaterThan(0)
  for (const decision of load.acknowledged) acknowledged.add(decision)
  await expectCountedOnce(network, anyServer(), acknowledged)
  await expectWhole(ledger.acknowledged)
  const { decided, putOff } = load.figures
  process.stdout.write(
    `${promotions} promotions: ${acknowledged.size} views and ${ledger.acknowledged.size} batches of the ledger acknowledged, all there; ${decided} ads, ${putOff} views put off, ${ledger.failed()} batches failed; views again after ${pauses.join(', ')} ms\n`
  )
})

test('acknowledges nothing that the standby has not confirmed, and goes on once the operator says so', async () => {
  const standby = pair.standby()
  expect(await standbyCheck(network.db, true)).toMatchObject({
    state: 'ok',
    text: `Commits are confirmed by ${standby.name}.`
  })
  expect(await pair.watch()).toMatchObject({ application_name: standby.name, sync_state: 'sync' })
  const first = await decide()
  await sleep(1050)
  const alone = await connect(standby.address, 1)
  await expect(migrate(alone.pool)).rejects.toThrow(
    'The database is a standby: DATABASE_URL must name the primary, or both'
  )
  await alone.close()
  onTestFinished(standby.resume)
  standby.pause()
  // PostgreSQL answers a commit whose wait is canceled with success and a warning.
  expect(await cancelingCommits(() => report(first))).toEqual({ status: 503, isPutOff: true })
  const started = performance.now()
  expect(await report(first)).toEqual({ status: 503, isPutOff: true })
  expect(performance.now() - started).toBeLessThan(10_000)
  await decide()
  expect(await standbyCheck(network.db, true)).toMatchObject({
    state: 'alarm',
    text: expect.stringMatching(
      `^The standby does not respond: [1-9].* been waiting for ${standby.name}`
    )
  })
  await pair.setSynchronous(false)
  await expect
    .poll(async () => (await report(first)).status, { timeout: 15_000, interval: 100 })
    .toBe(204)
  acknowledged.add(first.decision)
  standby.resume()
  await pair.setSynchronous(true)
})

test('without waiting for the standby, loses what that had not received, and nothing else', async () => {
  await pair.setSynchronous(false)
  const load = startLoad(
    servers.map(it => it.url),
    unit,
    visitors
  )
  await sleep(2000)
  const received = new Set(load.acknowledged)
  await sleep(500)
  const cutOffAt = performance.now()
  await pair.cutOff()
  await sleep(behindMs)
  await pair.primary().kill()
  const behind = Math.round(performance.now() - cutOffAt)
  const before = load.acknowledged.size
  await pair.promote()
  for (const statement of readStatements('restored', { moment: new Date().toISOString() }))
    await pair.primary().query(statement)
  await untilMore(load.acknowledged)
  await load.finish()
  for (const decision of load.acknowledged) acknowledged.add(decision)
  const counted = await countedOnce(network, 'viewable')
  const lost = [...acknowledged].filter(decision => !counted.has(decision))
  expect(lost.length).toBeGreaterThan(0)
  expect(
    lost.filter(decision => received.has(decision) || !load.acknowledged.has(decision))
  ).toEqual([])
  expect(await network.query('select from restores where released_at is null')).toHaveLength(1)
  expect(await standbyCheck(network.db, true)).toMatchObject({
    state: 'warning',
    text: 'The database has no standby.'
  })
  const verdict = await anyServer().mille('verify')
  expect(verdict, verdict.stderr).toMatchObject({ code: 0 })
  process.stdout.write(
    `a standby that was ${behind} ms behind: ${lost.length} of the ${before} views lost that were acknowledged before\n`
  )
})

/** Waits for a random moment of the load. */
const aMoment = () => sleep(300 + random.fraction() * 400)

function anyServer(): ServerProcess {
  const [server] = servers
  if (!server) throw new Error('There is no server')
  return server
}

/** Returns the milliseconds until both kinds of writes are acknowledged again. */
async function untilViewsGoOn(load: Load, batches: ReadonlySet<string>): Promise<number> {
  const started = performance.now()
  await untilMore(load.acknowledged)
  await untilMore(batches)
  return Math.round(performance.now() - started)
}

async function untilMore(acknowledged: ReadonlySet<string>): Promise<void> {
  const before = acknowledged.size
  await expect
    .poll(() => acknowledged.size, { timeout: 30_000, interval: 10 })
    .toBeGreaterThan(before + 10)
}

/**
 * Expects that no process uses the old primary, which is back and would accept writes: all old connections have left,
 * and new ones do not choose it, wherever DATABASE_URL names it.
 */
async function expectUnused(old: Machine): Promise<void> {
  // Connections with a pending commit wait for a standby that has left; this query selects those that could be used
  // again.
  const connected = () =>
    old.query(`
      select query from pg_stat_activity where wait_event = 'ClientRead' and query not like '%as timeline%'`)
  await expect.poll(connected, { timeout: 10_000, interval: 100 }).toEqual([])
  expect(await old.query('select where pg_is_in_recovery()')).toEqual([])
  const fresh = await connect(readAddress(pair.url), 1)
  const { rows } = await fresh.pool.query('select pg_postmaster_start_time() as at')
  await fresh.close()
  expect(rows).toEqual(await pair.primary().query('select pg_postmaster_start_time() as at'))
  expect(rows).not.toEqual(await old.query('select pg_postmaster_start_time() as at'))
  expect(await connected()).toEqual([])
  // A client that knows no other host gets nothing acknowledged by the old primary, which waits for the standby that
  // has left.
  const alone = old.query('create table written_nowhere ()').catch((error: Error) => error.message)
  const waiting =
    "select from pg_stat_activity where wait_event = 'SyncRep' and query like 'create%'"
  await expect.poll(() => old.query(waiting), { timeout: 5000, interval: 20 }).toHaveLength(1)
  await old.kill()
  expect(await alone).toBe('Connection terminated unexpectedly')
  await old.start()
}

/**
 * Expects that every process is notified of a change in the new primary, over a connection that it has opened again to
 * listen.
 */
async function expectNews(): Promise<void> {
  const { id } = await addUnit(network.db)
  for (const { url } of servers) {
    const isFilled = async () => {
      const response = await fetch(`${url}/serve/units/${id}`, {
        headers: { 'user-agent': browser }
      })
      return ((await response.json()) as Decision).filled
    }
    await expect.poll(isFilled, { timeout: 3000, interval: 50 }).toBe(true)
  }
}

/** Expects two transfers in each batch; a batch whose outcome was unknown may be there, too. */
async function expectWhole(batches: ReadonlySet<string>): Promise<void> {
  const rows = await network.query<{ batch: string; transfers: bigint }>(
    `select split_part(substr(key, length($1) + 1), '-', 1) as batch, count(*) as transfers
     from ledger_transfers where starts_with(key, $1) group by batch`,
    [ledgerLoadKey]
  )
  const kept = new Set(rows.map(it => it.batch))
  expect([...batches].filter(batch => !kept.has(batch))).toEqual([])
  expect(rows.filter(it => it.transfers !== 2n)).toEqual([])
}

type Seen = { token: string; decision: string; userAgent: string }

/** Requests an ad for a new visitor. */
async function decide(): Promise<Seen> {
  const userAgent = `${browser} alone ${random.below(2 ** 31)}`
  const headers = { 'user-agent': userAgent }
  const response = await fetch(`${anyServer().url}/serve/units/${unit}`, { headers })
  const { token } = (await response.json()) as Filled
  return { token, userAgent, decision: decisionOf(token) }
}

async function report({ token, userAgent }: Seen): Promise<{ status: number; isPutOff: boolean }> {
  const { status, headers } = await fetch(`${anyServer().url}/serve/view`, {
    method: 'POST',
    body: JSON.stringify({ token, kind: 'viewable' }),
    headers: { 'user-agent': userAgent }
  })
  return { status, isPutOff: headers.has('retry-after') }
}

/** Cancels the wait of every commit while `run` is in progress, and expects at least one such wait. */
async function cancelingCommits<Result>(run: () => Promise<Result>): Promise<Result> {
  const text = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"
  let canceled = 0
  let isOver = false
  const running = run().finally(() => {
    isOver = true
  })
  while (!isOver) {
    canceled += (await pair.primary().query(text)).length
    await sleep(20)
  }
  expect(canceled).toBeGreaterThan(0)
  return running
}
