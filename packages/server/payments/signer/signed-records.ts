import { dayMs } from '@mille/api/durations.ts'
import type { Asset } from '@mille/money/amount.ts'
import { z } from 'zod'
import type { Journal } from './journal.ts'
import {
  addSigning,
  type Counted,
  countSigning,
  type SignedFamily,
  type SignerLimits,
  type SigningWish
} from './limits.ts'
import { type Earlier, type SignedTransaction, tokenCode, writeLine } from './protocol.ts'

export type SignedPayment = {
  withdrawal: string
  token: string
  address: string
  /** Amount in units of 1e-8. */
  amount: bigint
  /** Whether an operator's passkey approved the payment; then it does not count toward the unapproved sum. */
  isApproved: boolean
}
/** A signed transaction that the signer is about to return. */
export type Leaving = SignedTransaction & {
  payments: readonly (SignedPayment & { insteadOf: string | null })[]
  /** Outputs that the transaction spends, or the paying account's nonce. */
  spends: readonly string[]
  wishes: readonly SigningWish[]
}
export type PaymentRecord = SignedPayment & {
  /** Inputs or nonce that all transactions for the withdrawal spend, so that at most one of them is ever mined. */
  shared: readonly string[]
  transactions: readonly string[]
  newest: Earlier
}
export type Refused = { code: 'already_signed' | 'over_limit'; detail: string; earlier?: Earlier }

export type SignedRecords = {
  /** Returns what was signed for a withdrawal; `refuse` decides whether a new transaction may replace it. */
  find: (withdrawal: string) => PaymentRecord | undefined
  /** Returns the sum without an operator's approval in the last 24 hours, in units of 1e-8. */
  unapproved: (asset: Asset, now: number) => bigint
  refuse: (leaving: Leaving, now: number) => Refused | null
  /**
   * Writes a transaction to the journal before anyone has its signature: a crash in between counts too much, never too
   * little.
   */
  write: (leaving: Leaving, now: number) => void
}

const units = z
  .string()
  .regex(/^\d{1,30}$/)
  .transform(BigInt)
const entry = z.object({
  at: z.number().int(),
  transactionId: z.string(),
  raw: z.string(),
  spends: z.array(z.string()),
  payments: z.array(
    z.object({
      withdrawal: z.string(),
      token: tokenCode,
      address: z.string(),
      amount: units,
      insteadOf: z.string().nullable(),
      isApproved: z.boolean()
    })
  ),
  wishes: z.array(
    z.object({ asset: z.enum(['BTC', 'USD', 'coin']), amount: units, spends: z.array(z.string()) })
  )
})

/**
 * Reads what the signer has signed: all withdrawals forever, and amounts of the last 24 hours for its limits.
 * Everything is rebuilt from the journal, line by line.
 */
export function readRecords(journal: Journal, limits: SignerLimits): SignedRecords {
  let families: SignedFamily[] = []
  let unapproved: { asset: Counted; amount: bigint; at: number }[] = []
  const records = new Map<string, PaymentRecord>()

  function remember({ payments, spends, wishes, transactionId, raw }: Leaving, at: number): void {
    for (const wish of wishes) families = addSigning(families, wish, at).families
    const paid = wishes.find(it => it.asset !== 'coin')?.asset
    unapproved = unapproved.filter(it => it.at > at - dayMs)
    const newest = { transactionId, raw, withdrawals: payments.map(it => it.withdrawal) }
    for (const { insteadOf: _, ...payment } of payments) {
      const before = records.get(payment.withdrawal)
      const both = before?.shared.filter(it => spends.includes(it)) ?? []
      const isReplacement = before !== undefined && both.length > 0
      // A replacement pays nothing in addition.
      if (paid && !isReplacement && !payment.isApproved)
        unapproved.push({ asset: paid, amount: payment.amount, at })
      records.set(payment.withdrawal, {
        ...payment,
        shared: isReplacement ? both : spends,
        transactions: isReplacement ? [...before.transactions, transactionId] : [transactionId],
        newest
      })
    }
  }

  for (const line of journal.lines) {
    const { at, ...leaving } = entry.parse(JSON.parse(line))
    remember(leaving, at)
  }
  return {
    find: withdrawal => records.get(withdrawal),
    unapproved: (asset, now) =>
      unapproved.reduce(
        (sum, it) => (it.asset === asset && it.at > now - dayMs ? sum + it.amount : sum),
        0n
      ),
    refuse(leaving, now) {
      journal.check()
      for (const it of leaving.payments) {
        const refused = refusePayment(records.get(it.withdrawal), it, leaving.spends)
        if (refused) return refused
      }
      let counting = families
      for (const wish of leaving.wishes) {
        const counted = countSigning(limits, counting, wish, now)
        if (!counted.ok) return { code: 'over_limit', detail: counted.detail }
        counting = counted.families
      }
      return null
    },
    write(leaving, now) {
      const { transactionId, raw, spends, payments, wishes } = leaving
      journal.append(writeLine({ at: now, transactionId, raw, spends, payments, wishes }).trimEnd())
      remember(leaving, now)
    }
  }
}

/**
 * Decides whether a transaction that spends these inputs may pay a withdrawal, after all that was signed for it before.
 */
function refusePayment(
  before: PaymentRecord | undefined,
  it: Leaving['payments'][number],
  spends: readonly string[]
): Refused | null {
  if (!before) return null
  if (before.address !== it.address || before.amount !== it.amount || before.token !== it.token)
    return {
      code: 'already_signed',
      detail: `withdrawal ${it.withdrawal} was signed with another address or amount`
    }
  if (replaces(before, spends) || isInsteadOf(before, it.insteadOf)) return null
  const { transactionId } = before.newest
  const detail = `withdrawal ${it.withdrawal} was signed before, in ${transactionId}`
  return { code: 'already_signed', detail, earlier: before.newest }
}

/** Whether a transaction shares an input or nonce with all earlier ones, so that only one of them can be mined. */
export function replaces({ shared }: Pick<PaymentRecord, 'shared'>, spends: readonly string[]) {
  return shared.some(it => spends.includes(it))
}

function isInsteadOf({ transactions }: PaymentRecord, insteadOf: string | null): boolean {
  return insteadOf !== null && transactions.includes(insteadOf)
}
