import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { verifyCoupons } from '../coupons/index.ts'
import { atOneMoment } from '../db/at-one-moment.ts'
import { verifyEarnings } from '../earnings/index.ts'
import { firstProblem, requestChecks, verifyLedger } from '../ledger/index.ts'
import { orderChecks } from '../marketplace/index.ts'
import { verifyPayments } from '../payments/index.ts'
import { publicLogProblem } from '../public-log/index.ts'
import { countChecks, findCountProblem, verifySettlements } from '../settlement/index.ts'
import { bookDayChecks } from './book-days.ts'
import { correctionCheck, flowChecks } from './flows.ts'
import { readLastSeal } from './seal-books.ts'
import { sealProblem } from './verify-seals.ts'

export type BooksVerdict =
  | { ok: true; text: string }
  /** What is broken first, in words. */
  | { ok: false; text: string }

/** Everything that the books must be: what `mille verify` and the operators' page run. */
export async function verifyBooks(
  context: Pick<Context, 'db' | 'pool' | 'config'>
): Promise<BooksVerdict> {
  const { db } = context
  const ledger = await verifyLedger(db)
  if (!ledger.ok) return broken('The ledger', ledger.problem)
  const settled = await verifySettlements(db)
  if (!settled.ok) return broken('A settlement', settled.problem)
  const coupons = await verifyCoupons(db)
  if (!coupons.ok) return broken('A coupon', coupons.problem)
  const payments = await verifyPayments(db)
  if (!payments.ok) return broken('A payment', payments.problem)
  const earnings = await verifyEarnings(db)
  if (!earnings.ok) return broken('An earning', earnings.problem)
  const miscounted = await findCountProblem(context)
  if (miscounted !== null) return broken('A count', miscounted)
  const unlogged = await publicLogProblem(context)
  if (unlogged !== null) return broken('The public log', unlogged)
  return atOneMoment(db, async tx => {
    // Moments in a problem are UTC, whatever the machine's time zone.
    await sql`set local timezone to 'UTC'`.execute(tx)
    const corrections = correctionCheck(context.config.mode !== 'production')
    for (const [what, checks] of [...furtherChecks, ['A transfer', [corrections]] as const]) {
      const problem = await firstProblem(tx, checks)
      if (problem !== null) return broken(what, problem)
    }
    const unsealed = await sealProblem(tx, context)
    if (unsealed !== null) return broken('A seal', unsealed)
    const last = await readLastSeal(tx)
    const { accounts, transfers, entries, openHolds } = ledger
    const head = last?.digest.toString('hex').slice(0, 16)
    const sealed = last ? `${last.number} seals, the last ${head}` : 'not sealed yet'
    return {
      ok: true,
      text: `${accounts} accounts, ${transfers} transfers, ${entries} entries, ${openHolds} open holds, ${settled.settlements} settlements, ${sealed}`
    }
  })
}

const furtherChecks = [
  ['A transfer', requestChecks],
  ['A transfer', flowChecks],
  ['A count', countChecks],
  ['An order', orderChecks],
  ['A daily total', bookDayChecks]
] as const

function broken(what: string, problem: string): BooksVerdict {
  return { ok: false, text: `${what} is broken: ${problem}` }
}
