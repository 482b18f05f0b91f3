import type { BitcoinConfig } from '../../config-payments.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import {
  type DueWithdrawal,
  failPayout,
  inputsOf,
  lockPayouts,
  markSent,
  openPayouts,
  type Payout,
  paymentsOf,
  reservedInputs,
  setHeight,
  settleDepth,
  settlePayout,
  setWaiting,
  storePayout,
  type WaitsFor
} from '../payout-store.ts'
import { signDue, signWithdrawals } from '../sign-due.ts'
import type { SignerAnswer } from '../signer/protocol.ts'
import {
  type Coin,
  type Draft,
  type DraftTerms,
  draftTransaction,
  type Payment,
  sizeOf
} from './coins.ts'
import { broadcastWithAncestors, readCoins, readFeePerByte, readStanding } from './node-wallet.ts'
import { type BitcoinRpc, createBitcoinRpc } from './rpc.ts'
import { requireTip } from './tip.ts'

/**
 * Takes withdrawals one step further: signs what is due and keeps the bytes, sends what is signed, settles what is
 * deep in the chain. Every step begins from what the one before it has committed, so that it may break off anywhere.
 */
export async function payBitcoin(
  context: Context,
  config: BitcoinConfig,
  socketPath: string
): Promise<void> {
  const rpc = createBitcoinRpc(config)
  await requireTip(context.db, rpc)
  // Those that are signed go on while the signer is away.
  await sendSigned(context, rpc)
  await settleDeep(context, rpc, config.confirmations + settleDepth)
  const signer = { rpc, config, socketPath }
  await signDue(context, 'bitcoin', (tx, due) => signLocked(tx, context, signer, due))
  await raiseFees(context, signer)
  await sendSigned(context, rpc)
}

type Signer = { rpc: BitcoinRpc; config: BitcoinConfig; socketPath: string }

async function signLocked(
  tx: Tx,
  context: Context,
  signer: Signer,
  due: readonly DueWithdrawal[]
): Promise<void> {
  const coins = await freeCoins(tx, signer)
  const feePerByte = await readFeePerByte(signer.rpc)
  const terms = { feePerByte, network: signer.config.network }
  const waits: { id: number; waitsFor: WaitsFor }[] = []
  // What cannot be paid is passed over: those behind it go on.
  for (let rest = due; rest.length > 0; rest = rest.slice(1)) {
    const tried = await signMost(tx, signer, rest, coins, terms)
    if ('draft' in tried) {
      const { signed, draft, withdrawals } = tried
      const payout = {
        chain: 'bitcoin' as const,
        ...signed,
        ...draft,
        nonce: null,
        at: context.now()
      }
      await storePayout(tx, payout, { withdrawals })
      break
    }
    const [first] = rest
    if (first) waits.push({ id: first.id, waitsFor: tried.waitsFor })
    context.log.error(
      { withdrawal: first?.id, detail: tried.detail },
      'a withdrawal cannot be paid'
    )
  }
  await setWaiting(tx, waits)
}

type Tried =
  | { signed: Signed; draft: Draft; withdrawals: number[] }
  | { waitsFor: 'coins' | 'signer'; detail: string }

/** As many at once as there is money for, and as the signer lets out in one transaction; or why not even the first. */
async function signMost(
  tx: Tx,
  signer: Signer,
  due: readonly DueWithdrawal[],
  coins: readonly Coin[],
  terms: DraftTerms
): Promise<Tried> {
  let why: Tried = { waitsFor: 'coins', detail: 'too few coins are free' }
  for (let count = due.length; count > 0; count = Math.floor(count / 2)) {
    const chosen = due.slice(0, count)
    const draft = draftTransaction(paymentsTo(chosen), coins, terms)
    if (!draft) continue
    const signed = await sign(tx, signer, chosen, draft)
    if (signed.ok) return { signed, draft, withdrawals: chosen.map(it => it.id) }
    why = { waitsFor: 'signer', detail: signed.detail }
  }
  return why
}

async function freeCoins(tx: Tx, { rpc, config }: Signer): Promise<Coin[]> {
  const reserved = await reservedInputs(tx, 'bitcoin')
  const coins = await readCoins(rpc, config.confirmations)
  return coins.filter(it => !reserved.has(`${it.transactionId}:${it.output}`))
}

const paymentsTo = (due: readonly DueWithdrawal[]): Payment[] =>
  due.map(it => ({ address: it.address, amount: it.net }))

type Signed = Extract<SignerAnswer, { ok: true }>

