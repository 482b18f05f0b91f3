import type { BlockRule, NewBlockRule } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { ProductCategory } from '@mille/api/reference-data/product-categories.ts'
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

type RuleScope = Omit<NewBlockRule, 'kind' | 'domain' | 'creative_id' | 'product_category'>

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
    ...blockMany(block),

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

/** The actions that add several rules with the same scope and note. */
function blockMany(block: (rule: NewBlockRule) => Promise<BlockRule | null>) {
  /** Adds a rule for each value, up to the first one that is refused. `rest` has that one and what comes after it. */
  async function blockEach<Value>(
    values: readonly Value[],
    ruleOf: (value: Value) => NewBlockRule
  ): Promise<{ made: BlockRule[]; rest: Value[] }> {
    const made: BlockRule[] = []
    for (const [index, value] of values.entries()) {
      const added = await block(ruleOf(value))
      if (!added) return { made, rest: values.slice(index) }
      made.push(added)
    }
    return { made, rest: [] }
  }

  return {
    /**
     * Blocks the domains in a text, which may be separated by commas or semicolons. `rest` is the text from the first
     * refused domain on.
     */
    async blockDomains(
      text: string,
      scope: RuleScope
    ): Promise<{ made: BlockRule[]; rest: string }> {
      const domains = text.split(/[\s,;]+/).filter(it => it !== '')
      // An empty field is sent as well, so that the server refuses it with a reason.
      const { made, rest } = await blockEach(domains.length > 0 ? domains : [''], domain => ({
        ...scope,
        kind: 'domain',
        domain
      }))
      return { made, rest: rest.join('\n') }
    },

    /** Blocks what ads sell. `rest` has the categories from the first refused one on. */
    async blockCategories(
      categories: readonly ProductCategory[],
      scope: RuleScope
    ): Promise<{ made: BlockRule[]; rest: ProductCategory[] }> {
      // No choice is sent as well, so that the server refuses it with a reason.
      const values = categories.length > 0 ? categories : [null]
      const { made, rest } = await blockEach(values, product_category => ({
        ...scope,
        kind: 'category',
        product_category
      }))
      return { made, rest: rest.filter(it => it !== null) }
    }
  }
}

/** What a new rule of the same kind does not take from an existing one. */
type Made = { ad: { id: string } | null; created_at: string }

/** Returns the attributes that re-create a removed rule. */
export function sameRule<Attributes extends Made>({ attributes }: { attributes: Attributes }) {
  const { ad, created_at: _, ...same } = attributes
  return { ...same, creative_id: ad?.id ?? null }
}
