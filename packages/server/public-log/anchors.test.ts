import { createHash } from 'node:crypto'
import { createCrashingDatabase } from '@mille/testing/crashing-database.ts'
import {
  createTestSigner,
  depositBitcoin,
  type TestSigner,
  takeTurn,
  verifyChain,
  withdrawBitcoin
} from '@mille/testing/payments.ts'
import { createRandom } from '@mille/testing/random.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { payNetwork, spendAway } from '@mille/testing/spend-away.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { appendEntries } from './append.ts'
import { readCheckpoint } from './read-log.ts'
import { openPublicLog } from './seal.ts'
import { readNote } from './signed-note.ts'

/** Step between tested crash points; testing all of them takes minutes. */
const step = process.env.MILLE_PROOF === 'full' ? 1 : 7

let regtest: Regtest
let signer: TestSigner
let app: TestApp
let user: SignedInBrowser

/** Starts a chain, a signer and a network whose log has its first checkpoint. */
async function start(isAnchoring: boolean, nodeOptions: readonly string[] = []): Promise<void> {
  regtest = await startRegtest(nodeOptions)
  signer = createTestSigner(regtest)
  await signer.start()
  app = await createTestApp()
  const { payments } = app.context.config
  payments.bitcoin = regtest.config
  payments.signerSocket = signer.socket
  payments.withdrawals.freezeHours = 0
  payments.isAnchoring = isAnchoring
  user = await app.signIn()
  await openPublicLog(app.context)
  for (const amount of ['0.05', '0.04', '0.03'])
    await depositBitcoin(app.context, regtest, user, amount)
}
afterEach(async () => {
  expect(await verifyChain(app.context)).toEqual([])
  await app.close()
  await signer.dispose()
  await regtest.dispose()
})

const turn = () => takeTurn(app.context, regtest, signer.socket)

const withdraw = (amount: string) => withdrawBitcoin(regtest, user, amount)

const received = (address: string) => regtest.rpc.wallet<string>('getreceivedbyaddress', address, 0)

async function grow(): Promise<void> {
  const entry = Buffer.from(`entry at ${app.context.now().toISOString()}`)
  await app.context.db.transaction().execute(tx => appendEntries(tx, [entry]))
  await openPublicLog(app.context)
}

const nextDay = () => app.context.clock.advance(24 * 3_600_000)

type Output = { value: string; scriptPubKey: { hex: string; type: string } }
/** Returns the scripts of each payout's outputs that pay no one, oldest payout first. */
async function dataOfPayouts(): Promise<string[][]> {
  const rows = await app.context.db.selectFrom('payouts').select('raw').orderBy('id').execute()
  const all: string[][] = []
  for (const { raw } of rows) {
    const { vout } = await regtest.rpc.call<{ vout: Output[] }>('decoderawtransaction', raw)
    const data = vout.filter(it => it.scriptPubKey.type === 'nulldata')
    expect(data.every(it => it.value === '0.00000000')).toBe(true)
    all.push(data.map(it => it.scriptPubKey.hex))
  }
  return all
}

/** Builds the expected anchor script from the documentation and the last checkpoint alone. */
async function scriptOfLast(): Promise<string> {
  const last = await readCheckpoint(app.context.db)
  const lines = readNote(last?.note ?? '')?.text ?? ''
  expect(lines.split('\n')).toHaveLength(4)
  return `6a266d696c6c6531${createHash('sha256').update(lines).digest('hex')}`
}

async function anchors() {
  const read = await user.api.publicLog.readPublicLog()
  if (!read.ok) throw new Error(read.code)
  return read.value.data.attributes.anchors
}

