import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import type { Context } from '@mille/server/context.ts'
import { balances, networkAccount, userAccount } from '@mille/server/ledger/index.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createCrashingDatabase } from './crashing-database.ts'
import { newDepositAddress, type TestSigner, verifyChain } from './payments.ts'
import type { Random } from './random.ts'
import { type TestBackup, takeBackup } from './restore.ts'
import type { RpcProxy } from './rpc-proxy.ts'
import type { SignedInBrowser, TestApp } from './test-app.ts'

export type Person = { browser: SignedInBrowser; address: string }
/** The people of a run and its backups. A backup may be older than some of the people. */
type Life = { people: Person[]; backups: TestBackup[]; admin: SignedInBrowser }
type Acts = Readonly<Record<string, () => Promise<unknown>>>

/** A chain for a test run: the events that can happen on it, and what its node reports at the end. */
export type LifeChain = {
  asset: Asset
  tokens: readonly TokenCode[]
  signer: TestSigner
  /** The proxy between the server and the node. */
  proxy: RpcProxy
  /** Payments, replacements and reorganizations, by name. */
  acts: (random: Random, people: readonly Person[]) => Acts
  /** Runs one round of the server's recurring work. */
  turn: (context: Context) => Promise<void>
  outsideAddress: () => Promise<string>
  /** Minimum and maximum amount of a withdrawal, in units. */
  withdrawals: readonly [number, number]
  /** Adds blocks until every pending transaction is deep enough. */
  deepen: () => Promise<void>
  /** Returns the units received by an address with enough confirmations, as counted by the node. */
  arrived: (address: string) => Promise<bigint>
  /** Returns the units at all addresses of the network, including the paying ones, as counted by the node. */
  held: () => Promise<bigint>
  /** Returns the part of the held units that the operator put there. */
  float: () => Promise<bigint>
  /** The address to which the operator sent money for payouts, if the server sees that as an unassigned deposit. */
  floatAddress: string | null
  /** Sets the number of confirmations that a deposit needs from now on. */
  setConfirmations: (count: number) => void
  /** Does some work while the node lacks the given number of last blocks. */
  behind: (blocks: number, work: () => Promise<void>) => Promise<void>
  /** Checks at the end whatever else must match the chain. */
  expectRest?: (people: readonly Person[]) => Promise<void>
}

/**
 * Runs a network on a chain through payments in and out, replacements, reorganizations, outages and crashes in random
 * order. The books are compared with the chain after each round of the server, and exactly at the end. Returns how
 * often each event was carried out.
 */
export async function playLife(
  app: TestApp,
  chain: LifeChain,
  random: Random,
  events: number
): Promise<ReadonlyMap<string, number>> {
  const people = await Promise.all(Array.from({ length: 4 }, () => openAccount(app, chain, random)))
  const admin = await app.signInAdmin()
  const life: Life = { people, backups: [await takeBackup(app.context)], admin }
  const acts = {
    ...commonActs(app, chain, random, people),
    ...harderActs(app, chain, random, life),
    ...chain.acts(random, people)
  }
  const names = Object.keys(acts)
  const counts = new Map<string, number>()
  await chain.turn(app.context)
  for (let event = 0; event < events; event++) {
    const name = random.pick(names)
    // The node refuses what is impossible at the time, such as replacing a transaction that is in a block.
    const isDone = await acts[name]?.().then(
      () => true,
      (error: Error) => {
        // If the node does not answer at all, the run must fail, because all later results would be meaningless.
        if (error.name === 'AssertionError' || error.name === 'TimeoutError') throw error
        return false
      }
    )
    if (isDone) counts.set(name, (counts.get(name) ?? 0) + 1)
    if (!random.chance(0.7)) continue
    await chain.turn(app.context)
    await releaseAfterRestore(life)
    await expectBooksHold(app)
  }
  chain.setConfirmations(3)
  // A payout that waited for coins or for the signer needs more rounds than others.
  for (let round = 0; round < 8; round++) {
    await chain.deepen()
    await chain.turn(app.context)
    await chain.turn(app.context)
    await releaseAfterRestore(life)
  }
  await expectBooksHold(app)
  await expectChainTruth(app, chain, people)
  for (const it of life.backups) it.dispose()
  return counts
}

