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
  /** Settings by which the configuration finds the chains and the signer. */
  environment: Record<string, string>
  lines: (publicUrl: string) => string[]
  /** Keeps the network's start money out of the unassigned deposits, as an operator would do by hand. */
  follow: (context: Context) => void
  stop: () => Promise<void>
}

const blockMs = 10_000
/**
 * Start money in BTC. It exceeds what the demo network owes: without enough coins on the chain, nothing is paid out.
 */
const floatAmount = '300'
/** A million of each token, in the token’s smallest unit. */
const tokenFloat = 10n ** 12n

/**
 * `npm run dev -- --chain`: starts development chains next to the server, one of Bitcoin and one of Ethereum, a signer
 * with their keys, and mining of a block on each every ten seconds.
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
  // The path of a socket must be short, so it is not in the data folder.
  const socket = join(mkdtempSync(join(tmpdir(), 'mille-signer-')), 'signer.sock')
  const keys = {
    SIGNER_SOCKET: socket,
    SIGNER_FILE: join(folder, 'signed'),
    SIGNER_BITCOIN_XPRV: regtest.xprv,
    SIGNER_ETHEREUM_XPRV: anvil.key.privateExtendedKey,
    BITCOIN_NETWORK: 'regtest',
    // Requiring `signer trust` is not worthwhile on a short-lived development chain, so the approval limits are high.
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
    // The server discovers the start money on the chain some time after it was paid.
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

/** Pays the start money once, and returns the network's address that holds it. */
async function payFloat(regtest: Regtest): Promise<string> {
  const { xpub, network } = regtest.config
  const address = addressAt(readExtendedKey(xpub), 999, network)
  // An interrupted earlier start may have paid it already.
  const balance = Number(await regtest.rpc.wallet<number | string>('getbalance'))
  if ((await regtest.rpc.call<number>('getblockcount')) <= 110 && balance > Number(floatAmount)) {
    await regtest.pay({ [address]: floatAmount })
    // A payment from outside counts once it is in a block.
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