test('a payout carries the last checkpoint into a block, and a reorganization into another one', async () => {
  await start(true)
  await grow()
  const address = await withdraw('1000000')
  await turn()
  const script = await scriptOfLast()
  expect(await dataOfPayouts()).toEqual([[script]])
  expect(await received(address)).toBe('0.00995000')
  const [waiting] = await anchors()
  const { origin } = (await openPublicLog(app.context)) ?? {}
  const payout = await app.context.db
    .selectFrom('payouts')
    .select('transaction_id as id')
    .executeTakeFirstOrThrow()
  expect(waiting).toMatchObject({ origin, size: 2, script, transaction_id: payout.id })
  expect(waiting).toMatchObject({ block: null, confirmations: 0, is_confirmed: false })

  const [first] = await regtest.mine(1)
  await turn()
  expect(await anchors()).toMatchObject([{ block: { hash: first }, is_confirmed: false }])
  // The block is lost, and the transaction is unconfirmed until a miner includes it again.
  await regtest.rewind(1)
  await regtest.mineEmpty(2)
  await turn()
  expect(await anchors()).toMatchObject([{ block: null, confirmations: 0 }])
  const [second] = await regtest.mine(1)
  await regtest.mine(5)
  await turn()
  const [confirmed] = await anchors()
  const height = await regtest.rpc.call<number>('getblockcount')
  expect(second).not.toBe(first)
  expect(confirmed).toMatchObject({ block: { hash: second, height: height - 5 } })
  expect(confirmed).toMatchObject({ confirmations: 6, is_confirmed: true })

  // A reorganization deeper than the confirmations that settled the payout.
  await regtest.mine(3)
  await turn()
  await regtest.rewind(9)
  await regtest.mineEmpty(10)
  await turn()
  expect(await anchors()).toMatchObject([{ block: null, is_confirmed: false }])
  const [third] = await regtest.mine(8)
  await turn()
  expect(await anchors()).toMatchObject([{ block: { hash: third }, is_confirmed: true }])
})

test('without the setting a payout carries nothing', async () => {
  await start(false)
  await withdraw('1000000')
  await turn()
  expect(await dataOfPayouts()).toEqual([[]])
  expect(await anchors()).toEqual([])
})

test('two payouts on one day carry one anchor, and the next day waits for another checkpoint', async () => {
  await start(true)
  const script = await scriptOfLast()
  await withdraw('1000000')
  await turn()
  await grow()
  await regtest.mine(1)
  await withdraw('1100000')
  await turn()
  expect(await dataOfPayouts()).toEqual([[script], []])

  await grow()
  const later = await scriptOfLast()
  nextDay()
  await regtest.mine(9)
  await withdraw('1200000')
  await turn()
  expect(await dataOfPayouts()).toEqual([[script], [], [later]])
  nextDay()
  await regtest.mine(9)
  await withdraw('1300000')
  await turn()
  expect(await dataOfPayouts()).toEqual([[script], [], [later], []])
  expect((await anchors()).map(it => it.script)).toEqual([later, script])
})

test('a raised fee keeps the anchor, and the network pays for it', async () => {
  await start(true)
  const address = await withdraw('1000000')
  await turn()
  app.context.clock.advance(61 * 60_000)
  await grow()
  await turn()
  const [one, other, ...more] = await dataOfPayouts()
  expect(one).toHaveLength(1)
  expect(other).toEqual(one)
  expect(more).toEqual([])
  const payouts = await app.context.db
    .selectFrom('payouts')
    .select(['id', 'fee', 'transaction_id as transactionId'])
    .orderBy('id')
    .execute()
  // One input and two outputs take 143 bytes at 10 satoshis each, and the anchor 49 bytes.
  expect(payouts[0]?.fee).toBe(1_430n + 490n)
  expect(await anchors()).toMatchObject([{ transaction_id: payouts[1]?.transactionId }])
  await regtest.mine(8)
  await turn()
  expect(await anchors()).toMatchObject([{ transaction_id: payouts[1]?.transactionId }])
  expect(await received(address)).toBe('0.00995000')
  const { rows } = await sql<{ paid: bigint }>`
    select sum(amount) as paid from ledger_transfers where kind = 'miner_fee'`.execute(
    app.context.db
  )
  expect(BigInt(rows[0]?.paid ?? 0)).toBe(payouts[1]?.fee)
})