/** Events that can happen on any chain. */
function commonActs(
  app: TestApp,
  chain: LifeChain,
  random: Random,
  people: readonly Person[]
): Acts {
  const { context } = app
  return {
    async withdraw() {
      const { browser } = random.pick(people)
      await browser.api.security.stepUp({ access_code: browser.accessCode })
      const [min, max] = chain.withdrawals
      await browser.api.payments.createWithdrawal({
        token_code: random.pick(chain.tokens),
        address: await chain.outsideAddress(),
        amount: String(min + random.below(max - min))
      })
    },
    async cancel() {
      const { api } = random.pick(people).browser
      const list = await api.payments.listWithdrawals()
      const open = list.ok ? list.value.data.find(it => it.attributes.ended_at === null) : null
      if (open) await api.payments.cancelWithdrawal({ id: open.id })
    },
    wait: async () => context.clock.advance(61 * 60_000),
    async crash() {
      const crashing = createCrashingDatabase(context, random)
      crashing.setRisk(0.1)
      await chain.turn({ ...context, db: crashing.db }).catch(() => {})
    },
    async signerDown() {
      await chain.signer.stop()
      await chain.turn(context).catch(() => {})
      await chain.signer.start()
    },
    async nodeDown() {
      chain.proxy.failAt(1 + random.below(40), random.pick(['request', 'answer']))
      await chain.turn(context).catch(() => {})
      chain.proxy.mend()
    }
  }
}

/** Harder events: nodes that are behind, settings that change, and restored backups of any age. */
function harderActs(
  app: TestApp,
  chain: LifeChain,
  random: Random,
  { people, backups }: Life
): Acts {
  const { context } = app
  return {
    async fallBehind() {
      await chain.turn(context)
      const before = await readState(context)
      await chain.behind(1 + random.below(6), async () => {
        await chain.turn(context).catch(() => {})
        expect(await readState(context)).toEqual(before)
      })
    },
    confirm: async () => chain.setConfirmations(1 + random.below(6)),
    newcomer: async () => void people.push(await openAccount(app, chain, random)),
    async backup() {
      if (backups.length < 3) backups.push(await takeBackup(context))
    },
    async restore() {
      // Some time has passed since the event before the restore.
      context.clock.advance(10_000)
      await random.pick(backups).restore()
      await chain.turn(context)
    }
  }
}

/** Reads the state that a node without the newest blocks must not change. */
async function readState({ db }: Context) {
  const { rows } = await sql`
    select (select json_agg((id, credited) order by id) from deposits where credited > 0) as credits,
      (select json_agg((id, state in ('failed', 'cancelled')) order by id) from withdrawals) as withdrawals,
      (select json_agg((name, height)) from chains) as heights`.execute(db)
  return rows
}

/** Lets an operator review the restore and resume payouts. */
async function releaseAfterRestore({ admin }: Life): Promise<void> {
  const review = await admin.api.payments.readPayoutReview()
  if (!review.ok) throw new Error(review.code)
  if (!review.value.meta.restore?.is_searched) return
  await admin.api.security.stepUp({ access_code: admin.accessCode })
  const released = await admin.api.payments.releasePayouts()
  if (!released.ok) throw new Error(released.code)
}

async function openAccount(app: TestApp, chain: LifeChain, random: Random): Promise<Person> {
  const browser = await app.signIn()
  const address = await newDepositAddress(browser, random.pick(chain.tokens))
  return { browser, address }
}

/** Expects `mille verify --chain` to find no problem. */
async function expectBooksHold({ context }: TestApp): Promise<void> {
  expect(await verifyChain(context)).toEqual([])
}

/**
 * Expects that nothing is pending and each account has exactly what its address received, less what was paid from it.
 */
async function expectChainTruth(
  { context: { db } }: TestApp,
  chain: LifeChain,
  people: readonly Person[]
): Promise<void> {
  let owed = 0n
  for (const { browser, address } of people) {
    const id = Number(browser.userId)
    const known = await db
      .selectFrom('deposit_addresses')
      .select('user_id')
      .where('address', '=', address)
      .executeTakeFirst()
    // A person who is not in the restored backup is skipped.
    if (known?.user_id !== id) continue
    const { rows } = await sql<{ paid: bigint; open: bigint; owed: bigint }>`
      select coalesce((select sum(amount) from withdrawals where user_id = ${id} and state = 'confirmed'), 0) as paid,
        (select count(*) from withdrawals where user_id = ${id} and ended_at is null) as open,
        coalesce((select sum(credited - case when block_hash is null then 0 else amount end) from deposits
          where user_id = ${id} and credited > 0), 0) as owed`.execute(db)
    const { paid = 0n, open = 0n, owed: debt = 0n } = rows[0] ?? {}
    owed += debt
    expect(open).toBe(0n)
    const [free = 0n, held = 0n] = await balances(db, [
      userAccount(id, chain.asset),
      userAccount(id, chain.asset, 'held')
    ])
    expect(free + held).toBe((await chain.arrived(address)) + debt - paid)
  }
  const [outside = 0n] = await balances(db, [networkAccount(chain.asset, 'outside')])
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(sum(amount), 0) as amount from deposits
    where user_id is null and asset is not null and block_hash is not null
      and address <> coalesce(${chain.floatAddress}, '')`.execute(db)
  const queued = rows[0]?.amount ?? 0n
  expect(await chain.held()).toBe((await chain.float()) - outside - owed + queued)
  await chain.expectRest?.(people)
}
