import { createBilledNetwork, writeBill } from '@mille/testing/billed-network.ts'
import { slice } from '@mille/testing/slice.ts'
import { createTestContext, type FakeClock } from '@mille/testing/test-context.ts'
import { buildBill, sealLines } from '@mille/verifier/testing/build-bill.ts'
import { examplePlan } from '@mille/verifier/testing/example-plan.ts'
import { verifyBoth } from '@mille/verifier/testing/verify-both.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { sealCharges } from '../public-log/index.ts'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const context of open.splice(0)) await context.close()
})

const createNetwork = () =>
  createBilledNetwork(
    async (overrides): Promise<Context & { clock: FakeClock; close: () => Promise<void> }> => {
      const context = await createTestContext(overrides)
      open.push(context)
      return context
    }
  )

type Network = Awaited<ReturnType<typeof createNetwork>>

/** Edits the database like an attacker with its password, who disables the triggers that keep the books append-only. */
async function cheat({ context }: Network, ...statements: string[]): Promise<void> {
  const client = await context.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
    await client.query('set session_replication_role = origin')
  } finally {
    client.release()
  }
}

async function problemOf({ context, campaign }: Network, kept: string | null = null) {
  const size = kept === null ? null : Number(kept.split('\n')[1])
  const bill = await writeBill(context, { subject: { campaign }, kept: size })
  return (await verifyBoth({ bill, ...(kept !== null && { kept }) })).problem
}

const window = 'Window 2026-03-02T10:00:00.000Z:'
/** SQL for a batch with one of the campaign's views on a unit. Tests append one record per batch. */
const batchOf = (campaign: number, unit: number) => `(
  select partition, position, at from event_log_batches
  where get_byte(body, 1) = 2 and substr(body, 25, 8) = decode('${hex(unit)}${hex(campaign)}', 'hex')
  order by at limit 1)`
const hex = (id: number) => id.toString(16).padStart(8, '0')
const replaceIn = (at: number, bytes: string, campaign: number, unit: number) => `
  update event_log_batches set body = overlay(body placing decode('${bytes}', 'hex') from ${at})
  where (partition, position, at) in ${batchOf(campaign, unit)}`

const cheats: [what: string, edits: (network: Network) => string[], problem: string][] = [
  [
    'a view was removed',
    // A view whose kind is changed to a loaded ad is no longer a view.
    ({ campaign, unit }) => [replaceIn(2, '01', campaign, unit)],
    'ad unit {unit} is paid for 8 views, but 7 are listed.'
  ],
  [
    'a view was added',
    // The added views are of visitors for whom the campaign had already been charged.
    () => [
      "update event_log_verdicts set verdicts = decode(replace(encode(verdicts, 'hex'), '1e', '02'), 'hex')"
    ],
    'the visitor [0-9a-f]{16} is charged twice within 24 hours.'
  ],
  [
    'a view was moved to another campaign',
    ({ campaign, other, unit }) => [replaceIn(29, hex(other), campaign, unit)],
    'ad unit {unit} is paid for 8 views, but 7 are listed.'
  ],
  [
    'a view was moved to another ad unit',
    ({ campaign, unit, fewViewed }) => [replaceIn(25, hex(fewViewed), campaign, unit)],
    'ad unit {unit} is paid for 8 views, but 7 are listed.'
  ],
  [
    'the minute of a view was changed',
    ({ campaign, unit }) => [
      `update event_log_batches set at = at - interval '5 minutes' where (partition, position, at) in ${batchOf(campaign, unit)}`
    ],
    'its views are not those that were logged: one was added, removed or changed.'
  ],
  [
    'a share was changed',
    ({ campaign, unit }) => [
      `update settlement_shares set net = net + 10, fee = fee - 10
       where campaign_id = ${campaign} and unit_id = ${unit} and window_start = '2026-03-02 10:00Z'`
    ],
    'its shares, fee or referral are not what is recomputed.'
  ],
  [
    'the price was changed afterwards',
    ({ campaign }) => [
      `update campaign_terms set max_cpm = 300000 where campaign_id = ${campaign}`
    ],
    'the charge recomputed is 0.00003000 BTC, but 0.00002500 BTC was charged.'
  ],
  [
    'the price and the charge were changed afterwards',
    ({ campaign }) => [
      `update campaign_terms set max_cpm = 300000 where campaign_id = ${campaign}`,
      `update settlements set due = 3000, charged = 3000, fee = case when fee = 0 then 0 else 600 end
       where campaign_id = ${campaign} and window_start = '2026-03-02 10:00Z'`,
      `update settlement_shares set gross = gross * 6 / 5, net = net * 6 / 5, fee = fee * 6 / 5
       where campaign_id = ${campaign} and window_start = '2026-03-02 10:00Z'`
    ],
    'the charge is not in the public log: something in it was changed after it was logged.'
  ],
  [
    'the fee was changed afterwards',
    ({ campaign }) => [
      `update settlements set fee_basis_points = fee_basis_points + 100 where campaign_id = ${campaign}`
    ],
    'its shares, fee or referral are not what is recomputed.'
  ]
]

