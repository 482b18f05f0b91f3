import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import type { EthereumConfig, PaymentsConfig } from '@mille/server/config/payments.ts'
import type { Context } from '@mille/server/context.ts'
import { verifyLedger } from '@mille/server/ledger/index.ts'
import { addressAt, networks } from '@mille/server/payments/bitcoin/keys.ts'
import { payBitcoin } from '@mille/server/payments/bitcoin/pay.ts'
import { createBitcoinSigning } from '@mille/server/payments/bitcoin/signing.ts'
import { watchBitcoin } from '@mille/server/payments/bitcoin/watch.ts'
import { followDeposits } from '@mille/server/payments/deposits/follow-deposits.ts'
import { payEthereum } from '@mille/server/payments/ethereum/pay.ts'
import {
  createEthereumSigning,
  type EthereumSigning
} from '@mille/server/payments/ethereum/signing.ts'
import { watchEthereum } from '@mille/server/payments/ethereum/watch.ts'
import { readExtendedKey } from '@mille/server/payments/facts/extended-key.ts'
import { reconcile, shortfallText } from '@mille/server/payments/reserve/reconcile.ts'
import { verifyPayments } from '@mille/server/payments/reserve/verify.ts'
import { chainProblem } from '@mille/server/payments/reserve/verify-chain.ts'
import {
  operatorsFile,
  type SignerConfig,
  sealKeys,
  serveSigner
} from '@mille/server/payments/serve-signer.ts'
import { writeOperators } from '@mille/server/payments/signer/operators.ts'
import type { SigningChain } from '@mille/server/payments/signer/signing-chain.ts'
import { HDKey } from '@scure/bip32'
import { Address, OutScript } from '@scure/btc-signer'
import { RawOldTx } from '@scure/btc-signer/script.js'
import type { TestPasskey } from './passkey.ts'
import type { Regtest } from './regtest.ts'
import type { SignedInBrowser } from './test-app.ts'

export type TestSigner = {
  socket: string
  /** Starts the signer. Each state file acts as a separate signer with separate memory. */
  start: (
    limits?: SignerConfig['limits'],
    file?: string,
    approvals?: SignerConfig['approvals']
  ) => Promise<void>
  /** Registers a passkey that may approve large payments. */
  trust: (passkey: Pick<TestPasskey, 'id' | 'publicKey'>, file?: string) => void
  stop: () => Promise<void>
  dispose: () => Promise<void>
}

const versions = { private: 0x04358394, public: 0x043587cf }
const wallet = HDKey.fromMasterSeed(Buffer.from('The wallet of some publisher.....'), versions)

/** Returns an address that does not belong to the network. */
export const outsideAddress = (index: number): string => addressAt(wallet, index, 'regtest')

/**
 * Configures Bitcoin so that BTC withdrawals can be requested but stay pending: the node and the signer are
 * unreachable.
 */
export function connectUnreachable(payments: PaymentsConfig): void {
  const node = { name: 'bitcoin', rpcUrl: 'http://127.0.0.1:9', wallet: 'mille', confirmations: 2 }
  const xpub = wallet.publicExtendedKey
  payments.bitcoin = { ...node, xpub, network: 'regtest', minimumDeposit: 5_000n }
  payments.signerSocket = '/nowhere'
}

const wide = 10n ** 14n
const no = { once: wide, daily: wide }
const noApprovals = { above: { BTC: wide, USD: wide }, origin: null }
const noLimits = { BTC: no, USD: no, coin: { once: 10n ** 17n, daily: 10n ** 24n } }

