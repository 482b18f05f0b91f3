import { dayMs } from '@mille/api/durations.ts'

/**
 * Number of failed checks, on as many days in a row, after which a link counts as lost: a page may be unavailable for a
 * moment.
 */
const patience = 2

/** Columns that record how an order's publication is watched, according to the last check. */
export type ProofWatch = {
  proof_check_at: Date | null
  proof_misses: number
  proof_lost_at: Date | null
}

/** Plans the next check of a link that was found, a day later. */
export function watchFound(at: Date): ProofWatch {
  return { proof_check_at: dayAfter(at), proof_misses: 0, proof_lost_at: null }
}

export function watchMissed(before: Pick<ProofWatch, 'proof_misses' | 'proof_lost_at'>, at: Date) {
  const misses = before.proof_misses + 1
  return {
    proof_check_at: dayAfter(at),
    proof_misses: misses,
    proof_lost_at: before.proof_lost_at ?? (misses >= patience ? at : null)
  } satisfies ProofWatch
}

const dayAfter = (at: Date) => new Date(at.getTime() + dayMs)
