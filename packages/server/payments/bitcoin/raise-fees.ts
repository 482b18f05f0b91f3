import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { anchorOf, refuseAnchor } from '../payouts/anchors.ts'
import { openPayouts, type Payout } from '../payouts/payout.ts'
import { inputsOf, lockPayouts, paymentsOf, storePayout } from '../payouts/payout-store.ts'
import { type DraftTerms, paymentsTo, sizeOf } from './coins.ts'
import { readFeePerByte, readStanding } from './node-wallet.ts'
import { anchorOfBytes, draftAndSign, freeCoins, type Signer } from './sign.ts'

/** Above this multiple of the usual fee, the fee is not why the transaction is stuck. */
const maxRaise = 3n

/**
 * Signs payouts that have waited too long again, with the same inputs and a higher fee. Payouts that a conflicting
 * transaction has replaced are skipped, since no fee brings them back.
 */
export async function raiseFees(context: Context, signer: Signer): Promise<void> {
  const { bumpMinutes } = context.config.payments.withdrawals
  const before = new Date(context.now().getTime() - bumpMinutes * 60_000)
  const open = await openPayouts(context.db, signer.config.name)
  const newest = new Map(open.map(it => [it.rootId, it]))
  for (const payout of newest.values()) {
    const isInBlock = open.some(it => it.rootId === payout.rootId && it.height !== null)
    if (payout.sentAt === null || payout.sentAt > before || isInBlock) continue
    const standing = await readStanding(signer.rpc, payout.transactionId)
    if (standing.type === 'known' && standing.confirmations < 0) continue
    await context.db.transaction().execute(async tx => {
      if (await lockPayouts(tx, payout.chain)) await raiseFee(tx, context, signer, payout)
    })
  }
}

/**
 * The node refuses a payout with an anchor, perhaps because it does not relay data outputs. The same inputs pay the
 * same withdrawals without the anchor, so that a checkpoint never delays a payout.
 */
export async function dropAnchors(
  context: Context,
  signer: Signer,
  refused: readonly Payout[]
): Promise<void> {
  for (const payout of refused) {
    await context.db.transaction().execute(async tx => {
      if (!(await lockPayouts(tx, payout.chain))) return
      const family = (await openPayouts(tx, payout.chain)).filter(it => it.rootId === payout.rootId)
      if (family.at(-1)?.id !== payout.id) return
      const feePerByte = await readFeePerByte(signer.rpc)
      await signAgain(tx, context, signer, payout, { feePerByte, minFee: 0n, anchor: null })
      await refuseAnchor(tx, payout.id)
      context.log.warn({ payout: payout.id }, 'the node does not take a payout with an anchor')
    })
  }
}

async function raiseFee(tx: Tx, context: Context, signer: Signer, payout: Payout): Promise<void> {
  const payments = paymentsTo(await paymentsOf(tx, payout.id))
  const inputs = await inputsOf(tx, payout.id)
  const anchor = await anchorOf(tx, payout.id)
  const { network } = signer.config
  // One and a half times the fee, in total and for each byte: more than BIP 125 requires, and enough to interest
  // miners.
  const paidPerByte = payout.fee / BigInt(sizeOf(payments, inputs.length, network, anchor)) + 1n
  const usual = await readFeePerByte(signer.rpc)
  if (paidPerByte > usual * maxRaise) return
  const feePerByte = ((paidPerByte > usual ? paidPerByte : usual) * 3n) / 2n
  const minFee = (payout.fee * 3n) / 2n
  await signAgain(tx, context, signer, payout, { feePerByte, minFee, anchor })
}

/** Signs a replacement of a payout with the same inputs, and with more of them if needed. */
async function signAgain(
  tx: Tx,
  context: Context,
  signer: Signer,
  payout: Payout,
  how: Pick<DraftTerms, 'feePerByte' | 'minFee' | 'anchor'>
): Promise<void> {
  const { network } = signer.config
  const paid = await paymentsOf(tx, payout.id)
  const terms = { ...how, network, must: await inputsOf(tx, payout.id) }
  const made = await draftAndSign(tx, signer, paid, await freeCoins(tx, signer), terms)
  if (!made?.signed.ok) {
    const detail = made && !made.signed.ok ? made.signed.detail : 'too few coins are free'
    context.log.error({ payout: payout.id, detail }, 'a payout cannot be signed again')
    return
  }
  const { draft, signed } = made
  await storePayout(
    tx,
    {
      chain: payout.chain,
      transactionId: signed.transactionId,
      raw: signed.raw,
      fee: draft.fee,
      inputs: draft.inputs,
      nonce: null,
      anchor: anchorOfBytes(signed.raw),
      changeAddress: signed.changeAddress,
      at: context.now()
    },
    { inPlaceOf: payout }
  )
}
