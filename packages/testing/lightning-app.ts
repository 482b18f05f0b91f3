import type { LightningConfig } from '@mille/server/config/payments.ts'
import { balances, userAccount } from '@mille/server/ledger/index.ts'
import { creditInvoice } from '@mille/server/payments/lightning/deposits/credit-invoice.ts'
import { endPayment } from '@mille/server/payments/lightning/withdrawals/end-payment.ts'
import { readLightning } from '@mille/server/payments/lightning-health.ts'
import { startPayments } from '@mille/server/payments/start-payments.ts'
import { freePort } from './free-port.ts'
import {
  fundTestChannel,
  startTestLightning,
  type TestLightning,
  type TestNodeParts,
  until
} from './lightning.ts'
import { type Regtest, startRegtest } from './regtest.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from './test-app.ts'

type Account = Pick<SignedInBrowser, 'api' | 'userId'>
type Limits = Pick<
  LightningConfig,
  'minimumDeposit' | 'maximumDeposit' | 'minimumWithdrawal' | 'maximumWithdrawal'
>

export type LightningApp = {
  app: TestApp
  regtest: Regtest
  /** A wallet outside of the network, which has funded the only channel of the network's node. */
  wallet: TestLightning
  /** Stops the payments of the app, and its node. */
  stop: () => Promise<void>
  /** Starts them again, and waits until the channel can be used. */
  start: () => Promise<void>
  /** Stops the app's node, and runs it where a test can stop it at a given place. */
  takeNode: (parts?: Partial<Pick<TestNodeParts, 'credit' | 'decided'>>) => Promise<TestLightning>
  /** Stops a node from `takeNode`, and starts the app's again. */
  giveBack: (node: TestLightning) => Promise<void>
  /** Returns what an account has in satoshis. */
  balanceOf: (account: Account) => Promise<{ free: bigint; held: bigint }>
  /** Gives an account money, and the node something to pay with. A channel carries a tenth of its capacity at a time. */
  deposit: (account: Account, amount: bigint) => Promise<void>
  close: () => Promise<void>
}

const seedByte = 8

/** Starts an app whose node has a channel of a million satoshis with a wallet's, all of them the wallet's. */
export async function startLightningApp(limits: Partial<Limits> = {}): Promise<LightningApp> {
  const started: { close: () => unknown }[] = []
  const close = async () => {
    for (const it of started.toReversed()) await it.close()
  }
  try {
    const regtest = await startRegtest()
    started.push({ close: () => regtest.dispose() })
    await regtest.mine(1)
    const wallet = await startTestLightning(regtest, 7)
    started.push({ close: () => wallet.dispose() })
    const app = await createTestApp()
    started.push(app)
    app.context.clock.set(new Date())
    const port = await freePort()
    configure(app, { regtest, wallet, port, limits })
    let running = startPayments(app.context)
    started.push({ close: () => running.stop() })
    await openChannel(app, regtest, wallet)

    const stop = () => running.stop()
    async function start(): Promise<void> {
      running = startPayments(app.context)
      await untilUsable(app)
    }
    return {
      ...{ app, regtest, wallet, stop, start, close },
      async takeNode(parts) {
        await stop()
        const { db, pool } = app.context
        const own = { database: { db, pool }, port, credit: creditInvoice, decided: endPayment }
        return startTestLightning(regtest, seedByte, wallet, { ...own, ...parts })
      },
      async giveBack(node) {
        node.node().close()
        await start()
      },
      balanceOf: account => balanceOf(app, account),
      deposit: (account, amount) => deposit(app, wallet, account, amount)
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Parts = { regtest: Regtest; wallet: TestLightning; port: number; limits: Partial<Limits> }

function configure(app: TestApp, { regtest, wallet, port, limits }: Parts): void {
  const { payments } = app.context.config
  payments.bitcoin = regtest.config
  payments.lightning = {
    seed: new Uint8Array(32).fill(seedByte),
    listen: { host: '127.0.0.1', port },
    peers: [{ publicKey: wallet.node().publicKey, host: '127.0.0.1', port: wallet.port }],
    ...{ minimumDeposit: 1_000n, maximumDeposit: 500_000n, network: 'regtest' },
    ...{ minimumWithdrawal: 1_000n, maximumWithdrawal: 100_000n },
    ...limits
  }
}

async function openChannel(app: TestApp, regtest: Regtest, wallet: TestLightning): Promise<void> {
  await until(async () => (await readLightning(app.context))?.connectedPeers === 1)
  const { public_key: publicKey } = await app.context.db
    .selectFrom('lightning_node')
    .select('public_key')
    .executeTakeFirstOrThrow()
  await fundTestChannel(regtest, wallet, publicKey, 1_000_000n)
  await untilUsable(app)
}

const untilUsable = (app: TestApp) =>
  until(async () => (await readLightning(app.context))?.usableChannels === 1)

async function balanceOf({ context }: TestApp, { userId }: Account) {
  const id = Number(userId)
  const refs = [userAccount(id, 'BTC'), userAccount(id, 'BTC', 'held')]
  const [free = 0n, held = 0n] = await balances(context.db, refs)
  return { free, held }
}

async function deposit(
  app: TestApp,
  wallet: TestLightning,
  account: Account,
  amount: bigint
): Promise<void> {
  const { free } = await balanceOf(app, account)
  const made = await account.api.payments.createLightningDeposit({
    depositable_id: account.userId,
    depositable_type: 'user',
    amount: String(amount)
  })
  if (!made.ok) throw new Error(made.code)
  const { id, attributes } = made.value.data
  const { invoice } = attributes
  await wallet.node().pay({ paymentId: `deposit ${id}`, invoice, amount, maximumFee: 10n })
  await until(async () => (await balanceOf(app, account)).free === free + amount)
}