test('a node that takes no data gets the same payout without an anchor, and that only once a day', async () => {
  await start(true, ['-datacarrier=0', '-acceptnonstdtxn=0'])
  const address = await withdraw('1000000')
  await turn()
  expect(await received(address)).toBe('0.00995000')
  expect((await dataOfPayouts()).map(it => it.length)).toEqual([1, 0])
  expect(await anchors()).toEqual([])
  await regtest.mine(9)
  await turn()
  await grow()
  const other = await withdraw('1100000')
  await turn()
  expect(await received(other)).toBe('0.01095000')
  expect((await dataOfPayouts()).map(it => it.length)).toEqual([1, 0, 0])
})

test('when a payout is dead, the next one carries the anchor', async () => {
  await start(true)
  await withdraw('1000000')
  await turn()
  await spendAway(app.context, regtest, 6)
  await payNetwork(regtest, '0.01')
  await turn()
  const script = await scriptOfLast()
  expect(await dataOfPayouts()).toEqual([[script], [script]])
  const last = await app.context.db
    .selectFrom('payouts')
    .select('transaction_id as transactionId')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect((await anchors()).map(it => it.transaction_id)).toEqual([last?.transactionId])
})

test('a payout that a crash or a restore forgot keeps its anchor', async () => {
  await start(true)
  await withdraw('1000000')
  await turn()
  const before = await anchors()
  expect(before).toHaveLength(1)
  const { db } = app.context
  await sql`update withdrawals set payout_id = null, state = 'requested'`.execute(db)
  await sql`delete from payout_anchors`.execute(db)
  await sql`delete from payout_inputs`.execute(db)
  await sql`delete from payouts`.execute(db)
  // By now, the next anchor would carry another checkpoint.
  await grow()
  await turn()
  expect(await anchors()).toMatchObject([
    { transaction_id: before[0]?.transaction_id, size: before[0]?.size }
  ])
})

/** Crashes the database at the nth moment: before a statement when `nth` is even, otherwise after one. */
function diesAt(nth: number): Parameters<typeof createCrashingDatabase>[1] {
  const random = createRandom(1)
  let moments = 0
  return { ...random, fraction: () => (moments++ === nth ? (nth % 2 === 0 ? 0 : 0.75) : 1) }
}

test('a crash at any statement leaves each payout with one anchor, which the books have', async () => {
  await start(true)
  const { context } = app
  let days = 0
  for (let nth = 0; nth < 400; nth += step) {
    nextDay()
    await grow()
    const script = await scriptOfLast()
    await withdraw('100000')
    const crashing = createCrashingDatabase(context, diesAt(nth))
    crashing.setRisk(1)
    const { db, pool } = crashing
    await takeTurn({ ...context, db, pool }, regtest, signer.socket).catch(() => {})
    await turn()
    await turn()
    const mempool = await regtest.rpc.call<string[]>('getrawmempool')
    const [newest] = await anchors()
    expect(newest, `moment ${nth}`).toMatchObject({ script, block: null })
    expect(mempool, `moment ${nth}`).toEqual([newest?.transaction_id])
    expect(await dataOfPayouts()).toHaveLength(++days)
    await regtest.mine(9)
    await turn()
    if (crashing.crashes() === 0) return
  }
  throw new Error('A turn has too many statements')
}, 600_000)

test('what the books say about an anchor is compared with the signed bytes', async () => {
  await start(true)
  await withdraw('1000000')
  await turn()
  const { db } = app.context
  const { hash } = await db.selectFrom('payout_anchors').select('hash').executeTakeFirstOrThrow()
  await db
    .updateTable('payout_anchors')
    .set({ hash: Buffer.alloc(32) })
    .execute()
  expect((await verifyChain(app.context)).join()).toContain('does not carry the anchor')
  await db.updateTable('payout_anchors').set({ hash }).execute()
})
