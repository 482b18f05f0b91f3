import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { verifyCoupons } from '../coupons/index.ts'
import { atOneMoment } from '../db/at-one-moment.ts'
import { viewDayChecks } from '../delivery/index.ts'
import { verifyEarnings } from '../earnings/index.ts'
import { firstProblem, requestChecks, verifyLedger } from '../ledger/index.ts'
import { orderChecks } from '../marketplace/index.ts'
import { verifyPayments } from '../payments/index.ts'
import { publicLogProblem } from '../public-log/index.ts'
import { settingChecks } from '../settings/index.ts'
import {
  countChecks,
  findCountProblem,
  sourceChecks,
  verifySettlements
} from '../settlement/index.ts'
import type { AcceptedSeal, SealRange } from './accept-seals.ts'
import { bookDayChecks } from './book-days.ts'
import { correctionCheck, flowChecks } from './flows.ts'
import { readLastSeal } from './seal-books.ts'
import { verifySeals } from './verify-seals.ts'
import { watchedChecks } from './watched-changes.ts'

/** What each part is, or else what is broken first in each part that is, a line for each. */
export type BooksVerdict = { ok: boolean; text: string }

type Verdict<Found> = ({ ok: true } & Found) | { ok: false; problem: string }

/**
 * Everything that the books must be: what `mille verify` and the operators' page run. A part that is broken hides nothing
 * behind it: the others are looked at too. `asIfAccepted` are seals of another secret that are taken to be accepted.
 */
export async function verifyBooks(
  context: Pick<Context, 'db' | 'pool' | 'config' | 'now'>,
  asIfAccepted: readonly SealRange[] = []
): Promise<BooksVerdict> {
  const { db } = context
  const problems: string[] = []
  const part = async <Found>(
    what: string,
    verify: () => Promise<Verdict<Found>>
  ): Promise<Found | null> => {
    const found = await verify().catch(cannotBeRead)
    if (found.ok) return found
    problems.push(`${what} is broken: ${found.problem}`)
    return null
  }
  const ledger = await part('The ledger', () => verifyLedger(db))
  const settled = await part('A settlement', () => verifySettlements(db))
  await part('A coupon', () => verifyCoupons(db))
  await part('A payment', () => verifyPayments(db))
  await part('An earning', () => verifyEarnings(db))
  await part('A count', () => verdictOf(findCountProblem(context)))
  await part('The public log', () => verdictOf(publicLogProblem(context)))
  const seals = await atOneMoment(db, async tx => {
    // Moments in a problem are UTC, whatever the machine's time zone.
    await sql`set local timezone to 'UTC'`.execute(tx)
    const corrections = correctionCheck(context.config.mode !== 'production')
    // Heartbeats of the day before that may be deleted by now.
    const keptFrom = new Date(
      context.now().getTime() - (context.config.eventRetentionDays - 1) * dayMs
    )
    const others = [
      ['A transfer', [corrections]],
      ['A settlement', sourceChecks(keptFrom)]
    ] as const
    for (const [what, checks] of [...furtherChecks, ...others])
      await part(what, () => verdictOf(firstProblem(tx, checks)))
    const seals = await part('A seal', () => verifySeals(tx, context, asIfAccepted))
    return seals && { last: await readLastSeal(tx), accepted: seals.accepted }
  })
  if (!ledger || !settled || !seals || problems.length > 0)
    return { ok: false, text: problems.join('\n') }
  const { accounts, transfers, entries, openHolds } = ledger
  const { last, accepted } = seals
  const head = last?.digest.toString('hex').slice(0, 16)
  const sealed = last ? `${last.number} seals, the last ${head}` : 'not sealed yet'
  return {
    ok: true,
    text: `${accounts} accounts, ${transfers} transfers, ${entries} entries, ${openHolds} open holds, ${settled.settlements} settlements, ${sealed}${accepted.map(lineOf).join('')}`
  }
}

const lineOf = ({ seal, acceptedAt, reason }: AcceptedSeal) =>
  `\nSeal ${seal} was made with another SECRET, and was accepted on ${acceptedAt.toISOString()}: ${reason}`

const furtherChecks = [
  ['A transfer', requestChecks],
  ['A transfer', flowChecks],
  ['A count', countChecks],
  ['An order', orderChecks],
  ['A daily total', bookDayChecks],
  ['A daily total', viewDayChecks],
  ['A setting', settingChecks],
  ['A state', watchedChecks]
] as const

async function verdictOf(problem: Promise<string | null>): Promise<Verdict<object>> {
  const found = await problem
  return found === null ? { ok: true } : { ok: false, problem: found }
}

/** Bytes that were changed may be nothing that can be read. */
function cannotBeRead(error: unknown): Verdict<never> {
  return { ok: false, problem: `it cannot be read: ${(error as Error).message}` }
}
