import { getAddress, TransactionReceiptNotFoundError } from 'viem'
import type { EthereumConfig } from '../../config-payments.ts'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { readExtendedKey } from '../bitcoin/keys.ts'
import {
  type DueWithdrawal,
  failPayout,
  lockDue,
  lockPayouts,
  markSent,
  openPayouts,
  type Payout,
  paymentsOf,
  setHeight,
  settlePayout,
  storePayout
} from '../payout-store.ts'
import { askSigner } from '../signer/ask-signer.ts'
import { endUnsigned } from '../withdrawals.ts'
import {
  createEthereumClient,
  type EthereumClient,
  fromUnits,
  readDecimals,
  readTokenBalance
} from './client.ts'
import { ethereumAddressAt } from './keys.ts'

/** More than a transfer of any of the tokens takes; what is not used is not paid. */
const gas = 120_000n

/** The account that pays out: the operator fills it with tokens and with coin for gas. */
export function payingAddress(config: EthereumConfig) {
  return ethereumAddressAt(readExtendedKey(config.xpub), 0, 1)
}

/** As for Bitcoin, with one transaction for each withdrawal: the account's number takes the place of inputs. */
export async function payEthereum(
  context: Context,
  config: EthereumConfig,
  socketPath: string
): Promise<void> {
  const client = createEthereumClient(config)
  await sendSigned(context, client)
  await settleDeep(context, client, config.confirmations)
  const signer = { client, config, socketPath }
  await signDue(context, signer)
  await raiseFees(context, signer)
  await sendSigned(context, client)
}

type Signer = { client: EthereumClient; config: EthereumConfig; socketPath: string }

async function signDue(context: Context, signer: Signer): Promise<void> {
  await context.db.transaction().execute(async tx => {
    if (!(await lockPayouts(tx, 'ethereum'))) return
    let nonce = await nextNonce(tx, signer)
    for (const due of await lockDue(tx, 'ethereum', context.now())) {
      if (!(await hasEnough(tx, signer, due))) {
        context.log.error({ withdrawal: due.id }, 'the paying account has too few tokens')
        return
      }
      const { maxFeePerGas } = await signer.client.estimateFeesPerGas()
      const signed = await sign(signer, due, nonce, maxFeePerGas)
      if (!signed.ok) {
        context.log.error({ withdrawal: due.id, detail: signed.detail }, 'the signer refuses')
        continue
      }
      const payout = { chain: 'ethereum', ...signed, fee: maxFeePerGas, inputs: [], nonce } as const
      await storePayout(tx, { ...payout, at: context.now() }, { withdrawals: [due.id] })
      nonce += 1
    }
  })
}

/** Only our signer spends from the account: what is signed already has taken its number. */
async function nextNonce(tx: Tx, { client, config }: Signer): Promise<number> {
  const last = await tx
    .selectFrom('payouts')
    .select(eb => eb.fn.max('nonce').as('nonce'))
    .where('chain', '=', 'ethereum')
    .executeTakeFirst()
  const used = last?.nonce === null || last?.nonce === undefined ? -1 : Number(last.nonce)
  const onChain = await client.getTransactionCount({ address: payingAddress(config) })
  return Math.max(onChain, used + 1)
}

async function hasEnough(tx: Tx, { client, config }: Signer, due: DueWithdrawal): Promise<boolean> {
  const contract = contractOf(config, due)
  const balance = await readTokenBalance(client, contract, payingAddress(config))
  const decimals = await readDecimals(client, contract)
  let reserved = 0n
  for (const it of await openPayouts(tx, 'ethereum')) {
    if (it.height !== null) continue
    for (const paid of await paymentsOf(tx, it.id))
      if (paid.tokenCode === due.tokenCode) reserved += fromUnits(paid.net, decimals)
  }
  return balance >= reserved + fromUnits(due.net, decimals)
}

function contractOf(config: EthereumConfig, { tokenCode }: DueWithdrawal): string {
  const contract = tokenCode === 'BTC' ? undefined : config.tokens[tokenCode]
  if (!contract) throw new Error(`There is no contract of ${tokenCode}`)
  return contract
}

async function sign(
  { client, config, socketPath }: Signer,
  due: DueWithdrawal,
  nonce: number,
  maxFeePerGas: bigint
) {
  const decimals = await readDecimals(client, contractOf(config, due))
  return askSigner(socketPath, {
    method: 'sign_ethereum',
    chainId: config.chainId,
    nonce,
    tokenCode: due.tokenCode === 'USDC' ? 'USDC' : 'USDT',
    to: due.address,
    amount: fromUnits(due.net, decimals),
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas: maxFeePerGas / 10n
  })
}

