import {
  createEthereumClient,
  type EthereumClient
} from '@mille/server/payments/ethereum/client.ts'
import { payingAddress } from '@mille/server/payments/ethereum/keys.ts'
import { type Address, getAddress, parseAbiItem } from 'viem'
import { expect } from 'vitest'
import { type Anvil, startAnvil } from './anvil.ts'
import type { LifeChain } from './chain-life.ts'
import { createTestSigner, takeTokenTurn } from './payments.ts'
import type { Random } from './random.ts'
import { createRpcProxy } from './rpc-proxy.ts'
import type { TestApp } from './test-app.ts'

const codes = ['USDT', 'USDC'] as const
/** Ledger units (1e-8) per smallest unit of a token: tokens on this chain have six decimals. */
const unitsPerRaw = 100n
const floatRaw = 10n ** 12n
const transferEvent = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)'
)

export type EthereumLife = LifeChain & { anvil: Anvil; dispose: () => Promise<void> }

/** Starts a separate anvil node on which the network holds some tokens. The caller must dispose of it. */
export async function startEthereumLife({ context }: TestApp): Promise<EthereumLife> {
  const anvil = await startAnvil()
  const { key, config: direct } = anvil
  const { chainId, tokens } = direct
  const signer = createTestSigner(null, { key, chainId, contracts: tokens })
  const proxy = await createRpcProxy(direct.rpcUrl)
  const config = { ...direct, rpcUrl: proxy.url }
  const { payments } = context.config
  payments.ethereum = config
  payments.signerSocket = signer.socket
  payments.withdrawals.freezeHours = 0
  await signer.start()
  for (const code of codes) await anvil.fill(code, floatRaw)
  // Repeated reorganizations rarely reach deep blocks, so the chain starts with 60 blocks.
  await anvil.mine(60)
  const client = createEthereumClient(direct)

  async function transfersTo(address: string, token: string, last: bigint): Promise<bigint> {
    const logs = await client.getLogs({
      address: getAddress(token),
      event: transferEvent,
      args: { to: address as Address },
      fromBlock: 0n,
      toBlock: last,
      strict: true
    })
    return logs.reduce((sum, it) => sum + it.args.value, 0n)
  }

  return {
    anvil,
    asset: 'USD',
    tokens: codes,
    signer,
    proxy,
    turn: on => takeTokenTurn(on, config, signer.socket),
    outsideAddress: async () => `0x${context.randomBytes(20).toString('hex')}`,
    withdrawals: [2_000_000_000, 30_000_000_000],
    deepen: () => anvil.mine(10),
    async arrived(address) {
      const tip = await client.getBlockNumber({ cacheTime: 0 })
      const last = tip - BigInt(config.confirmations) + 1n
      let sum = 0n
      for (const token of Object.values(tokens)) sum += await transfersTo(address, token, last)
      return sum * unitsPerRaw
    },
    async held() {
      const own = await context.db
        .selectFrom('deposit_addresses')
        .select('address')
        .where('chain', '=', 'ethereum')
        // Skips addresses without a user or deposit: there are many, and nearly all are empty.
        .where(({ or, eb, exists, selectFrom }) =>
          or([
            eb('user_id', 'is not', null),
            exists(
              selectFrom('deposits')
                .select('id')
                .whereRef('deposits.address_id', '=', 'deposit_addresses.id')
            )
          ])
        )
        .execute()
      let sum = 0n
      for (const address of [payingAddress(config), ...own.map(it => it.address)])
        for (const code of codes) sum += await anvil.balance(code, address)
      return sum * unitsPerRaw
    },
    floatAddress: null,
    setConfirmations(count) {
      config.confirmations = count
      direct.confirmations = count
    },
    async behind(blocks, work) {
      proxy.fallBehind(blocks)
      await work().finally(() => proxy.mend())
    },
    float: async () => floatRaw * unitsPerRaw * BigInt(codes.length),
    /** Checks that native coins credit no account: every coin payment in a block waits for the operator. */
    async expectRest(people) {
      // Ignores people who signed up between two restores of the same backup: no database has their addresses.
      const known = await context.db
        .selectFrom('deposit_addresses')
        .select('address')
        .where(
          'address',
          'in',
          people.map(it => it.address)
        )
        .execute()
      const own = new Set(known.map(it => getAddress(it.address)))
      const paid = await readCoins(client, payingAddress(config), own)
      const waiting = await context.db
        .selectFrom('deposits')
        .select('transaction_id')
        .where('token_code', '=', 'ETH')
        .where('block_hash', 'is not', null)
        .execute()
      expect(waiting.map(it => it.transaction_id).sort()).toEqual(paid.sort())
    },
    acts: (random, people) => {
      const recent: { id: string; nonce: number }[] = []
      const token = () => random.pick(codes)
      const someone = () => random.pick(people).address
      return {
        async pay() {
          const nonce = await anvil.nonce()
          const id = await anvil.pay(token(), someone(), randomRaw(random))
          recent.push({ id, nonce })
        },
        payTwo: () =>
          anvil.payTwo(token(), [
            { to: someone(), amount: randomRaw(random) },
            { to: someone(), amount: randomRaw(random) }
          ]),
        async payTwoInBlock() {
          const to = someone()
          await anvil.pay(token(), to, randomRaw(random))
          await anvil.pay(token(), to, randomRaw(random))
          await anvil.mine(1)
        },
        async payByBlock() {
          const [even, odd] = [randomRaw(random), randomRaw(random)]
          await anvil.payByBlock(token(), someone(), { even, odd })
        },
        payPayer: () => anvil.pay(token(), payingAddress(config), randomRaw(random)),
        payCoin: () => anvil.payCoin(someone(), 10n ** 15n * BigInt(1 + random.below(999))),
        mine: () => anvil.mine(1 + random.below(3)),
        async reorganise() {
          const depth = 1 + random.below(6)
          await anvil.reorganise(depth, random.chance(0.5) ? 'lost' : 'waits')
        },
        /** Replaces the newest transaction by one to another recipient or with another amount, using the same nonce. */
        async replace() {
          const last = recent.pop()
          if (!last) throw new Error('Nothing waits')
          const terms = { nonce: last.nonce, gasPrice: 10n ** 11n }
          await anvil.pay(token(), someone(), randomRaw(random), terms)
        },
        async drop() {
          const last = recent.pop()
          if (!last) throw new Error('Nothing waits')
          await anvil.drop(last.id)
        }
      }
    },
    async dispose() {
      await proxy.close()
      await signer.dispose()
      await anvil.dispose()
    }
  }
}

/** Returns the hashes of coin payments from other senders, in all blocks. */
async function readCoins(
  client: EthereumClient,
  payer: string,
  to: ReadonlySet<string>
): Promise<string[]> {
  const tip = await client.getBlockNumber({ cacheTime: 0 })
  const hashes: string[] = []
  for (let blockNumber = 0n; blockNumber <= tip; blockNumber++) {
    const block = await client.getBlock({ blockNumber, includeTransactions: true })
    for (const it of block.transactions)
      if (it.value > 0n && it.to && to.has(getAddress(it.to)) && getAddress(it.from) !== payer)
        hashes.push(it.hash)
  }
  return hashes
}

/** Returns a random amount, from the smallest unit up to 500 dollars. */
function randomRaw(random: Random): bigint {
  return random.chance(0.1) ? 1n : BigInt(1_000_000 + random.below(499_000_000))
}
