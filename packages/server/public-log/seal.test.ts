import { countReports, reportView } from '@mille/testing/reports.ts'
import { settledNetworks } from '@mille/testing/settled-network.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { payMatured } from '../earnings/index.ts'
import { settleDue } from '../settlement/index.ts'
import { openCheckpoint, readCheckpoint as parseCheckpoint } from './checkpoint.ts'
import { readEpoch, verifierOf } from './epochs.ts'
import { leafHash, rootOf } from './merkle.ts'
import { type OpenedCharge, openCharges } from './open-charges.ts'
import { isConsistent, rootByInclusion } from './proofs.ts'
import {
  proveConsistency,
  proveInclusion,
  readCheckpoint,
  readCheckpoints,
  readEntries
} from './read-log.ts'
import { openPublicLog, sealCharges } from './seal.ts'
import { firstUnsealed } from './settled-charges.ts'

const createNetwork = settledNetworks()

type Network = Awaited<ReturnType<typeof createNetwork>>

async function see(network: Network, campaign: number, unit: number, at: string, count = 1) {
  network.clock.set(at)
  for (let views = 0; views < count; views++) await reportView(network.context, { campaign, unit })
}

async function settleAt(network: Network, at: string) {
  network.clock.set(at)
  await countReports(network.context)
  await settleDue(network.context)
}

async function chargesOf({ db }: Pick<Context, 'db'>) {
  return db.selectFrom('public_log_charges').selectAll().orderBy('log_index').execute()
}

test('puts each charge into the log once, with a checkpoint that proves it', async () => {
  const network = await createNetwork()
  const { context } = network
  await openPublicLog(context)
  const campaign = await network.createCampaign()
  await see(network, campaign, network.first, '2026-03-02T10:30:00Z', 6)
  await see(network, campaign, network.second, '2026-03-02T11:10:00Z', 2)
  await settleAt(network, '2026-03-02T12:00:01Z')
  expect(await sealCharges(context)).toBe(1)
  expect(await sealCharges(context)).toBe(0)

  const checkpoint = await readCheckpoint(network.db)
  const epoch = await readEpoch(network.db)
  if (!checkpoint || !epoch) throw new Error('Nothing was signed')
  const opened = openCheckpoint(checkpoint.note, verifierOf(epoch))
  expect(opened).toMatchObject({ ok: true, checkpoint: { size: 2, origin: 'localhost:3000/log' } })
  const entries = await readEntries(network.db, { from: 0, to: 2 })
  const leaves = entries.map(it => leafHash(it))
  expect(rootOf(leaves)).toEqual(checkpoint.root)
  expect(JSON.parse(entries[0]?.subarray(1).toString() ?? '')).toMatchObject({ kind: 'genesis' })
  expect(entries[1]).toHaveLength(33)

  const path = await proveInclusion(network.db, 1, 2)
  expect(rootByInclusion(leaves[1] ?? Buffer.alloc(0), 1, 2, path)).toEqual(checkpoint.root)
  const [charge] = await chargesOf(context)
  expect(charge).toMatchObject({ log_index: 1n, views_found: null })
  expect(charge?.views_root).toHaveLength(32)
})

test('grows consistently over windows, however the charges are grouped', async () => {
  const network = await createNetwork({ settlementWindowSeconds: 3600 })
  const { context, db } = network
  await openPublicLog(context)
  const campaigns = await Promise.all([1, 2, 3].map(() => network.createCampaign()))
  for (const hour of [10, 11, 12, 13]) {
    for (const [index, campaign] of campaigns.entries())
      await see(network, campaign, network.first, `2026-03-02T${hour}:15:00Z`, index * 2)
    await settleAt(network, `2026-03-02T${hour + 1}:00:01Z`)
    await sealCharges(context, { charges: 2, views: 3 })
  }
  const checkpoints = (await readCheckpoints(db, 100)).reverse()
  expect(checkpoints.at(-1)?.size).toBe(13)
  const entries = await readEntries(db, { from: 0, to: 13 })
  for (const [index, old] of checkpoints.entries()) {
    expect(rootOf(entries.slice(0, old.size).map(it => leafHash(it)))).toEqual(old.root)
    for (const now of checkpoints.slice(index))
      expect(isConsistent(old, now, await proveConsistency(db, old.size, now.size))).toBe(true)
  }
  const found = await chargesOf(context)
  expect(found).toHaveLength(12)
  expect(found.every(it => it.views_found === null)).toBe(true)
})

