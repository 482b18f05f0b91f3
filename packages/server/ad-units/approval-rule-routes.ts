import * as schema from '@mille/api/ad-units/approvals.ts'
import type { ApprovalRule } from '@mille/api/ad-units/endpoints.ts'
import * as endpoints from '@mille/api/ad-units/endpoints.ts'
import { maxApprovalRules } from '@mille/api/constants.ts'
import { takeTurn } from '../accounts/index.ts'
import { describeAds } from '../campaigns/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import {
  type ApprovalRuleRow,
  countApprovalRules,
  deleteApprovalRule,
  findSameApprovalRule,
  insertApprovalRule,
  listApprovalRulesOf
} from './approval-rule-queries.ts'
import { idOrNull, namesProblem, textOrNull } from './rule-scope.ts'

/** Calls with which a publisher shows only approved ads and approves ads. */
export function approvalRuleRoutes(serve: Serve): void {
  serve(
    endpoints.listApprovalRules,
    schema.listApprovalRulesInput,
    async ({ context, input, user }) => {
      const kinds = input['filter[kind]']
      const rows = await listApprovalRulesOf(context.db, [user.id])
      const ofKinds = rows.filter(it => kinds === undefined || kinds.includes(it.kind))
      // An account has up to 2,000 approval rules, so the search does not need SQL.
      const rules = await approvalRuleResources(context.db, ofKinds)
      const found = rules.filter(it => isAbout(it, input['filter[query]']))
      const offset = input['page[offset]']
      return reply({
        data: found.slice(offset, offset + input['page[limit]']),
        meta: { pagination: { records: found.length } }
      })
    }
  )

  serve(endpoints.createApprovalRule, schema.createApprovalRuleInput, async call => {
    const { context, input, user } = call
    const { tx } = call.once
    const problem = await namesProblem(tx, user.id, input)
    if (problem) return problem
    const rule = {
      user_id: user.id,
      kind: input.kind,
      creative_id: idOrNull(input.creative_id),
      site_id: idOrNull(input.site_id),
      unit_id: idOrNull(input.ad_unit_id),
      created_at: context.now()
    }
    // Two simultaneous requests are counted one after the other.
    await takeTurn(tx, user.id)
    const known = await findSameApprovalRule(tx, rule)
    if (known) return reply(await approvalRuleDocument(tx, known))
    if ((await countApprovalRules(tx, user.id)) >= maxApprovalRules) {
      return failure('approval_rules_too_many', {
        detail: `An account can have up to ${maxApprovalRules} approvals. Take back one of an ad that no longer runs, or trust its advertiser.`
      })
    }
    return reply(await approvalRuleDocument(tx, await insertApprovalRule(tx, rule)), 201)
  })

  serve(
    endpoints.deleteApprovalRule,
    schema.approvalRuleInput,
    async ({ context, input, user }) => {
      const isOwn = await deleteApprovalRule(context.db, user.id, Number(input.id))
      return isOwn ? reply(undefined, 204) : failure('not_found')
    }
  )
}

async function approvalRuleDocument(tx: Tx, row: ApprovalRuleRow): Promise<{ data: ApprovalRule }> {
  const [data] = await approvalRuleResources(tx, [row])
  if (!data) throw new Error('a rule without a document')
  return { data }
}

async function approvalRuleResources(
  db: Database | Tx,
  rows: readonly ApprovalRuleRow[]
): Promise<ApprovalRule[]> {
  const ads = await describeAds(
    db,
    rows.flatMap(it => it.creative_id ?? [])
  )
  return rows.map(({ id, kind, creative_id, site_id, unit_id, created_at }) => ({
    type: 'approval_rules',
    id: String(id),
    attributes: {
      kind,
      ad: ads.get(creative_id ?? 0) ?? null,
      site_id: textOrNull(site_id),
      ad_unit_id: textOrNull(unit_id),
      created_at: created_at.toISOString()
    }
  }))
}

function isAbout({ attributes: { ad } }: ApprovalRule, query: string): boolean {
  const texts = [ad?.title, ad?.domain, ad?.advertiser_name]
  return texts.some(it => it?.toLowerCase().includes(query.toLowerCase())) || query === ''
}
