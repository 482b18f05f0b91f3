import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { verifyCoupons } from '../coupons/index.ts'
import { atOneMoment } from '../db/at-one-moment.ts'
import { placeSumChecks, requestSumChecks, sumChecks, viewDayChecks } from '../delivery/index.ts'
import { verifyEarnings } from '../earnings/index.ts'
import { firstProblem, requestChecks, verifyLedger } from '../ledger/index.ts'
import { orderChecks } from '../marketplace/index.ts'
import { verifyPayments } from '../payments/index.ts'
import { type ProvenLog, verifyPublicLog } from '../public-log/index.ts'
import { settingChecks } from '../settings/index.ts'
import {
  countChecks,
  findCountProblem,
  readProgress,
  shareSumChecks,
  sourceChecks,
  type Unproven,
  verifySettlements
} from '../settlement/index.ts'
import { drawChecks } from '../window-holds/index.ts'
import type { AcceptedSeal, SealRange } from './accept-seals.ts'
import { bookDayChecks } from './book-days.ts'
import { correctionCheck, flowChecks } from './flows.ts'
import {
  type FoundPoint,
  type ProvenPoint,
  readProvenPoint,
  readUnproven,
  saveProvenPoint
} from './proven-point.ts'
import { readLastSeal } from './seal-books.ts'
import { addNamed, type NamedSeals, verifySeals } from './verify-seals.ts'
import { watchedChecks } from './watched-changes.ts'

export type BooksVerdict = {
  ok: boolean
  /** One line per part: each part's state, or else the first problem in each broken part. */
  text: string
  /** The verification that this one continues; null when everything was computed from the beginning. */
  since: { at: Date; fullAt: Date } | null
  /** A sentence with anything else that the operator should know. */
  note: string | null
}

/** Progress of a verification: the current part and the number of parts. */
type PartProgress = { part: number; parts: number; name: string }

type Options = {
  /** Computes only what came after the last proven point, where there is one. */
  isIncremental?: boolean
  /** Seals of another secret that are treated as accepted; the result is then not stored as a proven point. */
  asIfAccepted?: readonly SealRange[]
  onPart?: (progress: PartProgress) => void
}

type Parts = Pick<Context, 'db' | 'pool' | 'config' | 'now'>
type Verdict<Found> = ({ ok: true } & Found) | { ok: false; problem: string }

/**
 * Verifies the books, for `mille verify` and the operators' page. All parts are checked even if one is broken. If
 * nothing is broken, the next run can continue from this point.
 */
export async function verifyBooks(context: Parts, options: Options = {}): Promise<BooksVerdict> {
  const { isIncremental = false, asIfAccepted = [] } = options
  const begunAt = context.now()
  const progress = await readProgress(context.db)
  const found: FoundPoint = isIncremental
    ? await readProvenPoint(context)
    : { point: null, why: null }
  const { point } = found
  const since = point && { at: point.at, fullAt: point.fullAt }
  const { checked, problems } = await checkParts(context, point, options)
  if (!checked || problems.length > 0)
    return { ok: false, text: problems.join('\n'), since, note: noteOf(found, true) }
  const { ledger, settled, log, seal, last, accepted } = checked
  let isSaved = true
  // A log that does not name any seal yet protects no rows, so there is no proven point.
  if (seal && asIfAccepted.length === 0) {
    const settledUntil =
      progress && 'settledUntil' in progress ? progress.settledUntil : new Date(0)
    const fullAt = point?.fullAt ?? begunAt
    isSaved = await saveProvenPoint(context, { at: begunAt, fullAt, settledUntil, log, seal })
  }
  const { accounts, transfers, entries, openHolds } = ledger
  const head = last?.digest.toString('hex').slice(0, 16)
  const sealed = last ? `${last.number} seals, the last ${head}` : 'not sealed yet'
  const text = `${accounts} accounts, ${transfers} transfers, ${entries} entries, ${openHolds} open holds, ${settled.settlements} settlements, ${sealed}${accepted.map(lineOf).join('')}`
  return { ok: true, text, since, note: noteOf(found, isSaved) }
}

