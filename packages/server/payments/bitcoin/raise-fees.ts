import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { openPayouts, type Payout } from '../payout.ts'
import { inputsOf, lockPayouts, paymentsOf, storePayout } from '../payout-store.ts'
import { draftTransaction, sizeOf } from './coins.ts'
import { readFeePerByte, readStanding } from './node-wallet.ts'
import { changeAddress, freeCoins, paymentsTo, type Signer, sign } from './sign.ts'

/** Whoever offers so many times what is usual and still waits does not wait for want of a fee. */
const maxRaise = 3n

/**
 * What has waited too long is signed again with the same inputs and a higher fee. Not what something else has taken the
 * place of: no fee brings that back.
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

async function raiseFee(tx: Tx, context: Context, signer: Signer, payout: Payout): Promise<void> {
  const paid = await paymentsOf(tx, payout.id)
  const payments = paymentsTo(paid)
  const must = await inputsOf(tx, payout.id)
  const { network } = signer.config
  // Half as much again, in all and for each byte: above what BIP 125 asks for, and worth a miner's look.
  const paidPerByte = payout.fee / BigInt(sizeOf(payments, must.length, network)) + 1n
  const usual = await readFeePerByte(signer.rpc)
  if (paidPerByte > usual * maxRaise) return
  const feePerByte = ((paidPerByte > usual ? paidPerByte : usual) * 3n) / 2n
  const minFee = (payout.fee * 3n) / 2n
  const terms = { feePerByte, network, must, minFee }
  const draft = draftTransaction(payments, await freeCoins(tx, signer), terms)
  const signed = draft ? await sign(tx, signer, paid, draft) : null
  if (!draft || !signed?.ok) {
    const detail = signed && !signed.ok ? signed.detail : 'too few coins are free'
    context.log.error({ payout: payout.id, detail }, 'the fee of a payout cannot be raised')
    return
  }
  await storePayout(
    tx,
    {
      chain: payout.chain,
      ...signed,
      ...draft,
      nonce: null,
      changeAddress: await changeAddress(tx, signer, draft),
      at: context.now()
    },
    { inPlaceOf: payout }
  )
}
