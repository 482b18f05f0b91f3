import { type FirstStepSide, firstStepSides, firstSteps } from '@mille/api/constants.ts'
import { hourMs } from '@mille/api/durations.ts'
import type { FirstSteps } from '@mille/api/statistics/endpoints.ts'
import { sampleMoment } from './sample-moments.ts'

type Attributes = FirstSteps['data']['attributes']
type List = Attributes['lists'][number]
type Progress = Partial<Record<FirstStepSide | 'account', number | 'dismissed'>>

/** Steps whose moment is known to the hour. */
const byHour: readonly string[] = ['ad_viewed', 'code_seen', 'unit_viewed']

/**
 * Builds first steps of which so many are done on each side, the first ones first. A side with 0 was chosen, one that
 * is left out was not.
 */
export function sampleFirstSteps(progress: Progress): Attributes {
  const sides = firstStepSides.map(side => progress[side])
  return {
    is_new: sides.every(it => it === undefined || it === 0),
    lists: [...firstStepSides, 'account' as const].map(side => listOf(side, progress[side]))
  }
}

function listOf(side: List['side'], progress: number | 'dismissed' | undefined): List {
  if (progress === 'dismissed')
    return { side, state: 'dismissed', is_begun: false, subject_id: null, steps: [] }
  const done = progress ?? 0
  return {
    side,
    state: progress === 0 && side !== 'account' ? 'shown' : null,
    is_begun: done > 0,
    subject_id: done > 0 && side !== 'account' ? '1' : null,
    steps: firstSteps[side].map((step, index) => {
      const at = sampleMoment(firstSteps[side].length - index)
      const hour = Math.floor(Date.parse(at) / hourMs) * hourMs
      if (index >= done) return { step, done_at: null, done_until: null }
      if (!byHour.includes(step)) return { step, done_at: at, done_until: null }
      return {
        step,
        done_at: new Date(hour).toISOString(),
        done_until: new Date(hour + hourMs).toISOString()
      }
    })
  }
}
