import { setTimeout as sleep } from 'node:timers/promises'
import type { HealthCheck } from '../../admin/health-rules.ts'
import { reasonOf } from '../../reason-of.ts'

/** What one check found. A warning or a problem always says what to do. */
export type Finding =
  | { state: 'ok' | 'unchecked'; seen: string }
  | { state: 'warning' | 'problem'; seen: string; remedy: string }

/** A line of the result of `mille doctor`, as `--json` prints it. */
export type Line = {
  check: string
  state: Finding['state']
  /** What was seen, in a sentence. */
  seen: string
  /** What to do about it; null when there is nothing to do. */
  remedy: string | null
  /** Page of the operators' documentation that says more; null when there is nothing to do. */
  page: string | null
}

export type Check<Subject> = {
  name: string
  /** Page of docs/operating, with its heading, that says more. */
  page: string
  /** Returns one finding or several; an empty list when the check does not apply here. */
  run: (subject: Subject) => Promise<Finding | Finding[]> | Finding | Finding[]
}

/** Time in milliseconds that one check may take. Its own connections give up earlier, so that it can say why. */
const maxMs = 15_000
/** PostgreSQL's error codes for a table, a column, or a schema that does not exist. */
const missingParts: ReadonlySet<unknown> = new Set(['42P01', '42703', '3F000'])

export const ok = (seen: string): Finding => ({ state: 'ok', seen })
export const unchecked = (seen: string): Finding => ({ state: 'unchecked', seen })
export const problem = (seen: string, remedy: string): Finding => ({
  state: 'problem',
  seen,
  remedy
})
export const warning = (seen: string, remedy: string): Finding => ({
  state: 'warning',
  seen,
  remedy
})

/** Returns what a check of /admin/health found, with what to do about it. */
export function findingOf({ state, text }: HealthCheck, remedy: string): Finding {
  if (state === 'ok') return ok(text)
  return state === 'alarm' ? problem(text, remedy) : warning(text, remedy)
}

/** Runs all checks at once. One that fails or takes too long says so on its own line, and the others continue. */
export async function runChecks<Subject>(
  checks: readonly Check<Subject>[],
  subject: Subject,
  timeLimitMs = maxMs
): Promise<Line[]> {
  const all = await Promise.all(
    checks.map(async check => {
      const found = await runInTime(check, subject, timeLimitMs)
      return [found].flat().map(it => lineOf(check, it))
    })
  )
  return all.flat()
}

/** Returns a line for each check that could not run. */
export function skipChecks<Subject>(checks: readonly Check<Subject>[], why: string): Line[] {
  return checks.map(it => lineOf(it, unchecked(why)))
}

export function lineOf({ name, page }: { name: string; page: string }, found: Finding): Line {
  const { state, seen } = found
  const remedy = 'remedy' in found ? found.remedy : null
  return { check: name, state, seen, remedy, page: remedy === null ? null : page }
}

async function runInTime<Subject>(
  check: Check<Subject>,
  subject: Subject,
  timeLimitMs: number
): Promise<Finding | Finding[]> {
  const over = new AbortController()
  const late = sleep(timeLimitMs, null, { signal: over.signal }).then(
    () => unchecked(`No answer within ${timeLimitMs / 1000} s.`),
    () => unchecked('The check has ended.')
  )
  try {
    return await Promise.race([(async () => check.run(subject))(), late])
  } catch (error) {
    if (missingParts.has((error as { code?: unknown }).code))
      return unchecked('The tables of the database are not those of this version.')
    return unchecked(`The check failed: ${reasonOf(error)}.`)
  } finally {
    over.abort()
  }
}