/** Creates a log and a charge for three views that is not in it yet. */
async function createUnsealed() {
  const network = await createNetwork()
  await openPublicLog(network.context)
  const campaign = await network.createCampaign()
  await see(network, campaign, network.first, '2026-03-02T10:30:00Z', 3)
  await settleAt(network, '2026-03-02T12:00:01Z')
  return network
}

test('a crash at any moment leaves nothing half, and the next run goes on', async () => {
  const { context, db } = await createUnsealed()
  expect(await firstUnsealed(db)).toEqual(new Date('2026-03-02T12:00:00Z'))
  for (const table of ['batches', 'charges', 'checkpoints', 'chains']) {
    const name = sql.table(`public_log_${table}`)
    await sql`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'the power went off'; end $$`.execute(db)
    await sql`create trigger fails after insert on ${name} for each statement execute function fail()`.execute(
      db
    )
    await expect(sealCharges(context)).rejects.toThrow('the power went off')
    await sql`drop trigger fails on ${name}`.execute(db)
    await sql`drop function fail()`.execute(db)
    expect(await readCheckpoint(db)).toMatchObject({ size: 1 })
    expect(await chargesOf(context)).toEqual([])
  }
  expect(await sealCharges(context)).toBe(1)
  expect(await readCheckpoint(db)).toMatchObject({ size: 2 })
  expect(await firstUnsealed(db)).toBeNull()
})

test('signs nothing that does not begin with what was signed before', async () => {
  const { context, db } = await createUnsealed()
  const before = await readCheckpoint(db)
  await sql`update public_log_head set peaks = set_byte(peaks, 0, (get_byte(peaks, 0) + 1) % 256)`.execute(
    db
  )
  await expect(sealCharges(context)).rejects.toThrow('does not begin with its last checkpoint')
  expect(await readCheckpoint(db)).toEqual(before)
})

test('earnings wait until their charges are in the log', async () => {
  const { context, db } = await createUnsealed()
  context.clock.set('2026-03-20T12:00:00Z')
  expect(await payMatured(context)).toBe(0)
  expect(await firstUnsealed(db)).toEqual(new Date('2026-03-02T12:00:00Z'))
  expect(await sealCharges(context)).toBe(1)
  expect(await payMatured(context)).toBe(1)
})

test('several processes at once seal each charge once', async () => {
  const network = await createNetwork({ settlementWindowSeconds: 3600 })
  const { context, db } = network
  await openPublicLog(context)
  const campaigns = await Promise.all([1, 2, 3].map(() => network.createCampaign()))
  for (const campaign of campaigns)
    await see(network, campaign, network.first, '2026-03-02T10:30:00Z', 2)
  await settleAt(network, '2026-03-02T13:00:01Z')
  const counts = await Promise.all(
    Array.from({ length: 4 }, () => sealCharges(context, { charges: 2, views: 100 }))
  )
  await sealCharges(context)
  expect(counts.reduce((sum, it) => sum + it, 0)).toBeLessThanOrEqual(9)
  const found = await chargesOf(context)
  expect(found.map(it => it.log_index)).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n])
  expect((await readCheckpoint(db))?.size).toBe(10)
})

test('commits to the views that the event log has, when those are not what was settled', async () => {
  const network = await createNetwork()
  const { context } = network
  await openPublicLog(context)
  const campaign = await network.createCampaign()
  await see(network, campaign, network.first, '2026-03-02T10:30:00Z', 2)
  await countReports(context)
  await network.count(campaign, '2026-03-02T11:00:00Z', network.second, 5n)
  await settleAt(network, '2026-03-02T12:00:01Z')
  await sealCharges(context)
  const [charge] = await chargesOf(context)
  expect(charge).toMatchObject({ views_found: 2n })
})

