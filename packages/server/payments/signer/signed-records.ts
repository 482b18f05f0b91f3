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
  /** Units of 1e-8. */
  amount: bigint
  /** By the passkey of an operator: it does not count among what goes without one. */
  isApproved: boolean
}
/** A transaction that is to be let out. */
export type Leaving = SignedTransaction & {
  payments: readonly (SignedPayment & { insteadOf: string | null })[]
  /** Outputs, or the number of the paying account. */
  spends: readonly string[]
  wishes: readonly SigningWish[]
}
export type PaymentRecord = SignedPayment & {
  /** What all the transactions spend that pay it: one of them at most is ever mined. */
  shared: readonly string[]
  transactions: readonly string[]
  newest: Earlier
}
export type Refused = { code: 'already_signed' | 'over_limit'; detail: string; earlier?: Earlier }

export type SignedRecords = {
  /** What was signed for a withdrawal; whether the new one takes its place for good is for `refuse` to say. */
  find: (withdrawal: string) => PaymentRecord | undefined
  /** Units of 1e-8 that were let out in the last 24 hours and that no operator has allowed. */
  unapproved: (asset: Asset, now: number) => bigint
  refuse: (leaving: Leaving, now: number) => Refused | null
  /** Written down before anybody has the signature: a crash in between counts too much, never too little. */
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
 * What the signer has signed: for each withdrawal forever, and for its limits during the last 24 hours. All of it
 * follows from the journal, line by line, in the order in which it was written.
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
      // What takes the place of another pays nothing more.
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

/** Whether a withdrawal may be paid by a transaction that spends this, after all that was signed for it before. */
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

/** Only one of them can be mined: they all spend the same. */
export function replaces({ shared }: Pick<PaymentRecord, 'shared'>, spends: readonly string[]) {
  return shared.some(it => spends.includes(it))
}

function isInsteadOf({ transactions }: PaymentRecord, insteadOf: string | null): boolean {
  return insteadOf !== null && transactions.includes(insteadOf)
}
