import { countReports, reportView } from '@mille/testing/reports.ts'
import { createSealedNetwork } from '@mille/testing/sealed-network.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listTables } from '../backup/tables.ts'
import { sealCharges } from '../public-log/index.ts'
import { settleDue } from '../settlement/index.ts'
import { sealBooks } from './seal-books.ts'
import { verifyBooks } from './verify-books.ts'

let network: Awaited<ReturnType<typeof createSealedNetwork>>
beforeEach(async () => {
  network = await createSealedNetwork()
  network.context.clock.set('2026-03-02T16:00:00Z')
  // Adds a new entry, so that the last seal is hours later than the settlements.
  await addEntry()
  await sealAll()
})
afterEach(() => network.context.close())

async function addEntry(): Promise<void> {
  const { context } = network
  await sql`
    insert into audit_entries (at, act, summary, input)
    values (${context.now()}, 'mille migrate', 'A command on the command line', '{}')`.execute(
    context.db
  )
}

async function sealAll(): Promise<void> {
  await sealBooks(network.context)
  await sealCharges(network.context)
}

/** Reports and settles three views. */
async function settleMore(): Promise<void> {
  const { context, campaign, first } = network
  context.clock.set('2026-03-02T16:15:00Z')
  for (let view = 0; view < 3; view++) await reportView(context, { campaign, unit: first })
  context.clock.set('2026-03-02T17:00:01Z')
  await countReports(context)
  await settleDue(context)
  await sealAll()
}

/** Edits the database as an attacker with its password could. */
async function edit(statement: string): Promise<void> {
  await network.context.db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
  })
}

const full = () => verifyBooks(network.context)
const incremental = () => verifyBooks(network.context, { isIncremental: true })

/** Makes the smallest change to a settlement's column that no seal covers. */
const editBalance = (which: 'min' | 'max') =>
  edit(
    `update settlements set balance = balance + 1 where entry = (select ${which}(entry) from settlements)`
  )

test('without a proven point everything is computed, and the next run continues from there', async () => {
  const { context } = network
  expect(await incremental()).toMatchObject({ ok: true, since: null, note: null })
  const at = context.now()
  await settleMore()
  expect(await incremental()).toMatchObject({ ok: true, since: { at, fullAt: at }, note: null })
  const later = context.now()
  expect(await incremental()).toMatchObject({ ok: true, since: { at: later, fullAt: at } })
  expect(await full()).toMatchObject({ ok: true, since: null })
})

test('a changed row from before the proven point is named by a full run, and one from after it by each', async () => {
  await full()
  await editBalance('min')
  expect(await incremental()).toMatchObject({ ok: true })
  await settleMore()
  expect(await incremental()).toMatchObject({ ok: true })
  expect((await full()).text).toMatch(/is not what entry/)
  await edit(
    'update settlements set balance = balance - 1 where entry = (select min(entry) from settlements)'
  )
  expect(await full()).toMatchObject({ ok: true })
})

test('what was settled since the proven point is computed again', async () => {
  await full()
  await settleMore()
  await editBalance('max')
  const { ok, text, since } = await incremental()
  expect({ ok, since }).toMatchObject({ ok: false, since: {} })
  expect(text).toMatch(/^The public log is broken: campaign .+T16:00.+ is not what entry/m)
})

test('views that are gone from the event log since the proven point are missed', async () => {
  await full()
  await settleMore()
  await edit("delete from event_log_batches where at >= '2026-03-02T16:00:00Z'")
  expect((await incremental()).text).toMatch(/^A count is broken/m)
})

test('a settlement that was slipped in below the proven ones is computed', async () => {
  await full()
  await edit(`
    insert into settlements overriding system value
    select (jsonb_populate_record(settlement, jsonb_build_object('entry', -5, 'window_start', window_start - interval '9 days',
      'window_end', window_end - interval '9 days', 'settled_at', settled_at - interval '9 days'))).*
    from settlements settlement where charged > 0 order by entry limit 1`)
  await edit(`
    insert into settlement_shares overriding system value
    select (jsonb_populate_record(share, jsonb_build_object('entry', -share.unit_id, 'window_start', window_start - interval '9 days'))).*
    from settlement_shares share where (campaign_id, window_start) = (
      select campaign_id, window_start from settlements where charged > 0 and entry > 0 order by entry limit 1)`)
  expect((await incremental()).text).toMatch(/there is no transfer of/)
})

test('another history of the public log is named, though its entries are not read again', async () => {
  await full()
  await edit('update public_log_checkpoints set root = sha256(root)')
  expect((await incremental()).text).toMatch(/is not the one that was proven before/)
})

test('seals of before the proven point are still those that the public log named', async () => {
  await full()
  await edit(
    'update book_seals set mac = sha256(mac) where number = (select max(number) from book_seals)'
  )
  expect((await incremental()).text).toMatch(/was made again|made with the server’s secret/)
})

test.each([
  ['update proven_points set document = replace(document, \'"size"\', \'"size" \')', /damaged/],
  ['update proven_points set mac = sha256(mac)', /damaged/],
  ['update proven_points set chains = chains || sha256(chains)', /damaged/]
])('a proven point that was edited counts for nothing: %s', async (statement, why) => {
  await full()
  await editBalance('min')
  await edit(statement)
  const verdict = await incremental()
  expect(verdict).toMatchObject({ ok: false, since: null })
  expect(verdict.note).toMatch(why)
})

test('with another secret, and in a log that does not reach the proven point, everything is checked', async () => {
  const { context } = network
  await full()
  const config = { ...context.config, secret: Buffer.alloc(32, 1) }
  const other = await verifyBooks({ ...context, config }, { isIncremental: true })
  expect(other.since).toBe(null)
  expect(other.note).toMatch(/not made with this SECRET/)
  await edit(
    'delete from public_log_checkpoints where size = (select max(size) from public_log_checkpoints)'
  )
  const { ok, since, note } = await incremental()
  expect({ ok, since }).toEqual({ ok: false, since: null })
  expect(note).toMatch(/the public log does not reach that far/)
})

test('a process that may only read verifies, and says that nothing was recorded', async () => {
  const { context } = network
  await sql`alter table proven_points add constraint none check (false)`.execute(context.db)
  await expect(full()).rejects.toThrow(/none/)
  await sql`alter table proven_points drop constraint none`.execute(context.db)
  await sql`create function refuse_here() returns trigger language plpgsql as $$
    begin raise exception using errcode = '42501'; end $$`.execute(context.db)
  await sql`create trigger refuse before insert on proven_points for each row execute function refuse_here()`.execute(
    context.db
  )
  const verdict = await full()
  expect(verdict).toMatchObject({ ok: true })
  expect(verdict.note).toMatch(/may not write/)
})

test('no backup has a proven point, so that a restored network is verified from the beginning', async () => {
  const names = (await listTables(network.context.db)).map(it => it.name)
  expect(names).toContain('book_seals')
  expect(names).not.toContain('proven_points')
})
