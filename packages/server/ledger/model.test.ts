import { type Asset, assets } from '@mille/money/amount.ts'
import { createTestDatabase } from '@mille/testing/test-database.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect, type Tx } from '../db/connect.ts'
import { type AccountRef, networkAccount, userAccount } from './accounts.ts'
import { hold, postHold, voidHold } from './holds.ts'
import { balances } from './queries.ts'
import { transfer } from './transfer.ts'
import { verifyLedger } from './verify.ts'

const users = 4
const outside = 0
const operations = process.env.MILLE_PROOF === 'full' ? 100_000 : 2_500
const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const at = new Date('2026-03-02T10:00:00Z')

type Move = { key: number; from: number; to: number; amount: bigint }
type Operation =
  | { type: 'transfer'; moves: Move[] }
  | { type: 'hold'; key: number; from: number; amount: bigint }
  | { type: 'post'; hold: number; key: number; to: number; amount: bigint }
  | { type: 'void'; hold: number; key: number }
  /** Returns the amount of an earlier transfer with a new one. */
  | { type: 'reverse'; of: number; key: number }

const account = fc.nat({ max: users })
const amount = fc.oneof(fc.bigInt({ min: 1n, max: 50n }), fc.bigInt({ min: 1n, max: 10n ** 12n }))
// There are few keys, so that many are reused, for the same request and for others.
const key = fc.nat({ max: 120 })
const move = fc
  .record({ key, from: account, to: account, amount })
  .filter(({ from, to }) => from !== to)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('transfer'), moves: fc.array(move, { maxLength: 5 }) })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('hold'),
      key,
      from: fc.integer({ min: 1, max: users }),
      amount
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('post'),
      hold: fc.nat({ max: 20 }),
      key,
      to: account,
      amount
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('void'), hold: fc.nat({ max: 20 }), key })
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reverse'), of: key, key }) }
)

let database: Connection
beforeAll(async () => {
  const made = await createTestDatabase(1)
  // Other tests cover whether commits reach the disk; waiting for it here would only take time.
  const name = made.connection.database
  await sql.raw(`alter database ${name} set synchronous_commit = off`).execute(made.db)
  await made.close()
  database = await connect(made.connection, 4)
})
afterAll(() => database.close())

/** Models what the ledger must do, without SQL: balances, used keys and holds. */
function createModel() {
  const available = Array.from({ length: users + 1 }, () => 0n)
  const held = Array.from({ length: users + 1 }, () => 0n)
  const used = new Map<string, string>()
  const made = new Map<number, Move>()
  const holds: { from: number; amount: bigint; state: 'open' | 'ended' }[] = []

  function transferAll(moves: Move[]): string {
    const requests = moves.map(
      ({ key, ...it }) => [`t${key}`, `${it.from}-${it.to}-${it.amount}`] as const
    )
    const fresh = new Map<string, Move>()
    const seen = new Map(used)
    for (const [index, [name, request]] of requests.entries()) {
      const before = seen.get(name)
      if (before !== undefined && before !== request) return 'idempotency_key_reused'
      const it = moves[index]
      if (before === undefined && it) fresh.set(name, it)
      seen.set(name, request)
    }
    const after = [...available]
    for (const { from, to, amount } of fresh.values()) {
      after[from] = (after[from] ?? 0n) - amount
      after[to] = (after[to] ?? 0n) + amount
      if (from !== outside && (after[from] ?? 0n) < 0n) return 'insufficient_funds'
    }
    available.splice(0, available.length, ...after)
    for (const [name, request] of seen) used.set(name, request)
    for (const it of fresh.values()) made.set(it.key, it)
    return 'ok'
  }

  function holdMoney(name: string, from: number, amount: bigint): string {
    const request = `${from}-${amount}`
    if (used.has(name)) return used.get(name) === request ? 'ok' : 'idempotency_key_reused'
    if ((available[from] ?? 0n) < amount) return 'insufficient_funds'
    available[from] = (available[from] ?? 0n) - amount
    held[from] = (held[from] ?? 0n) + amount
    used.set(name, request)
    holds.push({ from, amount, state: 'open' })
    return 'ok'
  }

  function endHold(index: number, name: string, to: number | null, posted: bigint): string {
    const it = holds[index]
    if (!it) return 'hold_not_found'
    if (posted > it.amount) return 'amount_over_hold'
    const request = `${index}-${to}-${posted}`
    if (used.has(name)) return used.get(name) === request ? 'ok' : 'idempotency_key_reused'
    if (it.state === 'ended') return 'hold_ended'
    it.state = 'ended'
    held[it.from] = (held[it.from] ?? 0n) - it.amount
    available[it.from] = (available[it.from] ?? 0n) + it.amount - posted
    if (to !== null) available[to] = (available[to] ?? 0n) + posted
    used.set(name, request)
    return 'ok'
  }
  return { available, held, made, transferAll, holdMoney, endHold }
}

