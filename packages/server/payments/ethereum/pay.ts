import { parseTransaction } from 'viem'
import type { EthereumConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import type { ChainName } from '../facts/chain-facts.ts'
import { refuseOwnAddress } from '../payouts/end-withdrawal.ts'
import { openPayouts, type Payout } from '../payouts/payout.ts'
import {
  type DueWithdrawal,
  forgetApproval,
  lockPayouts,
  paymentsOf,
  settleDepth,
  setWaiting,
  storePayout,
  type WaitsFor
} from '../payouts/payout-store.ts'
import { signDue } from '../payouts/sign-due.ts'
import type { Earlier, SignerAnswer } from '../signer/protocol.ts'
import { createEthereumClient, fromUnits, readTokenBalance } from './client.ts'
import { contractOf } from './contracts.ts'
import { isPayingAddress, payingAddress } from './keys.ts'
import { hasCoin, nextNonce } from './numbers.ts'
import { sendSigned } from './send.ts'
import { settleDeep } from './settle.ts'
import {
  decimalsOf,
  readFee,
  type Signer,
  signWithdrawal,
  type Terms,
  transferGas
} from './sign.ts'
import { signStepAgain, sweepTokens } from './sweep.ts'

/**
 * Takes withdrawals one step further, with one transaction for each withdrawal; the account's nonce prevents double
 * payments, as shared inputs do on Bitcoin.
 */
export async function payEthereum(
  context: Context,
  config: EthereumConfig,
  socketPath: string
): Promise<void> {
  const client = createEthereumClient(config)
  await sendSigned(context, client, config)
  await settleDeep(context, client, config, config.confirmations + settleDepth)
  const signer = { client, config, socketPath }
  await signDue(context, config.name, (tx, due) => signLocked(tx, context, signer, due))
  await sweepTokens(context, signer)
  await raiseFees(context, signer)
  await sendSigned(context, client, config)
}

async function signLocked(
  tx: Tx,
  context: Context,
  signer: Signer,
  due: readonly DueWithdrawal[]
): Promise<void> {
  const fee = await readFee(signer)
  const waits: { id: number; waitsFor: WaitsFor }[] = []
  // A withdrawal that cannot be paid is skipped, so that those behind it are paid.
  for (const it of due) {
    const tried = await signOne(tx, context, signer, it, fee)
    if (tried === null) continue
    waits.push({ id: it.id, waitsFor: tried.waitsFor })
    context.log.error({ withdrawal: it.id, detail: tried.detail }, 'a withdrawal cannot be paid')
  }
  await setWaiting(tx, waits)
}

type Refusal = { waitsFor: WaitsFor; detail: string }

/** Signs one withdrawal; returns null when it is signed, or else what it waits for. */
async function signOne(
  tx: Tx,
  context: Context,
  signer: Signer,
  due: DueWithdrawal,
  fee: bigint
): Promise<Refusal | null> {
  if (isPayingAddress(signer.config, due.address)) {
    await refuseOwnAddress(tx, due.id, context.now())
    return null
  }
  const missing = await missingFor(tx, signer, due, fee)
  if (missing) return missing
  const nonce = await nextNonce(tx, signer, null)
  const signed = await signWithdrawal(signer, due, { nonce, fee })
  if (!signed.ok) {
    if (signed.earlier && (await takeEarlier(tx, context, signer.config.name, due, signed.earlier)))
      return null
    if (signed.code === 'approval_needed') await forgetApproval(tx, due.id)
    return { waitsFor: 'signer', detail: signed.detail }
  }
  const payout = { chain: signer.config.name, ...signed, fee, inputs: [], nonce }
  await storePayout(tx, { ...payout, at: context.now() }, { withdrawals: [due.id] })
  return null
}

/**
 * Stores a transaction that the signer signed before and this database does not know, after a crash before it was
 * stored or a restored backup. It is sent as it is, and fails like any payout when another transaction uses its nonce.
 */
async function takeEarlier(
  tx: Tx,
  context: Context,
  chain: ChainName,
  due: DueWithdrawal,
  { transactionId, raw }: Earlier
): Promise<boolean> {
  const { nonce, maxFeePerGas: fee } = parseTransaction(raw as `0x02${string}`)
  if (nonce === undefined || fee === undefined) return false
  const payout = { chain, transactionId, raw, fee, inputs: [], nonce }
  await storePayout(tx, { ...payout, at: context.now() }, { withdrawals: [due.id] })
  context.log.warn(
    { transaction: transactionId },
    'continuing with a payout that was signed before'
  )
  return true
}

/** Returns why the paying account cannot pay a withdrawal in addition to its open payouts; null when it can. */
async function missingFor(
  tx: Tx,
  signer: Signer,
  due: DueWithdrawal,
  fee: bigint
): Promise<Refusal | null> {
  const { client, config } = signer
  const contract = contractOf(config, due.tokenCode)
  const balance = await readTokenBalance(client, contract, payingAddress(config))
  const decimals = await decimalsOf(signer, due.tokenCode)
  let tokens = fromUnits(due.net, decimals)
  for (const it of await openPayouts(tx, config.name)) {
    if (it.height !== null) continue
    for (const paid of await paymentsOf(tx, it.id))
      if (paid.tokenCode === due.tokenCode) tokens += fromUnits(paid.net, decimals)
  }
  if (balance < tokens)
    return { waitsFor: 'coins', detail: 'the paying account has too few tokens' }
  if (await hasCoin(tx, signer, transferGas * fee)) return null
  return { waitsFor: 'gas', detail: 'the paying account has too little coin for gas' }
}

/** Multiple of the usual fee above which a payout's fee is not raised. */
const maxRaise = 3n

/** Signs payouts that have waited too long again, with the same nonce and at least one and a half times the gas fee. */
async function raiseFees(context: Context, signer: Signer): Promise<void> {
  const { bumpMinutes } = context.config.payments.withdrawals
  const before = new Date(context.now().getTime() - bumpMinutes * 60_000)
  const open = await openPayouts(context.db, signer.config.name)
  const newest = new Map(open.map(it => [it.rootId, it]))
  for (const payout of newest.values()) {
    const isInBlock = open.some(it => it.rootId === payout.rootId && it.height !== null)
    // A payout that no node has accepted has waited since it was signed.
    if (isInBlock || (payout.sentAt ?? payout.signedAt) > before) continue
    await context.db.transaction().execute(async tx => {
      if (await lockPayouts(tx, payout.chain)) await raiseFee(context, tx, signer, payout)
    })
  }
}

async function raiseFee(context: Context, tx: Tx, signer: Signer, payout: Payout): Promise<void> {
  const { nonce } = payout
  if (nonce === null) return
  const [now, more] = [await readFee(signer), (payout.fee * 3n) / 2n]
  // At this multiple of the usual fee, the fee is not why the transaction is stuck.
  if (payout.fee > now * maxRaise) return
  const fee = now > more ? now : more
  const signed = await signAgain(context, tx, signer, payout, { nonce, fee })
  if (signed === null) return
  if (!signed.ok) {
    context.log.error({ payout: payout.id, detail: signed.detail }, 'the signer refuses')
    return
  }
  const replacement = { chain: payout.chain, ...signed, fee, inputs: [], nonce }
  await storePayout(tx, { ...replacement, at: context.now() }, { inPlaceOf: payout })
}

/** Signs a replacement; returns null when it has to wait or another process was quicker. */
async function signAgain(
  context: Context,
  tx: Tx,
  signer: Signer,
  payout: Payout,
  terms: Terms
): Promise<SignerAnswer | null> {
  if (payout.purpose !== 'withdrawals') return signStepAgain(context, tx, signer, payout, terms)
  const [due] = await paymentsOf(tx, payout.id)
  return due ? signWithdrawal(signer, due, terms) : null
}