/** Creates a signer on a separate socket, with the key of the regtest wallet if one is given. */
export function createTestSigner(
  regtest: Pick<Regtest, 'xprv'> | null,
  ethereum: EthereumSigning | null = null,
  more: readonly SigningChain[] = []
): TestSigner {
  const folder = mkdtempSync(join(tmpdir(), 'mille-signer-'))
  const socket = join(folder, 'signer.sock')
  const chains = [
    ...(regtest
      ? [createBitcoinSigning({ key: readExtendedKey(regtest.xprv), network: 'regtest' })]
      : []),
    ...(ethereum ? [createEthereumSigning(ethereum)] : []),
    ...more
  ]
  let running: { stop: () => Promise<void> } | null = null

  async function stop(): Promise<void> {
    await running?.stop()
    running = null
  }
  return {
    socket,
    async start(limits = noLimits, name = 'signed', approvals = noApprovals) {
      await stop()
      const place = { path: socket, groupId: null }
      const file = join(folder, name)
      running = await serveSigner({ place, file, chains, limits, approvals })
    },
    trust({ id, publicKey }, name = 'signed') {
      const [seal] = sealKeys({ chains })
      const file = operatorsFile(join(folder, name))
      if (seal) writeOperators(file, seal, [{ id, publicKey, name: 'Test' }])
    },
    stop,
    async dispose() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Runs one round of the server's Bitcoin loop: watches the chain, follows deposits, and pays withdrawals. */
export async function takeTurn(
  context: Context,
  regtest: Pick<Regtest, 'config'>,
  socket?: string
): Promise<void> {
  await watchBitcoin(context, regtest.config)
  await followDeposits(context, 'bitcoin', regtest.config.confirmations)
  if (socket) await payBitcoin(context, regtest.config, socket)
}

/** Runs one round of the server's Ethereum loop. */
export async function takeTokenTurn(
  context: Context,
  config: EthereumConfig,
  socket?: string
): Promise<void> {
  await watchEthereum(context, config)
  await followDeposits(context, 'ethereum', config.confirmations)
  if (socket) await payEthereum(context, config, socket)
}

/** Returns a new deposit address of the account for a token. */
export async function newDepositAddress(
  { api, userId }: SignedInBrowser,
  token: TokenCode
): Promise<string> {
  const made = await api.payments.createDepositAddress({
    depositable_id: userId,
    depositable_type: 'user',
    token_code: token
  })
  if (!made.ok) throw new Error(made.code)
  return made.value.data.attributes.address
}

/** Makes a real deposit and mines its confirmations; the amount is text in BTC. */
export async function depositBitcoin(
  context: Context,
  regtest: Regtest,
  browser: SignedInBrowser,
  amount: string
): Promise<string> {
  const address = await newDepositAddress(browser, 'BTC')
  await watchBitcoin(context, regtest.config)
  const id = await regtest.pay({ [address]: amount })
  await regtest.mine(regtest.config.confirmations)
  // A round ends early while the node is busy, and the next one continues.
  for (let turns = 0; turns < maxTurns && !(await isCredited(context, id)); turns++)
    await takeTurn(context, regtest)
  return id
}

/** Requests a withdrawal to a new external address and returns that address; the amount is text in units of 1e-8. */
export async function withdrawBitcoin(
  regtest: Regtest,
  { api, accessCode }: SignedInBrowser,
  amount: string
): Promise<string> {
  const address = await regtest.rpc.wallet<string>('getnewaddress')
  await api.security.stepUp({ access_code: accessCode })
  const made = await api.payments.createWithdrawal({ token_code: 'BTC', address, amount })
  if (!made.ok) throw new Error(made.code)
  return address
}

const maxTurns = 5

async function isCredited({ db }: Context, transactionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('deposits')
    .select('id')
    .where('transaction_id', '=', transactionId)
    .where('credited', '>', 0n)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Runs the checks of `mille verify --chain` and returns the problems as text. */
export async function verifyChain(context: Context): Promise<string[]> {
  const [ledger, payments] = [await verifyLedger(context.db), await verifyPayments(context.db)]
  const short = (await reconcile(context)).filter(it => it.holdings < it.liabilities)
  const strange = await chainProblem(context)
  return [
    ...(ledger.ok ? [] : [ledger.problem]),
    ...(payments.ok ? [] : [payments.problem]),
    ...(strange === null ? [] : [strange]),
    ...short.map(shortfallText)
  ]
}

/**
 * Returns the bytes of a transaction that pays an address from a nonexistent input: for a signer, which cannot look at
 * a chain.
 */
export function payTo(address: string, amount: bigint): { transactionId: string; raw: string } {
  const script = OutScript.encode(Address(networks.regtest).decode(address))
  const input = {
    txid: randomBytes(32),
    index: 0,
    finalScriptSig: new Uint8Array(),
    sequence: 0xffffffff
  }
  const raw = RawOldTx.encode({
    version: 2,
    inputs: [input],
    outputs: [{ amount, script }],
    lockTime: 0
  })
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
  return {
    transactionId: hash(hash(raw)).reverse().toString('hex'),
    raw: Buffer.from(raw).toString('hex')
  }
}
