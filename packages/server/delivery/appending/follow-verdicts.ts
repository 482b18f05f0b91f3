import type { Context } from '../../context.ts'
import type { Frequency } from '../choosing/frequency.ts'
import { rejectedAs, verdict } from '../judge/verdicts.ts'
import { readPartitions } from '../partitions/leases.ts'
import { readVerdicts } from '../partitions/stored-verdicts.ts'
import { type Guess, Guesses } from './guesses.ts'
import type { UnpaidRecords } from './unpaid-records.ts'
import type { AppendedView } from './write-reports.ts'

const followMs = 1000
/** Milliseconds after which counting is called late. */
const longestMs = 10_000
const rowsAtOnce = 200
const seenToday = rejectedAs('seen_today')

export type VerdictFollower = {
  /** Adds views that this node has appended. */
  add: (views: readonly AppendedView[]) => void
  /** Reports whether a view that this node appended ten seconds ago is not counted yet. */
  isCountingLate: () => boolean
  start: () => void
  /** Reads the new verdicts once. */
  look: () => Promise<void>
  stop: () => Promise<void>
}

type Told = { frequency: Frequency; unpaid: Pick<UnpaidRecords, 'giveBack'> }

/**
 * Tells the frequency cap, and the limit on unpaid records, which of this node's views were charged. The draw assumes
 * that a view is charged as soon as it is in the log; a second later the counter's verdict is known. While counting is
 * unavailable, the assumption stays.
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
        // A view is guessed to be charged only if the campaign is not already capped for the visitor; otherwise it may
        // be a second view.
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
