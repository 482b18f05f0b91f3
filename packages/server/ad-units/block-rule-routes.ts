import type { createBlockRuleInput } from '@mille/api/ad-units/block-rules.ts'
import * as schema from '@mille/api/ad-units/block-rules.ts'
import type { BlockRule } from '@mille/api/ad-units/endpoints.ts'
import * as endpoints from '@mille/api/ad-units/endpoints.ts'
import { maxBlockRules } from '@mille/api/constants.ts'
import { nameOfProductCategory } from '@mille/api/reference-data/product-categories.ts'
import { getPublicSuffix } from 'tldts'
import type { z } from 'zod'
import { takeTurn } from '../accounts/index.ts'
import { describeAds } from '../campaigns/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { type Failure, failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import {
  type BlockRuleRow,
  countBlockRules,
  deleteBlockRule,
  findSameBlockRule,
  insertBlockRule,
  listBlockRulesOf
} from './block-rule-queries.ts'
import { idOrNull, namesProblem, textOrNull } from './rule-scope.ts'

/** Calls with which a publisher blocks ads. */
export function blockRuleRoutes(serve: Serve): void {
  serve(endpoints.listBlockRules, schema.listBlockRulesInput, async ({ context, input, user }) => {
    // An account has few block rules, so the search does not need SQL.
    const rules = await blockRuleResources(
      context.db,
      await listBlockRulesOf(context.db, [user.id])
    )
    const found = rules.filter(it => isAbout(it, input['filter[query]']))
    const offset = input['page[offset]']
    return reply({
      data: found.slice(offset, offset + input['page[limit]']),
      meta: { pagination: { records: found.length } }
    })
  })

  serve(endpoints.createBlockRule, schema.createBlockRuleInput, async call => {
    const { context, input, user } = call
    const { tx } = call.once
    const problem = await problemOf(tx, user.id, input)
    if (problem) return problem
    const rule = {
      user_id: user.id,
      kind: input.kind,
      domain: input.domain,
      creative_id: idOrNull(input.creative_id),
      product_category: input.product_category,
      site_id: idOrNull(input.site_id),
      unit_id: idOrNull(input.ad_unit_id),
      note: input.note,
      created_at: context.now()
    }
    // Two simultaneous requests are counted one after the other.
    await takeTurn(tx, user.id)
    const known = await findSameBlockRule(tx, rule)
    if (known) return reply(await blockRuleDocument(tx, known))
    if ((await countBlockRules(tx, user.id)) >= maxBlockRules) {
      return failure('block_rules_too_many', {
        detail: `An account can have up to ${maxBlockRules} block rules. Remove one that you no longer need.`
      })
    }
    return reply(await blockRuleDocument(tx, await insertBlockRule(tx, rule)), 201)
  })

  serve(endpoints.deleteBlockRule, schema.blockRuleInput, async ({ context, input, user }) => {
    const isOwn = await deleteBlockRule(context.db, user.id, Number(input.id))
    return isOwn ? reply(undefined, 204) : failure('not_found')
  })
}

type Input = z.output<typeof createBlockRuleInput>

async function problemOf(tx: Tx, userId: number, input: Input): Promise<Failure | null> {
  const { domain } = input
  if (domain !== null && isPublicSuffix(domain)) {
    const detail = `“${domain}” is not one domain: anyone can register a name below it.`
    return failure('invalid', { pointer: 'domain', detail })
  }
  return namesProblem(tx, userId, input)
}

/**
 * Checks for a public suffix such as `co.uk`. `github.io` does not count: a domain under which a company offers names
 * to others may be blocked as a whole.
 */
function isPublicSuffix(domain: string): boolean {
  return getPublicSuffix(domain, { allowPrivateDomains: false }) === domain
}

async function blockRuleDocument(tx: Tx, row: BlockRuleRow): Promise<{ data: BlockRule }> {
  const [data] = await blockRuleResources(tx, [row])
  if (!data) throw new Error('a rule without a document')
  return { data }
}

async function blockRuleResources(
  db: Database | Tx,
  rows: readonly BlockRuleRow[]
): Promise<BlockRule[]> {
  const ads = await describeAds(
    db,
    rows.flatMap(it => it.creative_id ?? [])
  )
  return rows.map(row => ({
    type: 'block_rules',
    id: String(row.id),
    attributes: {
      kind: row.kind,
      domain: row.domain,
      ad: ads.get(row.creative_id ?? 0) ?? null,
      product_category: row.product_category,
      site_id: textOrNull(row.site_id),
      ad_unit_id: textOrNull(row.unit_id),
      note: row.note,
      created_at: row.created_at.toISOString()
    }
  }))
}

function isAbout({ attributes }: BlockRule, query: string): boolean {
  const { domain, ad, note, product_category } = attributes
  const category = nameOfProductCategory(product_category)
  const texts = [domain, note, category, ad?.title, ad?.domain, ad?.advertiser_name]
  return texts.some(it => it?.toLowerCase().includes(query.toLowerCase())) || query === ''
}
