import type { Context } from '../../context.ts'
import type { Frequency } from '../choosing/frequency.ts'
import { rejectedAs, verdict } from '../judge/verdicts.ts'
import { readPartitions } from '../partitions/leases.ts'
import { readVerdicts } from '../partitions/stored-verdicts.ts'
import { type Guess, Guesses } from './guesses.ts'
import type { UnpaidRecords } from './unpaid-records.ts'
import type { AppendedView } from './write-reports.ts'

const followMs = 1000
/** How long counting may take before it is called late. */
const longestMs = 10_000
const rowsAtOnce = 200
const seenToday = rejectedAs('seen_today')

export type VerdictFollower = {
  /** The views that this node has appended. */
  add: (views: readonly AppendedView[]) => void
  /** Whether something that this node appended ten seconds ago is not counted yet. */
  isCountingLate: () => boolean
  start: () => void
  /** Looks once. */
  look: () => Promise<void>
  stop: () => Promise<void>
}

type Told = { frequency: Frequency; unpaid: Pick<UnpaidRecords, 'giveBack'> }

/**
 * Tells the draw, and what bounds the records of neighborhoods, what became of the views that this node has reported. The draw
 * takes each for paid as soon as it is in the log; a second later the counter's verdict says whether it was. While counting is
 * away what is not corrected stays a guess.
 */
export function createVerdictFollower(
  { db, log }: Pick<Context, 'db' | 'log'>,
  told: Told,
  lateMs = longestMs
): VerdictFollower {
  const { frequency } = told
  const guesses = new Guesses()
  let isFailing = false
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  async function look(): Promise<void> {
    if (guesses.isEmpty) return
    for (const it of await readPartitions(db)) await lookAt(it.partition, it.position)
  }

  async function lookAt(partition: number, counted: bigint): Promise<void> {
    const first = guesses.firstOf(partition)
    if (first === null) return
    for (let after = first - 1n; after < counted; ) {
      const rows = await readVerdicts(db, partition, after, rowsAtOnce)
      for (const { position, verdicts } of rows.flatMap(it => it.batches)) {
        for (const it of guesses.take(partition, position)) tell(told, it, verdicts[it.place] ?? 0)
      }
      const last = rows.at(-1)
      if (!last) break
      after = last.position
    }
    guesses.dropUntil(partition, counted)
  }

  async function follow(): Promise<void> {
    try {
      await look()
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'what became of views cannot be read')
      isFailing = true
    }
    plan()
  }

  function plan(): void {
    timer = setTimeout(() => {
      looking = follow()
    }, followMs)
    timer.unref()
  }

  return {
    add(views) {
      const appendedAt = performance.now()
      for (const view of views) {
        const { called, decided } = view.event
        // What is known says more than a view that may be the visitor's second.
        if (frequency.guess(called, decided.campaign)) guesses.add(view, appendedAt)
      }
    },
    isCountingLate: () => guesses.hasSince(performance.now() - lateMs),
    start: plan,
    look,
    async stop() {
      clearTimeout(timer)
      await looking
      clearTimeout(timer)
    }
  }
}

function tell({ frequency, unpaid }: Told, guess: Guess, code: number): void {
  const { called, campaign } = guess
  if (code === verdict.billable) {
    unpaid.giveBack(guess.neighborhood, guess.receivedAtMs)
    return
  }
  frequency.forget(called, campaign)
  if (code === seenToday) frequency.remember(called, campaign, false)
}
