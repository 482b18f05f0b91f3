import { dayMs } from '@mille/api/durations.ts'

/** A page may be away for a moment: only what is missed on two days in a row is lost. */
const patience = 2

/** How an order's publication is watched: the columns that follow from what was found at it. */
export type ProofWatch = {
  proof_check_at: Date | null
  proof_misses: number
  proof_lost_at: Date | null
}

/** A link that was found is looked for again a day later. */
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
