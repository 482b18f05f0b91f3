import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EthereumConfig } from '@mille/server/config/payments.ts'
import { createEthereumClient, readTokenBalance } from '@mille/server/payments/ethereum/client.ts'
import { payingAddress } from '@mille/server/payments/ethereum/keys.ts'
import { HDKey } from '@scure/bip32'
import { type Address, concat, encodeFunctionData, erc20Abi, pad, toHex } from 'viem'
import { freePort } from './free-port.ts'

export type Anvil = {
  config: EthereumConfig
  /** The extended private key of the account whose public key is `config.xpub`. */
  key: HDKey
  mine: (count: number) => Promise<void>
  /**
   * Sends a token to the transaction pool, from an account with plenty; amounts are in units of 1e-6. Returns the
   * transaction hash.
   */
  pay: (token: 'USDT' | 'USDC', to: string, amount: bigint, terms?: Terms) => Promise<string>
  /** Sends a token to two addresses in one transaction. */
  payTwo: (token: 'USDT' | 'USDC', payments: readonly [Payment, Payment]) => Promise<string>
  payCoin: (to: string, wei: bigint) => Promise<string>
  /** Pays through a contract that sends one amount in even-numbered blocks and another in odd-numbered blocks. */
  payByBlock: (token: 'USDT' | 'USDC', to: string, amounts: ByBlock) => Promise<string>
  height: () => Promise<number>
  /** Permanently removes a pending transaction from the pool. */
  drop: (hash: string) => Promise<void>
  balance: (token: 'USDT' | 'USDC', owner: string) => Promise<bigint>
  setTokens: (token: 'USDT' | 'USDC', owner: string, amount: bigint) => Promise<void>
  /** Gives the paying account tokens and ether. */
  fill: (token: 'USDT' | 'USDC', amount: bigint) => Promise<void>
  /** Replaces the last blocks with empty ones; their transactions are lost, or become pending again. */
  reorganise: (depth: number, lost?: 'lost' | 'waits') => Promise<void>
  nonce: () => Promise<number>
  /** Returns the ID of the node's process group. */
  pid: () => number
  dispose: () => Promise<void>
}
type Start = {
  /** File with the chain's state, read at the start and written at the end. */
  stateFile?: string
  chainId?: number
  /** Seed of the network's keys. */
  seed?: string
}
type Terms = { nonce: number; gasPrice: bigint }
type Payment = { to: string; amount: bigint }
type ByBlock = { even: bigint; odd: bigint }

const tokens = {
  USDT: '0x00000000000000000000000000000000000a11c1',
  USDC: '0x00000000000000000000000000000000000a11c2'
} as const

/**
 * Bytecode of a minimal ERC-20 token with six decimals: transfer, balanceOf, decimals and the Transfer event. Each
 * balance is stored in the slot of its owner's address.
 */
const tokenCode =
  '0x60003560e01c8063a9059cbb14604257806370a08231146035578063313ce56714602a575b60006000fd5b600660005260206000f35b6004355460005260206000f35b6024353354818110602457819003335560043580548201815590600052337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a3600160005260206000f3'
/**
 * A contract that makes two transfers of a token it holds. Its calldata is the token, an address, an amount, an address
 * and an amount, each as a word of 32 bytes.
 */
const twice = '0x00000000000000000000000000000000000a11c3'
const twiceCode =
  '0x63a9059cbb60e01b5f5260406020600437' +
  '5f5f60445f5f5f355af15060406060600437' +
  '5f5f60445f5f5f355af15000'
/**
 * A contract that makes one transfer of a token it holds: of the first of two amounts in an even block, of the second
 * in an odd one.
 */
const byBlock = '0x00000000000000000000000000000000000a11c4'
const byBlockCode =
  '0x63a9059cbb60e01b5f526020602060043760204360011660051b604001602437' + '5f5f60445f5f5f355af15000'
const rich = 10n ** 30n
const gas = 120_000n