let round = 0
let done = 0
/** How often each kind of operation had each outcome. */
const counts = new Map<string, number>()
/**
 * Number of steps in one transaction, after which balances are compared. Comparing after each step would take most of
 * the time.
 */
const stepsBetween = 8

async function walk(asset: Asset, steps: Operation[]): Promise<void> {
  round += 1
  const prefix = `round${round}:`
  const people = round * 10
  const [first] = await balances(database.db, [networkAccount(asset, 'outside')])
  const model = createModel()
  const holdIds: bigint[] = []
  const ref = (index: number, kind: AccountRef['kind'] = 'available') =>
    index === outside ? networkAccount(asset, 'outside') : userAccount(people + index, asset, kind)
  const everybody = Array.from({ length: users + 1 }, (_, index) => index)

  function reversal({ of, key }: Operation & { type: 'reverse' }): Move[] {
    const it = model.made.get(of)
    return it ? [{ key, from: it.to, to: it.from, amount: it.amount }] : []
  }

  /** Takes a step, and returns the outcome of the model and that of the ledger. */
  async function take(tx: Tx, step: Operation) {
    if (step.type === 'transfer' || step.type === 'reverse') {
      const moves = step.type === 'transfer' ? step.moves : reversal(step)
      const transfers = moves.map(it => ({
        key: `${prefix}t${it.key}`,
        kind: 'test',
        amount: it.amount,
        from: ref(it.from),
        to: ref(it.to),
        at
      }))
      return { expected: model.transferAll(moves), result: await transfer(tx, transfers) }
    }
    if (step.type === 'hold') {
      const name = `h${step.key}`
      const request = {
        key: prefix + name,
        from: ref(step.from),
        amount: step.amount,
        reason: 'test',
        at
      }
      const result = await hold(tx, request)
      if (result.ok && !holdIds.includes(result.value.id)) holdIds.push(result.value.id)
      return { expected: model.holdMoney(name, step.from, step.amount), result }
    }
    const holdId = holdIds[step.hold] ?? 0n
    const name = `${step.type}${step.key}-${step.hold}`
    if (step.type === 'post') {
      const request = { holdId, key: prefix + name, amount: step.amount, to: ref(step.to), at }
      return {
        expected: model.endHold(step.hold, name, step.to, step.amount),
        result: await postHold(tx, request)
      }
    }
    return {
      expected: model.endHold(step.hold, name, null, 0n),
      result: await voidHold(tx, { holdId, key: prefix + name, at })
    }
  }

  for (let place = 0; place < steps.length; place += stepsBetween) {
    await database.db.transaction().execute(async tx => {
      // A refused step writes nothing, and the transaction continues.
      for (const step of steps.slice(place, place + stepsBetween)) {
        done += 1
        const { expected, result } = await take(tx, step)
        const outcome = result.ok ? 'ok' : result.code
        expect(outcome).toBe(expected)
        const name = `${step.type} ${outcome}`
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
    })
    const found = await balances(database.db, [
      ...everybody.map(it => ref(it)),
      ...everybody.slice(1).map(it => ref(it, 'held'))
    ])
    found[outside] = (found[outside] ?? 0n) - (first ?? 0n)
    expect(found).toEqual([...model.available, ...model.held.slice(1)])
  }
}

test(`does what a ledger without SQL does, whatever is asked of it, ${operations} times`, async () => {
  process.stdout.write(`ledger model: MILLE_SEED=${seed}\n`)
  // The two assets have no account in common, so they are tested in parallel.
  await Promise.all(
    assets.map(async (asset, index) => {
      for (let runs = 0; done < operations; runs++) {
        const steps = fc.array(operation, { minLength: 200, maxLength: 400, size: 'max' })
        await fc.assert(
          fc.asyncProperty(steps, it => walk(asset, it)),
          { seed: seed + runs * assets.length + index, numRuns: 5, endOnFailure: true }
        )
      }
    })
  )
  expect(await verifyLedger(database.db)).toMatchObject({ ok: true })
  const list = [...counts].sort().map(([name, count]) => `${name} ${count}`)
  process.stdout.write(`ledger model: ${done} operations: ${list.join(', ')}\n`)
  expect(done).toBeGreaterThanOrEqual(operations)
}, 1_800_000)