/** Tests every third cheat in `npm test`, and all of them in `npm run prove`. */
test.each(slice(cheats, 3))('both verifiers see that %s', async (_, edit, expected) => {
  const network = await createNetwork()
  expect(await problemOf(network)).toBeNull()
  await cheat(network, ...edit(network))
  const sentence = expected
    .replace('{unit}', String(network.unit))
    .replace('{fewViewed}', String(network.fewViewed))
  expect(await problemOf(network)).toMatch(new RegExp(`^${window} ${sentence}$`))
})

test('both verifiers see that the verdict of a view was flipped', async () => {
  const network = await createNetwork()
  const { rowCount } = await flipVerdict(network)
  expect(rowCount).toBe(1)
  expect(await problemOf(network)).toMatch(
    /^Window .*: ad unit \d+ is paid for \d views, but \d are listed\.$/
  )
})

async function flipVerdict({ context }: Network) {
  const { numAffectedRows } = await sql`
    update event_log_verdicts set verdicts = overlay(verdicts placing '\\x1e' from 1)
    where (partition, position) in (
      select verdicts.partition, verdicts.position from event_log_verdicts verdicts
      where get_byte(verdicts, 0) = 2 limit 1)`.execute(context.db)
  return { rowCount: Number(numAffectedRows) }
}

test('both verifiers see that a window was charged twice', async () => {
  const network = await createNetwork()
  const { campaign, context } = network
  const columns =
    'campaign_id, window_end, asset, active_seconds, billable, due, charged, fee, referral, partner_id, promotion, terms_id, window_seconds, fee_basis_points, balance, spent, spent_today, unpaid, carried_in, carried_out, settled_at'
  const shares = 'campaign_id, unit_id, billable, gross, fee, referral, net'
  const first = `campaign_id = ${campaign} and window_start = '2026-03-02 10:00Z'`
  await cheat(
    network,
    `insert into settlements (window_start, ${columns}) select window_start + interval '1 hour', ${columns} from settlements where ${first}`,
    `insert into settlement_shares (window_start, ${shares}) select window_start + interval '1 hour', ${shares} from settlement_shares where ${first}`
  )
  await sealCharges(context)
  expect(await problemOf(network)).toBe(
    'Window 2026-03-02T11:00:00.000Z: it starts before the one before it ends, so that time is charged twice.'
  )
})

test('an older checkpoint shows that the log was rewritten', async () => {
  const network = await createNetwork()
  const checkpoints = await network.context.db
    .selectFrom('public_log_checkpoints')
    .select(['size', 'note'])
    .orderBy('size')
    .execute()
  const older = checkpoints.at(-2)?.note ?? ''
  const last = checkpoints.at(-1)?.note ?? ''
  await rewrite(network)
  // The rewritten log has no fault unless it is compared with an earlier checkpoint.
  expect(await problemOf(network)).toBeNull()
  expect(await problemOf(network, older)).toMatch(
    /^The log was rewritten: its first \d+ entries are not those of the kept checkpoint\.$/
  )
  expect(await problemOf(network, last)).toMatch(
    /^Two logs were shown: the kept checkpoint has other \d+ entries than this bill\.$/
  )
})

/** Changes the price of a day and rebuilds the log from the changed books. */
async function rewrite(network: Network): Promise<void> {
  await cheat(
    network,
    `update campaign_terms set daily_budget = 60000 where campaign_id in (${network.campaign}, ${network.other})`,
    'delete from public_log_chains',
    'delete from public_log_charges',
    'delete from public_log_batches where first_index > 0',
    'delete from public_log_nodes',
    'delete from public_log_checkpoints where size > 1',
    `update public_log_head set size = 1, peaks = (
       select sha256('\\x00'::bytea || substr(entries, 3)) from public_log_batches where first_index = 0)`
  )
  await sealCharges(network.context)
  await sealCharges(network.context, { charges: 2, views: 1_000 })
}

test('both verifiers see that a bill is another campaign’s', async () => {
  const { context, campaign, other } = await createNetwork()
  const lines = (await writeBill(context, { subject: { campaign: other } })).trim().split('\n')
  const end = JSON.parse(lines.at(-1) ?? '')
  const head = lines[0]?.replace(`{"campaign":${other}}`, `{"campaign":${campaign}}`) ?? ''
  const bill = sealLines([head, ...lines.slice(1, -1)], {
    charges: end.charges,
    total: Number(end.total),
    views: end.views
  })
  expect((await verifyBoth({ bill: bill.text })).problem).toBe(
    `${window} this is a charge of another campaign.`
  )
})

test('two people notice by their checkpoints that they were shown two logs', async () => {
  const [one, another] = [buildBill(examplePlan), buildBill({ ...examplePlan, campaign: 13 })]
  const size = one.noteAt(6).split('\n')[1]
  expect((await verifyBoth({ bill: one.text, kept: another.noteAt(6) })).problem).toBe(
    `Two logs were shown: the kept checkpoint has other ${size} entries than this bill.`
  )
})
