import { dayMs } from '@mille/api/durations.ts'
import type { Context } from '../context.ts'
import { rebuildCounters } from '../delivery/index.ts'
import { StartError } from '../start-error.ts'

/** Recalculates the counters of a range of UTC days, both ends included. */
export async function rebuildDays(
  context: Pick<Context, 'db' | 'pool' | 'config'>,
  first: string | undefined,
  last: string | undefined
): Promise<string> {
  const from = readDay(first)
  const until = new Date(readDay(last).getTime() + dayMs)
  if (from >= until) throw new StartError(`${first} is after ${last}`)
  const done = await rebuildCounters(context, from, until)
  if (!done.ok) {
    throw new StartError(
      `Events that were counted before ${done.possibleFrom} are gone: their counters cannot be rebuilt`
    )
  }
  return `Rebuilt ${done.counters} counters from their events: ${done.changed} were different`
}

function readDay(text: string | undefined): Date {
  const day = /^\d{4}-\d\d-\d\d$/.test(text ?? '') ? new Date(`${text}T00:00:00Z`) : null
  if (!day || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) {
    throw new StartError(`Days must be written like 2026-03-02, not ${text}`)
  }
  return day
}
