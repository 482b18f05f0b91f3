import type { BlockRule, NewBlockRule } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import { createPagedList, type Page } from '../shared/paged-list.ts'
import {
  firstProblem,
  noProblems,
  type Problem,
  type Problems,
  problemsOf
} from '../shared/problems.ts'

/** Where a rule is for: all of the account’s ad units, or those of one site, or one. */
export type BlockScope = Pick<NewBlockRule, 'site_id' | 'ad_unit_id'>

export type BlockRulesStores = ReturnType<typeof createBlockRulesStores>

/** What the account’s ad units refuse to show, as far as it fits a search. */
export function createBlockRulesStores(
  api: Pick<Api, 'adUnits'>,
  { list, query }: { list: Page<BlockRule>; query: string }
) {
  const rules = createPagedList(list, offset =>
    api.adUnits.listBlockRules({ 'filter[query]': query, 'page[offset]': offset })
  )
  const $problems = atom<Problems>(noProblems)
  const $removeProblem = atom<Problem | null>(null)
  const $isSaving = atom(false)

  /** Null when it was refused. A rule that was there already is as good as a new one. */
  async function block(rule: NewBlockRule): Promise<BlockRule | null> {
    $isSaving.set(true)
    const result = await api.adUnits.createBlockRule(rule)
    $isSaving.set(false)
    $problems.set(result.ok ? noProblems : problemsOf(result))
    if (!result.ok) return null
    rules.put(result.value.data)
    return result.value.data
  }

  return {
    ...rules,
    $problems,
    $removeProblem,
    $isSaving,
    block,

    /** Lists that come from elsewhere have commas or semicolons. `rest` is what is left from the first that was refused. */
    async blockDomains(
      text: string,
      rule: Omit<NewBlockRule, 'kind' | 'domain'>
    ): Promise<{ made: BlockRule[]; rest: string }> {
      const domains = text.split(/[\s,;]+/).filter(it => it !== '')
      const made: BlockRule[] = []
      // An empty field is refused by the server, with its reason.
      for (const [index, domain] of (domains.length > 0 ? domains : ['']).entries()) {
        const added = await block({ ...rule, kind: 'domain', domain })
        if (!added) return { made, rest: domains.slice(index).join('\n') }
        made.push(added)
      }
      return { made, rest: '' }
    },

    async remove(rule: BlockRule): Promise<boolean> {
      const result = await api.adUnits.deleteBlockRule({ id: rule.id })
      // One that was removed in another window is what was asked for.
      const isGone = result.ok || result.status === 404
      $removeProblem.set(isGone ? null : firstProblem(result))
      if (isGone) rules.remove(rule.id)
      return isGone
    },

    forgetProblems: () => $problems.set(noProblems)
  }
}

/** What makes a removed rule again. */
export function sameRule({ attributes }: BlockRule): NewBlockRule {
  const { kind, domain, ad, site_id, ad_unit_id, note } = attributes
  return { kind, domain, creative_id: ad?.id ?? null, site_id, ad_unit_id, note }
}
