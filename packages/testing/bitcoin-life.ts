import { addressAt } from '@mille/server/payments/bitcoin/keys.ts'
import { readHoldings } from '@mille/server/payments/bitcoin/node-wallet.ts'
import { createBitcoinRpc } from '@mille/server/payments/bitcoin/rpc.ts'
import { readExtendedKey } from '@mille/server/payments/facts/extended-key.ts'
import { offerAnchor } from '@mille/server/payments/payouts/anchors.ts'
import type { LifeChain } from './chain-life.ts'
import { createTestSigner, takeTurn } from './payments.ts'
import { type Regtest, startRegtest } from './regtest.ts'
import { createRpcProxy } from './rpc-proxy.ts'
import type { TestApp } from './test-app.ts'

/** Starts a bitcoind whose wallet gives the network some coins, for one test run; the caller must dispose of it. */
export async function startBitcoinLife({
  context
}: TestApp): Promise<LifeChain & { dispose: () => Promise<void> }> {
  const regtest = await startRegtest()
  const signer = createTestSigner(regtest)
  const proxy = await createRpcProxy(regtest.config.rpcUrl)
  const config = { ...regtest.config, rpcUrl: proxy.url }
  const { payments } = context.config
  payments.bitcoin = config
  payments.signerSocket = signer.socket
  payments.withdrawals.freezeHours = 0
  // The first payout carries an anchor, through everything that happens to the payout.
  payments.isAnchoring = true
  const offer = { epoch: 1, size: 1, hash: Buffer.alloc(32, 7), at: context.now() }
  await context.db.transaction().execute(tx => offerAnchor(tx, offer))
  let wallets = 0
  await signer.start()
  await takeTurn(context, { config })
  const floatAddress = addressAt(readExtendedKey(config.xpub), 990, 'regtest')
  await regtest.pay({ [floatAddress]: '50' })
  // Reorganizations may follow each other; the deeper this payment is, the less likely they reach it.
  await regtest.mine(20)

  return {
    asset: 'BTC',
    tokens: ['BTC'],
    signer,
    proxy,
    turn: on => takeTurn(on, { config }, signer.socket),
    outsideAddress: () => regtest.rpc.wallet<string>('getnewaddress'),
    withdrawals: [100_000, 3_100_000],
    deepen: async () => void (await regtest.mine(10)),
    arrived: address => arrivedAt(regtest, address),
    held: async () => (await readHoldings(createBitcoinRpc(regtest.config))).spendable,
    float: () => arrivedAt(regtest, floatAddress),
    floatAddress,
    setConfirmations(count) {
      config.confirmations = count
      regtest.config.confirmations = count
    },
    async behind(blocks, work) {
      const height = await regtest.rpc.call<number>('getblockcount')
      const hash = await regtest.rpc.call<string>('getblockhash', height - blocks + 1)
      await regtest.rewind(blocks)
      await work().finally(() => regtest.rpc.call('reconsiderblock', hash))
    },
    acts: (random, people) => {
      const recent: string[] = []
      const smallest = Number(config.minimumDeposit)
      const amount = () => `0.${String(smallest + random.below(9_990_000)).padStart(8, '0')}`
      return {
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
        /** Switches to a new wallet, which the server must create and rescan. */
        async newWallet() {
          // The old wallet is unloaded, because every loaded wallet slows down each block.
          await regtest.rpc.call('unloadwallet', config.wallet)
          config.wallet = `${regtest.config.wallet}-${++wallets}`
          regtest.config.wallet = config.wallet
        },
        async raiseFee() {
          const id = recent.at(-1)
          if (!id) throw new Error('Nothing waits')
          await regtest.rpc.wallet('bumpfee', id)
        },
        async spendAway() {
          const id = recent.pop()
          if (!id) throw new Error('Nothing waits')
          await regtest.doubleSpend(id)
        }
      }
    },
    async dispose() {
      await proxy.close()
      await signer.dispose()
      await regtest.dispose()
    }
  }
}

/** Returns what the node reports as received by an address, with enough confirmations. */
async function arrivedAt({ config }: Regtest, address: string): Promise<bigint> {
  const list = await createBitcoinRpc(config).wallet<
    { address?: string; category: string; amount: string; confirmations: number }[]
  >('listtransactions', '*', 100_000, 0, true)
  return list
    .filter(
      it =>
        it.address === address &&
        it.category === 'receive' &&
        it.confirmations >= config.confirmations
    )
    .reduce((sum, it) => sum + BigInt(it.amount.replace('.', '')), 0n)
}
