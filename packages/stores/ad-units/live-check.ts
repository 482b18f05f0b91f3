import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { AdUnitStatisticsDocument } from '@mille/api/statistics/endpoints.ts'
import { atom, computed } from 'nanostores'
import { type Clock, systemClock } from '../shared/clock.ts'

/** What the network has counted for a unit. */
export type UnitCounts = Pick<
  AdUnitStatisticsDocument['data']['attributes']['total'],
  'requests' | 'filled' | 'billable' | 'unfilled'
>

/** How a request ended: `filled` with an ad, or the reason why it got none. */
type Outcome = string

export type LiveCheckState =
  | { phase: 'waiting' }
  /** Requests were counted before this page was opened, and none since. */
  | { phase: 'seen_before' }
  /** `seenMs` is when this page learned of the latest request. */
  | { phase: 'seen'; seenMs: number; outcome: Outcome }
  | { phase: 'viewed' }

export type LiveCheckApi = { statistics: Pick<Api['statistics'], 'readAdUnitStatistics'> }
export type LoadedCounts = { unit: AdUnit; counts: UnitCounts | null }

/** The network adds up requests every five seconds, so asking much more often would show nothing new. */
const everyMs = { first: 4_000, later: 12_000, failed: 30_000 }
const firstMs = 120_000
const patienceMs = 900_000

/**
 * State of waiting for the first request of a unit's code, and for its first paid view. The network stores no moment of
 * a request, only growing counts, so the moment is the one at which a higher count was read.
 */
export function createLiveCheckStores(
  api: LiveCheckApi,
  { unit, counts }: LoadedCounts,
  clock: Clock = systemClock
) {
  const $state = atom<LiveCheckState>(stateOf(counts))
  const $isPaused = atom(false)
  const $isOffline = atom(false)
  const $everyMs = atom(everyMs.first)
  const $isWaiting = computed(
    [$state, $isPaused],
    (state, isPaused) => state.phase !== 'viewed' && !isPaused
  )
  /** What was counted at the last reading; null until there is one that the next can be compared with. */
  let known = counts
  let sinceMs = clock.now()
  let isReading = false

  /** Reads the counts once more. A failure keeps what is shown, and says that the network is away. */
  async function refresh(): Promise<void> {
    if (isReading || !$isWaiting.get()) return
    isReading = true
    const result = await api.statistics.readAdUnitStatistics({ id: unit.id })
    isReading = false
    $isOffline.set(!result.ok)
    if (result.ok) note(result.value.data.attributes.total)
    const waitedMs = clock.now() - sinceMs
    const pace = waitedMs < firstMs ? everyMs.first : everyMs.later
    $everyMs.set(result.ok ? pace : Math.min($everyMs.get() * 2, everyMs.failed))
    if (waitedMs >= patienceMs) $isPaused.set(true)
  }

  function note(found: UnitCounts): void {
    const before = known
    known = found
    const outcome = before && grownOutcome(before, found)
    if (found.billable > 0) $state.set({ phase: 'viewed' })
    else if (outcome) $state.set({ phase: 'seen', seenMs: clock.now(), outcome })
    else if ($state.get().phase === 'waiting') $state.set(stateOf(found))
  }

  /** Waits for another 15 minutes. */
  function resume(): Promise<void> {
    sinceMs = clock.now()
    $everyMs.set(everyMs.first)
    $isPaused.set(false)
    return refresh()
  }

  return { $state, $isPaused, $isOffline, $isWaiting, $everyMs, refresh, resume }
}

function stateOf(counts: UnitCounts | null): LiveCheckState {
  if (counts === null) return { phase: 'waiting' }
  if (counts.billable > 0) return { phase: 'viewed' }
  return { phase: (counts.requests ?? 0) > 0 ? 'seen_before' : 'waiting' }
}

/** Returns an outcome of the requests that were added, `filled` before others; null if there are none. */
function grownOutcome(before: UnitCounts, now: UnitCounts): Outcome | null {
  if ((now.filled ?? 0) > (before.filled ?? 0)) return 'filled'
  const grown = Object.entries(now.unfilled).find(
    ([reason, count]) => count > (before.unfilled[reason] ?? 0)
  )
  return grown?.[0] ?? null
}
