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

/** The scope of a block rule: all of the account’s ad units, those of one site, or one unit. */
export type BlockScope = Pick<NewBlockRule, 'site_id' | 'ad_unit_id'>

export type BlockRulesStores = ReturnType<typeof createBlockRulesStores>

/** State of the account’s block rules that match a search. */
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

  /** Adds a rule. Returns null when it was refused; a rule that already existed counts as added. */
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

    /**
     * Blocks the domains in a text, which may be separated by commas or semicolons. `rest` is the text from the first
     * refused domain on.
     */
    async blockDomains(
      text: string,
      rule: Omit<NewBlockRule, 'kind' | 'domain'>
    ): Promise<{ made: BlockRule[]; rest: string }> {
      const domains = text.split(/[\s,;]+/).filter(it => it !== '')
      const made: BlockRule[] = []
      // An empty field is sent as well, so that the server refuses it with a reason.
      for (const [index, domain] of (domains.length > 0 ? domains : ['']).entries()) {
        const added = await block({ ...rule, kind: 'domain', domain })
        if (!added) return { made, rest: domains.slice(index).join('\n') }
        made.push(added)
      }
      return { made, rest: '' }
    },

    async remove(rule: BlockRule): Promise<boolean> {
      const result = await api.adUnits.deleteBlockRule({ id: rule.id })
      // A rule that was already removed in another window counts as removed.
      const isGone = result.ok || result.status === 404
      $removeProblem.set(isGone ? null : firstProblem(result))
      if (isGone) rules.remove(rule.id)
      return isGone
    },

    forgetProblems: () => $problems.set(noProblems)
  }
}

/** Returns the attributes that re-create a removed rule. */
export function sameRule({ attributes }: BlockRule): NewBlockRule {
  const { kind, domain, ad, site_id, ad_unit_id, note } = attributes
  return { kind, domain, creative_id: ad?.id ?? null, site_id, ad_unit_id, note }
}