/** Starts a real Ethereum-like node with its own chain, which creates blocks on request. */
export async function startAnvil({
  stateFile,
  chainId = 31_337,
  seed = 'Anvil money is worth nothing too'
}: Start = {}): Promise<Anvil> {
  const port = await freePort()
  const rpcUrl = `http://127.0.0.1:${port}`
  const program = resolve(import.meta.dirname, '../../node_modules/.bin/anvil')
  const child: ChildProcess = spawn(
    process.execPath,
    [
      program,
      '--port',
      String(port),
      '--no-mining',
      '--silent',
      '--chain-id',
      String(chainId),
      ...(stateFile === undefined ? [] : ['--state', stateFile])
    ],
    { stdio: 'ignore', detached: true }
  )
  const client = createEthereumClient({ rpcUrl })
  const ask = <Answer>(method: string, params: unknown[] = []) =>
    client.request({ method, params } as never) as Promise<Answer>
  const deadline = Date.now() + 60_000
  for (;;) {
    try {
      await ask('eth_chainId')
      break
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) throw error
      await sleep(50)
    }
  }
  const [payer = ''] = await ask<string[]>('eth_accounts')
  const account = HDKey.fromMasterSeed(Buffer.from(seed)).derive("m/44'/60'/0'")
  const config: EthereumConfig = {
    name: 'ethereum',
    coin: 'ETH',
    rpcUrl,
    xpub: account.publicExtendedKey,
    chainId: Number(await ask('eth_chainId')),
    confirmations: 3,
    tokens
  }
  const setBalance = (token: 'USDT' | 'USDC', owner: string, amount: bigint) =>
    ask('anvil_setStorageAt', [
      tokens[token],
      pad(owner as Address, { size: 32 }),
      pad(toHex(amount), { size: 32 })
    ])
  for (const token of ['USDT', 'USDC'] as const) {
    await ask('anvil_setCode', [tokens[token], tokenCode])
    await setBalance(token, payer, rich)
    await setBalance(token, twice, rich)
    await setBalance(token, byBlock, rich)
  }
  await ask('anvil_setCode', [twice, twiceCode])
  await ask('anvil_setCode', [byBlock, byBlockCode])
  const mine = async (count: number) => void (await ask('anvil_mine', [toHex(count)]))
  await mine(1)

  return {
    config,
    key: account,
    mine,
    pay(token, to, amount, terms) {
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [to as Address, amount]
      })
      const more = terms ? { nonce: toHex(terms.nonce), gasPrice: toHex(terms.gasPrice) } : {}
      return ask('eth_sendTransaction', [
        { from: payer, to: tokens[token], data, gas: toHex(gas), ...more }
      ])
    },
    payTwo(token, payments) {
      const words = payments.flatMap(it => [it.to as Address, toHex(it.amount)])
      const data = concat([tokens[token], ...words].map(it => pad(it as Address, { size: 32 })))
      return ask('eth_sendTransaction', [{ from: payer, to: twice, data, gas: toHex(2n * gas) }])
    },
    payByBlock(token, to, { even, odd }) {
      const words = [tokens[token], to as Address, toHex(even), toHex(odd)]
      const data = concat(words.map(it => pad(it as Address, { size: 32 })))
      return ask('eth_sendTransaction', [{ from: payer, to: byBlock, data, gas: toHex(2n * gas) }])
    },
    height: async () => Number(await ask('eth_blockNumber')),
    drop: async hash => void (await ask('anvil_dropTransaction', [hash])),
    payCoin: (to, wei) => ask('eth_sendTransaction', [{ from: payer, to, value: toHex(wei) }]),
    balance: (token, owner) => readTokenBalance(client, tokens[token], owner),
    setTokens: async (token, owner, amount) => void (await setBalance(token, owner, amount)),
    async fill(token, amount) {
      const owner = payingAddress(config)
      await ask('anvil_setBalance', [owner, toHex(10n ** 21n)])
      await setBalance(token, owner, amount)
      await mine(1)
    },
    async reorganise(depth, lost = 'lost') {
      const raw = lost === 'waits' ? await readRaw(ask, depth) : []
      await ask('anvil_reorg', [depth, []])
      for (const it of raw) await ask('eth_sendRawTransaction', [it]).catch(() => {})
      await mine(1)
    },
    async nonce() {
      return Number(await ask('eth_getTransactionCount', [payer, 'pending']))
    },
    pid: () => child.pid ?? 0,
    async dispose() {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
      const ended = once(child, 'exit')
      // Ends the whole process group: the launcher and the node that it started.
      process.kill(-child.pid, 'SIGTERM')
      await ended
    }
  }
}

type Ask = <Answer>(method: string, params?: unknown[]) => Promise<Answer>

/** Returns the raw transactions in the last blocks, in order. */
async function readRaw(ask: Ask, depth: number): Promise<string[]> {
  const height = Number(await ask<string>('eth_blockNumber'))
  const raw: string[] = []
  for (let number = height - depth + 1; number <= height; number++) {
    const block = await ask<{ transactions: string[] }>('eth_getBlockByNumber', [
      toHex(number),
      false
    ])
    for (const hash of block.transactions)
      raw.push(await ask<string>('eth_getRawTransactionByHash', [hash]))
  }
  return raw
}