async function sendSigned(context: Context, client: EthereumClient): Promise<void> {
  for (const payout of await openPayouts(context.db, 'ethereum')) {
    if (payout.state !== 'signed') continue
    if (await isTaken(client, payout))
      await context.db.transaction().execute(tx => markSent(tx, payout, context.now()))
    else context.log.warn({ payout: payout.id }, 'the node does not take a payout')
  }
}

/** The same bytes each time; that the node has them already counts as taken. */
async function isTaken(client: EthereumClient, payout: Payout): Promise<boolean> {
  try {
    await client.sendRawTransaction({ serializedTransaction: payout.raw as `0x${string}` })
    return true
  } catch (error) {
    const known = await client
      .getTransaction({ hash: payout.transactionId as `0x${string}` })
      .catch(() => null)
    if (known) return true
    if (/nonce too low|underpriced/i.test((error as Error).message)) return false
    throw error
  }
}

async function settleDeep(context: Context, client: EthereumClient, depth: number): Promise<void> {
  const tip = Number(await client.getBlockNumber({ cacheTime: 0 }))
  const settled = new Set<number>()
  for (const payout of await openPayouts(context.db, 'ethereum')) {
    if (settled.has(payout.rootId)) continue
    const receipt = await readReceipt(client, payout)
    const height = receipt ? Number(receipt.blockNumber) : null
    await setHeight(context.db, payout, height)
    if (!receipt || height === null) {
      if (payout.state === 'sent') await isTaken(client, payout)
      continue
    }
    if (tip - height + 1 < depth) continue
    settled.add(payout.rootId)
    if (receipt.status === 'success') await settlePayout(context, payout, null)
    else await giveBack(context, payout)
  }
}

/** The token refused the transfer, deep in the chain: nothing left the account, and nothing of it ever will. */
async function giveBack(context: Context, payout: Payout): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const paid = await paymentsOf(tx, payout.id)
    await failPayout(tx, payout)
    const reason = 'The token refused to be sent to this address'
    for (const { id } of paid)
      await endUnsigned(tx, id, { userId: null, state: 'failed', reason, at: context.now() })
  })
}

/** What has waited too long is signed again with the same number and half as much again for the gas. */
async function raiseFees(context: Context, signer: Signer): Promise<void> {
  const { bumpMinutes } = context.config.payments.withdrawals
  const before = new Date(context.now().getTime() - bumpMinutes * 60_000)
  const open = await openPayouts(context.db, 'ethereum')
  const newest = new Map(open.map(it => [it.rootId, it]))
  for (const payout of newest.values()) {
    const isInBlock = open.some(it => it.rootId === payout.rootId && it.height !== null)
    if (payout.sentAt === null || payout.sentAt > before || isInBlock || payout.nonce === null)
      continue
    const { nonce } = payout
    await context.db.transaction().execute(async tx => {
      if (!(await lockPayouts(tx, 'ethereum'))) return
      const [due] = await paymentsOf(tx, payout.id)
      if (!due) return
      const fee = (payout.fee * 3n) / 2n
      const signed = await sign(signer, due, nonce, fee)
      if (!signed.ok) throw new Error(`The signer refuses: ${signed.detail}`)
      const replacement = { chain: 'ethereum', ...signed, fee, inputs: [], nonce } as const
      await storePayout(tx, { ...replacement, at: context.now() }, { inPlaceOf: payout })
    })
  }
}

/** Open payouts whose tokens have left the account by now. */
export async function paidInBlocks(db: Database, client: EthereumClient): Promise<number[]> {
  const paid: number[] = []
  for (const it of await openPayouts(db, 'ethereum'))
    if ((await readReceipt(client, it))?.status === 'success') paid.push(it.id)
  return paid
}

function readReceipt(client: EthereumClient, { transactionId }: Payout) {
  return client
    .getTransactionReceipt({ hash: transactionId as `0x${string}` })
    .catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return null
      throw error
    })
}

/** Units of 1e-8 USD at all addresses of ours, the paying account included. */
export async function readTokenHoldings(
  client: EthereumClient,
  config: EthereumConfig,
  addresses: readonly string[]
): Promise<bigint> {
  let sum = 0n
  for (const contract of Object.values(config.tokens)) {
    const decimals = await readDecimals(client, contract)
    const owners = [payingAddress(config), ...addresses.map(it => getAddress(it))]
    const balances = await Promise.all(
      owners.map(owner => readTokenBalance(client, contract, owner))
    )
    const scale = 10n ** BigInt(8 - decimals)
    sum += balances.reduce((all, it) => all + it, 0n) * scale
  }
  return sum
}
