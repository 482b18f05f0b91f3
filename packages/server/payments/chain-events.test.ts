import { createCrashingDatabase } from '@mille/testing/crashing-database.ts'
import { createTestSigner, type TestSigner, takeTurn } from '@mille/testing/payments.ts'
import { createRandom, type Random } from '@mille/testing/random.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { balances, networkAccount, userAccount, verifyLedger } from '../ledger/index.ts'
import { addressAt, readExtendedKey } from './bitcoin/keys.ts'
import { readHoldings } from './bitcoin/node-wallet.ts'
import { createBitcoinRpc } from './bitcoin/rpc.ts'
import { reconcile } from './reconcile.ts'
import { verifyPayments } from './verify.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const seeds = isProof ? 50 : 2
const events = isProof ? 80 : 40
const firstSeed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** A chain, a key and a database of its own for each life. */
let regtest: Regtest
let signer: TestSigner

type Person = { browser: SignedInBrowser; address: string }

/** One life of a network on the chain: payments, replacements, reorganisations, outages and crashes in any order. */
async function live(app: TestApp, random: Random): Promise<Person[]> {
  const { context } = app
  const people = await Promise.all(Array.from({ length: 4 }, () => openAccount(app)))
  const turn = () => takeTurn(context, regtest, signer.socket)
  await turn()
  const recent: string[] = []
  const amount = () => `0.${String(1 + random.below(9_999_999)).padStart(8, '0')}`

  const acts: Record<string, () => Promise<unknown>> = {
    async pay() {
      recent.push(await regtest.pay({ [random.pick(people).address]: amount() }))
    },
    async payTwo() {
      const [one, two] = [random.pick(people), random.pick(people)]
      recent.push(await regtest.pay({ [one.address]: amount(), [two.address]: amount() }))
    },
    mine: () => regtest.mine(1 + random.below(3)),
    mineEmpty: () => regtest.mineEmpty(1),
    async reorganise() {
      const depth = 1 + random.below(6)
      await regtest.rewind(depth)
      await (random.chance(0.5) ? regtest.mineEmpty(depth + 1) : regtest.mine(depth + 1))
    },
    raiseFee: async () => {
      const id = recent.at(-1)
      if (id) await regtest.rpc.wallet('bumpfee', id)
    },
    spendAway: async () => {
      const id = recent.pop()
      if (id) await regtest.doubleSpend(id)
    },
    async withdraw() {
      const { browser } = random.pick(people)
      await browser.api.security.stepUp({ access_code: browser.accessCode })
      const address = await regtest.rpc.wallet<string>('getnewaddress')
      const units = String(100_000 + random.below(3_000_000))
      await browser.api.payments.createWithdrawal({ token_code: 'BTC', address, amount: units })
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
      await takeTurn({ ...context, db: crashing.db }, regtest, signer.socket)
    },
    async signerDown() {
      await signer.stop()
      await turn().catch(() => {})
      await signer.start()
    }
  }
  const names = Object.keys(acts)
  for (let event = 0; event < events; event++) {
    // What cannot be done right now, such as raising the fee of what is in a block, is refused by the node.
    await acts[random.pick(names)]?.().catch(() => {})
    if (!random.chance(0.7)) continue
    await turn()
    await mustHold(app)
  }
  for (let round = 0; round < 4; round++) {
    await regtest.mine(10)
    await turn()
    await turn()
  }
  return people
}

async function openAccount(app: TestApp): Promise<Person> {
  const browser = await app.signIn()
  const made = await browser.api.payments.createDepositAddress({
    depositable_id: browser.userId,
    depositable_type: 'user',
    token_code: 'BTC'
  })
  if (!made.ok) throw new Error(made.code)
  return { browser, address: made.value.data.attributes.address }
}

async function mustHold({ context }: TestApp): Promise<void> {
  expect(await verifyLedger(context.db)).toMatchObject({ ok: true })
  expect(await verifyPayments(context.db)).toEqual({ ok: true })
  for (const { holdings, liabilities } of await reconcile(context))
    expect(holdings >= liabilities, `${holdings} held, ${liabilities} owed`).toBe(true)
}

/** What the chain says came to an address, with its confirmations, by the node's own count. */
async function arrived(address: string): Promise<bigint> {
  const rpc = createBitcoinRpc(regtest.config)
  const { confirmations } = regtest.config
  const list = await rpc.wallet<
    { address?: string; category: string; amount: string; confirmations: number }[]
  >('listtransactions', '*', 100_000, 0, true)
  return list
    .filter(
      it => it.address === address && it.category === 'receive' && it.confirmations >= confirmations
    )
    .reduce((sum, it) => sum + BigInt(it.amount.replace('.', '')), 0n)
}

for (let index = 0; index < seeds; index++) {
  const seed = firstSeed + index
  test(`balances equal the chain’s truth after ${events} events, life ${index + 1} of ${seeds}`, async () => {
    process.stdout.write(`chain events: MILLE_SEED=${seed}\n`)
    regtest = await startRegtest()
    signer = createTestSigner(regtest)
    const app = await createTestApp()
    try {
      await signer.start()
      const { payments } = app.context.config
      payments.bitcoin = regtest.config
      payments.signerSocket = signer.socket
      payments.withdrawals.freezeHours = 0
      await run(app, seed)
    } finally {
      await app.close()
      await signer.dispose()
      await regtest.dispose()
    }
  }, 300_000)
}

async function run(app: TestApp, seed: number): Promise<void> {
  const { db } = app.context
  const key = readExtendedKey(regtest.config.xpub)
  await takeTurn(app.context, regtest)
  const floatAddress = addressAt(key, 990, 'regtest')
  await regtest.pay({ [floatAddress]: '50' })
  // Reorganisations follow each other: the deeper it lies, the less likely they reach it.
  await regtest.mine(20)
  const people = await live(app, createRandom(seed))
  await mustHold(app)
  let owed = 0n
  for (const { browser, address } of people) {
    const id = Number(browser.userId)
    const { rows } = await sql<{ paid: bigint; open: bigint; owed: bigint }>`
      select coalesce((select sum(amount) from withdrawals where user_id = ${id} and state = 'confirmed'), 0) as paid,
        (select count(*) from withdrawals where user_id = ${id} and ended_at is null) as open,
        coalesce((select sum(credited) from deposits where user_id = ${id} and block_height is null), 0) as owed`.execute(
      db
    )
    const { paid = 0n, open = 0n, owed: debt = 0n } = rows[0] ?? {}
    owed += debt
    expect(open).toBe(0n)
    const [free = 0n, held = 0n] = await balances(db, [
      userAccount(id, 'BTC'),
      userAccount(id, 'BTC', 'held')
    ])
    expect(free + held).toBe((await arrived(address)) + debt - paid)
  }
  const [outside = 0n] = await balances(db, [networkAccount('BTC', 'outside')])
  expect(await readHoldings(createBitcoinRpc(regtest.config))).toBe(
    (await arrived(floatAddress)) - outside - owed
  )
}
