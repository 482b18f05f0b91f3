import { slice } from '@mille/testing/slice.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { appendEntries } from './append.ts'
import { beginWithNewKeys, readEpoch, vkeyOf } from './epochs.ts'
import { rewrapKeys } from './keys.ts'
import { sealCharges } from './seal.ts'
import { createSealedNetwork } from './testing/sealed-network.ts'
import { verifyPublicLog } from './verify.ts'

const publicLogProblem = async (...[context]: Parameters<typeof verifyPublicLog>) =>
  (await verifyPublicLog(context)).problem

type Network = Awaited<ReturnType<typeof createSealedNetwork>>
let open: Network | null = null
afterEach(() => open?.context.close())

async function seal(): Promise<Network> {
  open = await createSealedNetwork()
  return open
}

/** Edits that an attacker with the database could make, and the problem that each causes. */
const edits: [edit: string, problem: RegExp][] = [
  [
    'update settlements set billable = billable + 1 where billable > 0',
    /campaign \d+, window .+: what is settled now is not what entry/
  ],
  ['update settlement_shares set billable = billable + 1', /is not what entry/],
  ['update settlements set fee_basis_points = fee_basis_points + 1', /is not what entry/],
  ['update campaign_terms set daily_budget = daily_budget + 1', /is not what entry/],
  ["update public_log_charges set rejected = '\\x0101'", /is not what entry/],
  ['update public_log_charges set views_root = sha256(views_root)', /is not what entry/],
  [
    'update public_log_batches set entries = set_byte(entries, 20, (get_byte(entries, 20) + 1) % 256)',
    /the checkpoint of .+ is of other entries/
  ],
  [
    'delete from public_log_batches where first_index = (select max(first_index) from public_log_batches)',
    /is of 4 entries, and there are 3/
  ],
  [
    'update public_log_head set peaks = set_byte(peaks, 0, (get_byte(peaks, 0) + 1) % 256)',
    /the right edge of the log’s tree is of other entries/
  ],
  [
    "update public_log_head set size = 5, peaks = peaks || sha256('')",
    /goes on after 5 entries, and no checkpoint is of these/
  ],
  [
    "update public_log_checkpoints set note = replace(note, 'localhost', 'elsewhere')",
    /is not signed by the log’s key/
  ],
  [
    'update event_log_batches set body = set_byte(body, 8, (get_byte(body, 8) + 1) % 256)',
    /other views than those that the log commits to/
  ]
]

test('holds as long as nothing is changed', async () => {
  const { context } = await seal()
  expect(await publicLogProblem(context)).toBe(null)
})

test('reads the entries of many charges in one go', async () => {
  const { context, db } = await seal()
  const { rows } = await sql<{ charges: bigint }>`
    select count(*) as charges from public_log_charges`.execute(db)
  expect(Number(rows[0]?.charges)).toBeGreaterThan(1)
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  expect(await publicLogProblem(context)).toBe(null)
  const ofEntries = asked.mock.calls.filter(([query]) =>
    String((query as { text?: string }).text ?? query).includes(
      'from unnest($1::bigint[]) as wanted'
    )
  )
  asked.mockRestore()
  expect(ofEntries).toHaveLength(1)
})

/** Tests every third edit in `npm test`, and all of them in `npm run prove`. */
test.each(slice(edits, 3))('sees: %s', async (edit, problem) => {
  const { context, db } = await seal()
  await db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(edit).execute(tx)
  })
  expect(await publicLogProblem(context)).toMatch(problem)
})

test('sees a changed node, from which proofs are read, and signs nothing that it makes a fork', async () => {
  const { context, db } = await seal()
  const append = (count: number) =>
    db.transaction().execute(tx =>
      appendEntries(
        tx,
        Array.from({ length: count }, (_, nth) => Buffer.from(`entry ${nth}`))
      )
    )
  await append(300)
  await sealCharges(context)
  expect(await publicLogProblem(context)).toBe(null)
  await db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update public_log_nodes set hash = sha256(hash)`.execute(tx)
  })
  expect(await publicLogProblem(context)).toBe(
    'node 0 of level 8 of the log’s tree is of other entries'
  )
  await append(1)
  await expect(sealCharges(context)).rejects.toThrow('does not begin with its last checkpoint')
})

test('another secret is said in words, and the log goes on once it knows the one before', async () => {
  const { context, db } = await seal()
  const before = context.config.secret
  const key = await readEpoch(db)
  const changed = { ...context, config: { ...context.config, secret: Buffer.alloc(32, 1) } }
  await expect(sealCharges(changed)).rejects.toThrow('encrypted with another SECRET')
  expect(await publicLogProblem(changed)).toContain('mille public-log rekey')
  const wrong = Buffer.alloc(32, 2)
  await expect(db.transaction().execute(tx => rewrapKeys(tx, changed, wrong))).rejects.toThrow(
    'another SECRET'
  )
  expect(await db.transaction().execute(tx => rewrapKeys(tx, changed, before))).toBe(1)
  await sealCharges(changed)
  expect(await publicLogProblem(changed)).toBe(null)
  expect(await readEpoch(db)).toEqual(key)
})

test('with a lost secret the log goes on under another name and with another key', async () => {
  const { context, db } = await seal()
  const before = await readEpoch(db)
  const changed = { ...context, config: { ...context.config, secret: Buffer.alloc(32, 1) } }
  await db.transaction().execute(tx => beginWithNewKeys(tx, changed))
  await sealCharges(changed)
  const now = await readEpoch(db)
  expect(now).toMatchObject({ number: 2, cause: 'new_key', fromSize: 4 })
  expect(before && now && vkeyOf(before) !== vkeyOf(now)).toBe(true)
})
