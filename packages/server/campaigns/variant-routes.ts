import * as endpoints from '@mille/api/campaigns/endpoints.ts'
import * as schema from '@mille/api/campaigns/variants.ts'
import type { Database, Tx } from '../db/connect.ts'
import { failure, reply, unlessRefused } from '../http/answers/reply.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Serve } from '../http/serve.ts'
import { findOwnCampaign } from './campaign-queries.ts'
import { currentOfVariants } from './creative-queries.ts'
import { creativeResources } from './documents.ts'
import {
  listVariants,
  liveAmong,
  readVariantChoice,
  type VariantRow,
  versionsOf
} from './variant-queries.ts'
import { addVariant, changeVariant, changeVariantChoice, removeVariant } from './variants.ts'

/** Calls for the variants of a campaign. A database trigger notifies delivery of changes. */
export function variantRoutes(serve: Serve): void {
  serve(endpoints.listVariants, schema.listVariantsInput, async ({ context, input, user }) => {
    const { db } = context
    const campaign = await findOwnCampaign(db, user.id, Number(input.id))
    if (!campaign) return failure('not_found')
    const { data, included } = await variantResources(db, await listVariants(db, campaign.id))
    const variant_choice = await readVariantChoice(db, campaign.id)
    return reply({ data, included, meta: { variant_choice } })
  })

  serve(
    endpoints.createVariant,
    schema.createVariantInput,
    async ({ context, input, user, once }) => {
      const added = await addVariant(once.tx, context, user.id, input)
      return added.ok ? reply(await variantDocument(once.tx, added.value), 201) : added
    },
    async ({ user, limits }) => {
      // A variant is as much to review as a campaign.
      const allowed = await limits.consume(limitNames.campaigns, `user ${user.id}`)
      if (allowed.ok) return unlessRefused(null)
      return failure('too_many_requests', { retryAfterSeconds: allowed.retryAfterSeconds })
    }
  )

  serve(
    endpoints.updateVariant,
    schema.updateVariantInput,
    async ({ context, input, user, once }) => {
      const changed = await changeVariant(once.tx, context, user.id, input)
      return changed.ok ? reply(await variantDocument(once.tx, changed.value)) : changed
    }
  )

  serve(endpoints.removeVariant, schema.variantInput, async ({ context, input, user, once }) => {
    const refused = await removeVariant(once.tx, context, user.id, input)
    return refused ?? reply(undefined, 204)
  })

  serve(endpoints.updateVariantChoice, schema.updateVariantChoiceInput, async call => {
    const { context, input, user } = call
    const refused = await context.db
      .transaction()
      .execute(tx => changeVariantChoice(tx, user.id, input))
    return refused ?? reply(undefined, 204)
  })
}

async function variantDocument(
  db: Database | Tx,
  row: VariantRow
): Promise<endpoints.VariantDocument> {
  const { data, included } = await variantResources(db, [row])
  const [variant] = data
  if (!variant) throw new Error('one row gives one resource')
  return { data: variant, included }
}

async function variantResources(
  db: Database | Tx,
  rows: readonly VariantRow[]
): Promise<Pick<endpoints.VariantList, 'data' | 'included'>> {
  const ids = rows.map(row => row.id)
  const current = await currentOfVariants(db, ids)
  const live = await liveAmong(db, ids)
  const versions = await versionsOf(db, ids)
  const { data: creatives, included: banners } = await creativeResources(db, current)
  return {
    data: rows.map(({ id, name, weight, created_at }) => {
      const creative = current.find(it => it.variant_id === id)
      return {
        type: 'variants' as const,
        id: String(id),
        attributes: {
          name,
          weight,
          is_live: live.has(id),
          creative_ids: (versions.find(it => it.id === id)?.ids ?? []).map(String),
          created_at: created_at.toISOString()
        },
        relationships: {
          creative: { data: creative ? { type: 'creatives', id: String(creative.id) } : null }
        }
      }
    }),
    included: [...creatives, ...banners]
  }
}
