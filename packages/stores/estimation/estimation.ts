import type { Api, CallResult } from '@mille/api/client.ts'
import type { Rating } from '@mille/api/constants.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

type Call = Api['trafficStatistics']['readTrafficEstimations']
type Estimations = Awaited<ReturnType<Call>> extends CallResult<infer Value> ? Value : never

export type EstimationState = {
  isLoading: boolean
  /** The last answer, which stays visible while a new one is loading. */
  estimations: Estimations['data']['attributes'] | null
  problem: Problem | null
}

export type EstimationQuestion = {
  impressions: number
  categoryIds: readonly string[]
  disallowedRatings: readonly Rating[]
  size: UnitSize
}

const nothing: EstimationState = { isLoading: false, estimations: null, problem: null }

/** State of the estimate of what an ad unit would earn. A new request cancels the previous one. */
export function createEstimationStores(api: Pick<Api, 'trafficStatistics'>) {
  const $estimation = atom<EstimationState>(nothing)
  let running: AbortController | null = null

  async function request(question: EstimationQuestion): Promise<void> {
    running?.abort()
    const own = new AbortController()
    running = own
    $estimation.set({ ...$estimation.get(), isLoading: true, problem: null })
    const result = await ask(question, own.signal)
    if (result === null || running !== own) return
    running = null
    $estimation.set(
      result.ok
        ? { isLoading: false, estimations: result.value.data.attributes, problem: null }
        : { ...$estimation.get(), isLoading: false, problem: firstProblem(result) }
    )
  }

  async function ask(question: EstimationQuestion, signal: AbortSignal) {
    try {
      return await api.trafficStatistics.readTrafficEstimations(
        {
          type: 'traffic_estimations',
          impressions: question.impressions,
          category_ids: [...question.categoryIds],
          rating: [...question.disallowedRatings],
          size: question.size
        },
        { signal }
      )
    } catch (error) {
      if (signal.aborted) return null
      throw error
    }
  }

  return {
    $estimation,
    request,
    /** Cancels the running request and keeps what was loaded. */
    cancel() {
      running?.abort()
      running = null
      $estimation.set({ ...$estimation.get(), isLoading: false })
    }
  }
}
