import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Regtest } from '@mille/testing/regtest.ts'
import { readDataFolder } from './config/core.ts'
import type { Context } from './context.ts'
import { addressAt } from './payments/bitcoin/keys.ts'
import { readExtendedKey } from './payments/facts/extended-key.ts'
import { putAwayDeposit, readQueuedDeposits } from './payments/review/review.ts'
import { chainsFile, endLeftBehind, writeChains } from './running-chains.ts'

export type Chains = {
  /** What the configuration needs to know of them. */
  environment: Record<string, string>
  lines: (publicUrl: string) => string[]
  /** Keeps the network's own start money out of the unassigned deposits, as an operator would by hand. */
  follow: (context: Context) => void
  stop: () => Promise<void>
}

const blockMs = 10_000
/** More than the demo network owes: what is owed must be on the chain, or nothing is paid out. */
const floatAmount = '300'
/** A million of each, in the tokens’ own units. */
const tokenFloat = 10n ** 12n

/**
 * `npm run dev -- --chain`: chains of its own beside the server, Bitcoin’s and one of Ethereum’s kind, a signer with
 * their keys, and a block on each every ten seconds.
 */
export async function startChains(environment: NodeJS.ProcessEnv): Promise<Chains> {
  const folder = join(readDataFolder(environment), 'regtest')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, chainsFile)
  await endLeftBehind(file)
  const { startRegtestIn } = await import('@mille/testing/regtest.ts')
  const { startAnvil } = await import('@mille/testing/anvil.ts')
  const [regtest, anvil] = await Promise.all([
    startRegtestIn(folder),
    startAnvil({ stateFile: join(folder, 'anvil.json') })
  ])
  await anvil.fill('USDT', tokenFloat)
  await anvil.fill('USDC', tokenFloat)
  const { xpub: ethereumXpub, rpcUrl, chainId, tokens } = anvil.config
  const ethereum = {
    ETHEREUM_CHAIN_ID: String(chainId),
    USDT_CONTRACT: tokens.USDT ?? '',
    USDC_CONTRACT: tokens.USDC ?? ''
  }
  // A socket's path must be short.
  const socket = join(mkdtempSync(join(tmpdir(), 'mille-signer-')), 'signer.sock')
  const keys = {
    SIGNER_SOCKET: socket,
    SIGNER_FILE: join(folder, 'signed'),
    SIGNER_BITCOIN_XPRV: regtest.xprv,
    SIGNER_ETHEREUM_XPRV: anvil.key.privateExtendedKey,
    BITCOIN_NETWORK: 'regtest',
    // `signer trust` is not worth running for a chain that ends with the evening.
    SIGNER_APPROVAL_BTC: '1000',
    SIGNER_APPROVAL_USD: '1000000',
    ...ethereum
  }
  const signer = startSigner({ ...environment, ...keys })
  const floatAddress = await payFloat(regtest)
  const connected = {
    BITCOIN_RPC_URL: regtest.config.rpcUrl,
    BITCOIN_XPUB: regtest.config.xpub,
    BITCOIN_NETWORK: 'regtest',
    SIGNER_SOCKET: socket,
    ETHEREUM_RPC_URL: rpcUrl,
    ETHEREUM_XPUB: ethereumXpub,
    ETHEREUM_CONFIRMATIONS: '3',
    ...ethereum
  }
  writeChains(file, connected, [regtest.pid(), -anvil.pid(), signer.pid ?? 0])
  let server: Context | null = null
  const mining = setInterval(() => {
    void Promise.all([regtest.mine(1), anvil.mine(1)]).catch(() => {})
    // The server reads it from the chain some time after it was paid.
    if (server) void putAwayFloat(server, floatAddress).catch(() => {})
  }, blockMs)
  return {
    environment: connected,
    follow(context) {
      server = context
    },
    lines: publicUrl => [`Faucet of coins      ${publicUrl}/dev/faucet`],
    async stop() {
      clearInterval(mining)
      const isSigning = signer.exitCode === null && signer.signalCode === null
      const signerEnded = isSigning ? once(signer, 'exit') : null
      signer.kill('SIGTERM')
      await Promise.all([signerEnded, regtest.stop(), anvil.dispose()])
      rmSync(file, { force: true })
    }
  }
}

function startSigner(environment: NodeJS.ProcessEnv): ChildProcess {
  const cli = join(import.meta.dirname, 'cli.ts')
  return spawn(process.execPath, [cli, 'signer'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit']
  })
}

/** Gives the address of the network's own that has it. */
async function payFloat(regtest: Regtest): Promise<string> {
  const { xpub, network } = regtest.config
  const address = addressAt(readExtendedKey(xpub), 999, network)
  // A start that broke off may have paid already.
  const balance = Number(await regtest.rpc.wallet<number | string>('getbalance'))
  if ((await regtest.rpc.call<number>('getblockcount')) <= 110 && balance > Number(floatAmount)) {
    await regtest.pay({ [address]: floatAmount })
    // What a stranger pays counts once it is in a block.
    await regtest.mine(1)
  }
  return address
}

async function putAwayFloat(context: Context, address: string): Promise<void> {
  const { data } = await readQueuedDeposits(context, { offset: 0, limit: 100 })
  const reason = 'Start money of the development network'
  for (const { id, attributes } of data) {
    if (attributes.address !== address) continue
    await context.db
      .transaction()
      .execute(tx => putAwayDeposit(tx, BigInt(id), reason, context.now()))
  }
}
