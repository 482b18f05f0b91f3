import { isDeepStrictEqual } from 'node:util'
import { RawTx } from '@scure/btc-signer'
import { RawOldTx } from '@scure/btc-signer/script.js'
import type { BitcoinConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { readExtendedKey } from '../facts/extended-key.ts'
import { nextAnchor } from '../payouts/anchors.ts'
import { refuseOwnAddress } from '../payouts/end-withdrawal.ts'
import type { Coin } from '../payouts/payout-store.ts'
import {
  type DueWithdrawal,
  forgetApproval,
  reservedInputs,
  setWaiting,
  storePayout,
  type WaitsFor
} from '../payouts/payout-store.ts'
import { namedPayment, SignerAway, signWithdrawals } from '../payouts/sign-due.ts'
import type { Earlier, SignerAnswer } from '../signer/protocol.ts'
import { anchorIn } from './anchor.ts'
import { type Draft, type DraftTerms, draftTransaction, paymentsTo } from './coins.ts'
import { readEarlier, takeEarlier } from './earlier.ts'
import { addressAt, changeAddresses } from './keys.ts'
import { isOwnAddress, readCoins, readFeePerByte, readWhole } from './node-wallet.ts'
import { readChange, readTransaction } from './read-transaction.ts'
import type { BitcoinRpc } from './rpc.ts'
import type { BitcoinRequest } from './signer-request.ts'

/** What is needed to have a payout signed: the node, the configuration and the signer's socket. */
export type Signer = { rpc: BitcoinRpc; config: BitcoinConfig; socketPath: string }

type Signed = Extract<SignerAnswer, { ok: true }> & {
  /** The address to which the transaction returns change; null without change. */
  changeAddress: string | null
}
type Answer = Signed | Extract<SignerAnswer, { ok: false }>

/** Signs the withdrawals that are due in as few transactions as possible, and stores the bytes. */
export async function signLocked(
  tx: Tx,
  context: Context,
  signer: Signer,
  due: readonly DueWithdrawal[]
): Promise<void> {
  const payable: DueWithdrawal[] = []
  for (const it of due) {
    if (await isOwnAddress(signer.rpc, it.address)) await refuseOwnAddress(tx, it.id, context.now())
    else payable.push(it)
  }
  const coins = await freeCoins(tx, signer)
  const feePerByte = await readFeePerByte(signer.rpc)
  const { isAnchoring } = context.config.payments
  const anchor = isAnchoring ? await nextAnchor(tx, context.now()) : null
  const terms = { feePerByte, network: signer.config.network, anchor }
  const waits: { id: number; waitsFor: WaitsFor }[] = []
  // A withdrawal that cannot be paid is skipped, so that those behind it are paid.
  for (let rest: readonly DueWithdrawal[] = payable; rest.length > 0; rest = rest.slice(1)) {
    const tried = await signMost(tx, context, signer, rest, coins, terms)
    if ('isDone' in tried) break
    const [first] = rest
    if (first) waits.push({ id: first.id, waitsFor: tried.waitsFor })
    if (first && tried.code === 'approval_needed') await forgetApproval(tx, first.id)
    context.log.error(
      { withdrawal: first?.id, detail: tried.detail },
      'a withdrawal cannot be paid'
    )
  }
  await setWaiting(tx, waits)
}

type Refusal = { waitsFor: 'coins' | 'signer'; code: string; detail: string }
type Tried = { isDone: true } | Refusal

/**
 * Signs as many withdrawals in one transaction as there is money for and as the signer allows, or gives the reason why
 * not even the first could be signed.
 */
async function signMost(
  tx: Tx,
  context: Context,
  signer: Signer,
  due: readonly DueWithdrawal[],
  coins: readonly Coin[],
  terms: DraftTerms
): Promise<Tried> {
  let why: Refusal = { waitsFor: 'coins', code: 'no_coins', detail: 'too few coins are free' }
  for (let count = due.length; count > 0; count = Math.floor(count / 2)) {
    const chosen = due.slice(0, count)
    const made = await draftAndSign(tx, signer, chosen, coins, terms)
    if (!made) continue
    const { draft, signed } = made
    if (signed.ok) {
      await store(tx, context, signer, signed, draft, chosen)
      return { isDone: true }
    }
    if (signed.earlier && (await goOnWith(tx, context, signer, signed.earlier, coins, terms)))
      return { isDone: true }
    why = { waitsFor: 'signer', code: signed.code, detail: signed.detail }
  }
  return why
}

/**
 * Continues with a transaction of the signer that this database does not know, after a crash before it was stored or a
 * restored backup. It is sent as it is, unless one of its withdrawals has ended: then a transaction that spends the
 * same inputs and pays the others replaces it.
 */
async function goOnWith(
  tx: Tx,
  context: Context,
  signer: Signer,
  earlier: Earlier,
  coins: readonly Coin[],
  terms: DraftTerms
): Promise<boolean> {
  const found = await readEarlier(tx, signer, earlier)
  if (!found) return false
  if (await takeEarlier(tx, context, signer, earlier, found)) return true
  const names = new Set(found.inputs.map(nameOf))
  const must = coins.filter(it => names.has(nameOf(it)))
  const { due } = found
  if (must.length < names.size || due.length === 0) return false
  const rest = coins.filter(it => !names.has(nameOf(it)))
  const made = await draftAndSign(tx, signer, due, rest, { ...terms, must, anchor: found.anchor })
  if (!made?.signed.ok) return false
  await store(tx, context, signer, made.signed, made.draft, due)
  return true
}

/**
 * Signs with the anchor if there is one, and without it when there are too few coins for its fee or the signer refuses
 * it: an anchor never delays a payout. Null when there are too few coins either way.
 */
export async function draftAndSign(
  tx: Tx,
  signer: Signer,
  due: readonly DueWithdrawal[],
  coins: readonly Coin[],
  terms: DraftTerms
): Promise<{ draft: Draft; signed: Answer } | null> {
  for (const anchor of terms.anchor ? [terms.anchor, null] : [null]) {
    const draft = draftTransaction(paymentsTo(due), coins, { ...terms, anchor })
    if (!draft) continue
    const signed = await sign(tx, signer, due, draft)
    if (signed.ok || signed.earlier || anchor === null) return { draft, signed }
  }
  return null
}

async function store(
  tx: Tx,
  context: Context,
  signer: Signer,
  { transactionId, raw, changeAddress }: Signed,
  draft: Draft,
  paid: readonly DueWithdrawal[]
): Promise<void> {
  const { fee, inputs } = draft
  const payout = {
    chain: signer.config.name,
    transactionId,
    raw,
    fee,
    inputs,
    nonce: null,
    anchor: anchorOfBytes(raw),
    changeAddress
  }
  await storePayout(tx, { ...payout, at: context.now() }, { withdrawals: paid.map(it => it.id) })
}

/** Reads the anchor from the signed bytes, whatever was requested. */
export const anchorOfBytes = (raw: string): Buffer | null => anchorIn(readTransaction(raw).outputs)

const nameOf = (it: Pick<Coin, 'transactionId' | 'output'>) => `${it.transactionId}:${it.output}`

export async function freeCoins(tx: Tx, { rpc, config }: Signer): Promise<Coin[]> {
  const reserved = await reservedInputs(tx, config.name)
  const coins = await readCoins(rpc, config.confirmations)
  return coins.filter(it => !reserved.has(nameOf(it)))
}

async function sign(
  tx: Tx,
  { rpc, config, socketPath }: Signer,
  due: readonly DueWithdrawal[],
  { inputs, change, anchor }: Draft
): Promise<Answer> {
  const index = await changeIndex(tx)
  const previous: string[] = []
  for (const id of new Set(inputs.map(it => it.transactionId)))
    previous.push(withoutWitnesses(await readWhole(rpc, id)))
  const request: BitcoinRequest = {
    method: 'sign_bitcoin',
    previous,
    inputs: inputs.map(({ transactionId, output, branch, index }) => ({
      transactionId,
      output,
      branch,
      index
    })),
    payments: due.map(it => ({ ...namedPayment(it), amount: it.net })),
    change: change > 0n ? { index, amount: change } : null,
    ...(anchor ? { anchor: anchor.toString('hex') } : {})
  }
  const answer = await signWithdrawals(socketPath, request)
  if (!answer.ok) return answer
  return { ...answer, changeAddress: changeOfBytes(answer.raw, request, config) }
}

/**
 * Reads the change address from the signed bytes. Throws when the bytes pay anything else than was requested, since the
 * books would not match them.
 */
function changeOfBytes(
  raw: string,
  { payments, change }: BitcoinRequest,
  { xpub, network }: BitcoinConfig
): string | null {
  const back = readChange(readTransaction(raw).outputs, payments, network)
  const address = change && addressAt(readExtendedKey(xpub), change.index, network, 1)
  const wanted = change ? [{ address, amount: change.amount }] : []
  if (!isDeepStrictEqual(back, wanted))
    throw new SignerAway('The signer pays others than it was asked to')
  return back?.[0]?.address ?? null
}

/** Selects the next change address from those that are always watched, so that change rotates through them. */
async function changeIndex(tx: Tx): Promise<number> {
  const last = await tx
    .selectFrom('payouts')
    .select(eb => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return (Number(last?.id ?? 0) + 1) % changeAddresses
}

/** Removes the witnesses, which say nothing about amounts and may be most of a transaction. */
function withoutWitnesses(hex: string): string {
  const read = RawTx.decode(new Uint8Array(Buffer.from(hex, 'hex')))
  return Buffer.from(RawOldTx.encode(read)).toString('hex')
}