test('a charge whose views are forgotten is logged without them', async () => {
  const network = await createNetwork()
  const { context, db } = network
  await openPublicLog(context)
  const campaign = await network.createCampaign()
  await see(network, campaign, network.first, '2026-03-02T10:30:00Z', 2)
  await settleAt(network, '2026-03-02T12:00:01Z')
  await sql`insert into event_retention (kept_from) values ('2026-03-02')`.execute(db)
  await sealCharges(context)
  expect(await chargesOf(context)).toMatchObject([{ views_root: null, views_found: null }])
})

test('shows changes of fees and exclusions, and no visitor', async () => {
  const network = await createNetwork()
  const { context, db, publisher } = network
  await openPublicLog(context)
  const at = context.now()
  await db
    .insertInto('setting_changes')
    .values({
      ...{ name: 'fee_basis_points', value: 1500n, valid_from: '2026-03-02T12:00:00Z' },
      ...{ changed_by: publisher, changed_at: at }
    })
    .execute()
  const excluded = { unit_id: network.first, excluded_by: publisher, excluded_at: at }
  await db.insertInto('excluded_units').values(excluded).execute()
  await db.deleteFrom('excluded_units').execute()
  await sealCharges(context)
  const entries = await readEntries(db, { from: 1, to: 9 })
  expect(entries.map(it => it.subarray(1).toString())).toEqual([
    '{"at":"2026-03-02T10:00:00.000Z","basisPoints":1500,"kind":"fee","premium":false,"since":"2026-03-02T12:00:00.000Z"}',
    `{"at":"2026-03-02T10:00:00.000Z","excluded":true,"kind":"exclusion","unit":${network.first}}`,
    `{"at":"2026-03-02T10:00:00.000Z","excluded":false,"kind":"exclusion","unit":${network.first}}`
  ])
})

test('a restored network never signs under the old name again', async () => {
  const network = await createNetwork()
  const { context, db } = network
  const before = await openPublicLog(context)
  await sql`
    insert into restores (backup_at, restored_at, gap)
    values ('2026-03-01T00:00:00Z', '2026-03-02T10:00:00Z', 1000)`.execute(db)
  network.clock.set('2026-03-02T10:00:07Z')
  await sealCharges(context)
  const epoch = await readEpoch(db)
  expect(epoch).toMatchObject({ number: 2, origin: `${before.origin}/20260302100007`, fromSize: 1 })
  const [told] = await readEntries(db, { from: 1, to: 2 })
  expect(JSON.parse(told?.subarray(1).toString() ?? '')).toMatchObject({
    kind: 'restore',
    previousOrigin: before.origin,
    previousSize: 1,
    backup: '2026-03-01T00:00:00.000Z'
  })
  const notes = (await readCheckpoints(db, 10)).map(it =>
    parseCheckpoint(`${it.note.split('\n\n')[0]}\n`)
  )
  expect(notes.map(it => [it?.origin, it?.size])).toEqual([
    [`${before.origin}/20260302100007`, 2],
    [before.origin, 1]
  ])
})

test('makes each entry again from what is kept', async () => {
  const network = await createNetwork({ settlementWindowSeconds: 3600 })
  const { context, db } = network
  await openPublicLog(context)
  const campaign = await network.createCampaign()
  for (const hour of [10, 11, 12]) {
    await see(network, campaign, network.first, `2026-03-02T${hour}:15:00Z`, hour - 10)
    await settleAt(network, `2026-03-02T${hour + 1}:00:01Z`)
    await sealCharges(context)
  }
  const entries = await readEntries(db, { from: 0, to: 100 })
  const span = { from: new Date('2026-03-02T11:00:00Z'), until: new Date('2026-03-03') }
  const opened: OpenedCharge[] = []
  for await (const it of openCharges(db, context, campaign, span)) opened.push(it)
  expect(opened.map(it => it.views.count)).toEqual([1, 2])
  for (const { index, entry } of opened) expect(entries[index]).toEqual(entry)
})
