import type { ApprovalRule } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import { createPagedList, type Page } from '../shared/paged-list.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'
import { sameRule } from './block-rules.ts'

/** State of the ads and advertisers that a publisher approved and that match a search, newest first. */
export function createApprovedStores(
  api: Pick<Api, 'adUnits'>,
  { list, query }: { list: Page<ApprovalRule>; query: string }
) {
  const rules = createPagedList(list, offset =>
    api.adUnits.listApprovalRules({ ...approvedFilter(query), 'page[offset]': offset })
  )
  const $problem = atom<Problem | null>(null)

  return {
    ...rules,
    /** Why the last approval could not be taken back or given again. */
    $changeProblem: $problem,

    async takeBack(rule: ApprovalRule): Promise<boolean> {
      const result = await api.adUnits.deleteApprovalRule({ id: rule.id })
      // An approval that was already taken back in another window counts as taken back.
      const isGone = result.ok || result.status === 404
      $problem.set(isGone ? null : firstProblem(result))
      if (isGone) rules.remove(rule.id)
      return isGone
    },

    /** Gives an approval again that was taken back. It becomes the newest one. */
    async undo(rule: ApprovalRule): Promise<boolean> {
      const result = await api.adUnits.createApprovalRule(sameRule(rule))
      $problem.set(result.ok ? null : firstProblem(result))
      if (result.ok) rules.put(result.value.data)
      return result.ok
    }
  }
}

/** Returns the parameters of the list for what was approved, without the switches. */
export function approvedFilter(query: string) {
  return {
    'filter[kind]': ['creative' as const, 'advertiser' as const],
    'filter[query]': query
  }
}