async function sign(
  tx: Tx,
  { socketPath }: Signer,
  due: readonly DueWithdrawal[],
  { inputs, change }: Draft
): Promise<SignerAnswer> {
  const last = await tx
    .selectFrom('payouts')
    .select(eb => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  // What comes back goes to an address of its own each time.
  const index = Number(last?.id ?? 0) + 1
  return signWithdrawals(socketPath, {
    method: 'sign_bitcoin',
    inputs: inputs.map(({ transactionId, output, amount, branch, index }) => ({
      transactionId,
      output,
      amount,
      branch,
      index
    })),
    outputs: paymentsTo(due),
    change: change > 0n ? { index, amount: change } : null
  })
}

/** Sends the stored bytes, the same each time. */
async function sendSigned(context: Context, rpc: BitcoinRpc): Promise<void> {
  for (const payout of await openPayouts(context.db, 'bitcoin')) {
    if (payout.state !== 'signed') continue
    const taken = await send(context, rpc, payout)
    if (taken.ok) {
      await context.db.transaction().execute(tx => markSent(tx, payout, context.now()))
    } else if (await isDead(context, rpc, payout)) {
      await context.db.transaction().execute(tx => failPayout(tx, payout))
    } else {
      context.log.warn(
        { payout: payout.id, detail: taken.detail },
        'the node does not take a payout'
      )
    }
  }
}

async function send(context: Context, rpc: BitcoinRpc, payout: Payout) {
  const inputs = await inputsOf(context.db, payout.id)
  return broadcastWithAncestors(
    rpc,
    payout.raw,
    inputs.map(it => it.transactionId)
  )
}

async function settleDeep(context: Context, rpc: BitcoinRpc, depth: number): Promise<void> {
  const open = await openPayouts(context.db, 'bitcoin')
  const settled = new Set<number>()
  for (const payout of open) {
    if (settled.has(payout.rootId)) continue
    const standing = await readStanding(rpc, payout.transactionId)
    if (standing.type === 'unknown') {
      // The node has forgotten it: it is sent again.
      if (payout.state === 'sent') await send(context, rpc, payout)
      continue
    }
    await setHeight(context.db, payout, standing.height)
    if (standing.confirmations >= depth) {
      await settlePayout(context, payout, 'BTC')
      settled.add(payout.rootId)
    } else if (standing.confirmations === 0 && payout.state === 'sent') {
      await send(context, rpc, payout)
    } else if (standing.confirmations < 0 && (await isDead(context, rpc, payout))) {
      await context.db.transaction().execute(tx => failPayout(tx, payout))
      settled.add(payout.rootId)
    }
  }
}

/**
 * Whether none of the transactions that could pay these withdrawals can get into the chain: the chain has, deep enough,
 * something else in the place of what they spend. Only then is it safe to sign another with other coins.
 */
async function isDead(context: Context, rpc: BitcoinRpc, payout: Payout): Promise<boolean> {
  const family = (await openPayouts(context.db, 'bitcoin')).filter(
    it => it.rootId === payout.rootId
  )
  for (const member of family) {
    let isMemberDead = false
    for (const input of await inputsOf(context.db, member.id)) {
      const parent = await readStanding(rpc, input.transactionId)
      if (parent.type === 'known' && parent.confirmations <= -settleDepth) isMemberDead = true
    }
    if (!isMemberDead) return false
  }
  return true
}

/** What has waited too long is signed again with the same inputs and a higher fee. */
async function raiseFees(context: Context, signer: Signer): Promise<void> {
  const { bumpMinutes } = context.config.payments.withdrawals
  const before = new Date(context.now().getTime() - bumpMinutes * 60_000)
  const open = await openPayouts(context.db, 'bitcoin')
  const newest = new Map(open.map(it => [it.rootId, it]))
  for (const payout of newest.values()) {
    const isInBlock = open.some(it => it.rootId === payout.rootId && it.height !== null)
    if (payout.sentAt === null || payout.sentAt > before || isInBlock) continue
    await context.db.transaction().execute(async tx => {
      if (await lockPayouts(tx, 'bitcoin')) await raiseFee(tx, context, signer, payout)
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
  const feePerByte = ((paidPerByte > usual ? paidPerByte : usual) * 3n) / 2n
  const leastFee = (payout.fee * 3n) / 2n
  const terms = { feePerByte, network, must, leastFee }
  const draft = draftTransaction(payments, await freeCoins(tx, signer), terms)
  const signed = draft ? await sign(tx, signer, paid, draft) : null
  if (!draft || !signed?.ok) {
    const detail = signed && !signed.ok ? signed.detail : 'too few coins are free'
    context.log.error({ payout: payout.id, detail }, 'the fee of a payout cannot be raised')
    return
  }
  await storePayout(
    tx,
    { chain: 'bitcoin', ...signed, ...draft, nonce: null, at: context.now() },
    { inPlaceOf: payout }
  )
}