/** Describes what the operator should know about how the books were verified. */
function noteOf({ point, ...found }: FoundPoint, isSaved: boolean): string | null {
  const why = 'why' in found ? found.why : null
  const notes = [
    why && `Everything was checked, because the proven point cannot be used: ${why}`,
    !isSaved &&
      'The next run cannot continue from here, because this process may not write to the database'
  ].filter(it => typeof it === 'string')
  return notes.length > 0 ? notes.join('. ') : null
}

async function checkParts(
  context: Parts,
  point: ProvenPoint | null,
  { asIfAccepted = [], onPart = () => {} }: Options
) {
  const { db } = context
  const unproven = point && (await readUnproven(db, point))
  const { part, problems } = createParts(onPart)
  const named: NamedSeals = {
    readTo: 0,
    proven: point?.seal ?? null,
    last: point?.seal ?? null,
    problem: null
  }
  // The log comes first, since the seals that it names decide up to where the rest is proven.
  const log = await part<{ proven: ProvenLog }>('The public log', async () => {
    const { problem, proven } = await verifyPublicLog(context, {
      since: point?.log ?? null,
      onSeals: logged => addNamed(db, named, logged)
    })
    if (problem !== null) return { ok: false, problem }
    named.readTo = proven.size
    return { ok: true, proven }
  })
  const seal = named.last
  const ledger = await part('The ledger', () => verifyLedger(db))
  const settled = await part('A settlement', () => verifySettlements(db, unproven))
  await part('A coupon', () => verifyCoupons(db))
  await part('A payment', () => verifyPayments(db))
  await part('An earning', () => verifyEarnings(db))
  await part('A count', () => verdictOf(findCountProblem(context, unproven)))
  const seals = await atOneMoment(db, async tx => {
    // Times in a problem's text are in UTC, whatever the machine's time zone.
    await sql`set local timezone to 'UTC'`.execute(tx)
    for (const [what, checks] of furtherChecks(context, unproven))
      await part(what, () => verdictOf(firstProblem(tx, checks)))
    const seals = await part('A seal', () => verifySeals(tx, context, named, asIfAccepted))
    return seals && { last: await readLastSeal(tx), accepted: seals.accepted }
  })
  const checked = ledger &&
    settled &&
    log &&
    seals && { ledger, settled, log: log.proven, seal, ...seals }
  return { checked, problems }
}

/** Returns a function that runs each part and collects the problems. */
function createParts(onPart: NonNullable<Options['onPart']>) {
  const problems: string[] = []
  let started = 0
  async function part<Found>(
    what: string,
    verify: () => Promise<Verdict<Found>>
  ): Promise<Found | null> {
    started++
    onPart({ part: started, parts: partCount, name: what })
    const found = await verify().catch(cannotBeRead)
    if (found.ok) return found
    problems.push(`${what} is broken: ${found.problem}`)
    return null
  }
  return { problems, part }
}

const lineOf = ({ seal, acceptedAt, reason }: AcceptedSeal) =>
  `\nSeal ${seal} was made with another SECRET, and was accepted on ${acceptedAt.toISOString()}: ${reason}`

/** Number of parts that a verification runs. */
const partCount = 20

function furtherChecks({ config, now }: Parts, unproven: Unproven | null) {
  // Heartbeats of earlier days may already be deleted.
  const keptFrom = new Date(now().getTime() - (config.eventRetentionDays - 1) * dayMs)
  return [
    ['A transfer', requestChecks],
    ['A transfer', flowChecks],
    ['A funding', drawChecks],
    ['A count', countChecks(unproven)],
    ['An order', orderChecks],
    ['A daily total', bookDayChecks],
    ['A daily total', viewDayChecks],
    [
      'A sum for reports',
      [...sumChecks, ...placeSumChecks, ...requestSumChecks, ...shareSumChecks]
    ],
    ['A setting', settingChecks],
    ['A state', watchedChecks],
    ['A transfer', [correctionCheck(config.mode !== 'production')]],
    ['A settlement', sourceChecks(keptFrom)]
  ] as const
}

async function verdictOf(problem: Promise<string | null>): Promise<Verdict<object>> {
  const found = await problem
  return found === null ? { ok: true } : { ok: false, problem: found }
}

/** Reports data that cannot be read, as changed bytes may be. */
function cannotBeRead(error: unknown): Verdict<never> {
  return { ok: false, problem: `it cannot be read: ${(error as Error).message}` }
}
