import type * as schema from '@mille/api/campaigns/variants.ts'
import { maxVariants } from '@mille/api/constants.ts'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { type CampaignRow, lockOwnCampaign } from './campaign-queries.ts'
import { checkContent } from './change.ts'
import { readContent } from './create.ts'
import {
  type Content,
  currentOfVariants,
  insertCreative,
  readOtherVariants,
  supersede
} from './creative-queries.ts'
import { changesOf, contentOf } from './edit.ts'
import { applyActions } from './state.ts'
import { approveIfTrusted } from './trust.ts'
import {
  findVariant,
  insertVariant,
  listVariants,
  liveAmong,
  markRemoved,
  type VariantRow,
  writeVariant,
  writeVariantChoice
} from './variant-queries.ts'

type Changed = { ok: true; value: VariantRow } | Failure

/** Adds a variant to a campaign of the account, to be reviewed by an operator unless the account is trusted. */
export async function addVariant(
  tx: Tx,
  context: Context,
  userId: number,
  input: z.output<typeof schema.createVariantInput>
): Promise<Changed> {
  const campaign = await lockOwnCampaign(tx, userId, Number(input.id))
  if (!campaign) return failure('not_found')
  const variants = await listVariants(tx, campaign.id)
  if (variants.length >= maxVariants) {
    return failure('variants_too_many', {
      detail: `A campaign can have up to ${maxVariants} variants. Remove one that you no longer need.`
    })
  }
  const content = readContent(input)
  const refused = await submitContent(tx, context, campaign, content)
  if (refused) return refused
  const at = context.now()
  const name = input.name ?? freeLetter(variants.map(it => it.name))
  const id = await insertVariant(tx, campaign.id, { name, weight: input.weight }, at)
  const creativeId = await insertCreative(
    tx,
    { campaign_id: campaign.id, variant_id: id },
    content,
    at
  )
  await approveIfTrusted(tx, context, campaign.id, [creativeId])
  const { weight } = input
  return { ok: true, value: { id, campaign_id: campaign.id, name, weight, created_at: at } }
}

/** Changes the name and the weight of a variant, and adds a version of its creative if another part changes. */
export async function changeVariant(
  tx: Tx,
  context: Context,
  userId: number,
  input: z.output<typeof schema.updateVariantInput>
): Promise<Changed> {
  const campaign = await lockOwnCampaign(tx, userId, Number(input.id))
  const variant = campaign && (await findVariant(tx, campaign.id, Number(input.variant_id)))
  if (!variant) return failure('not_found')
  if (campaign.state === 'archived') return archived()
  const changes = changesOf(input)
  if (Object.keys(changes).length > 0) {
    const [current] = await currentOfVariants(tx, [variant.id])
    if (!current) throw new Error(`variant ${variant.id} has no creative`)
    const content = await contentOf(tx, current, changes)
    const refused = await submitContent(tx, context, campaign, content)
    if (refused) return refused
    const creativeId = await insertCreative(tx, current, content, context.now())
    await approveIfTrusted(tx, context, campaign.id, [creativeId])
  }
  const { name = variant.name, weight = variant.weight } = input
  if (name !== variant.name || weight !== variant.weight)
    await writeVariant(tx, variant.id, { name, weight })
  return { ok: true, value: { ...variant, name, weight } }
}

/** Checks a creative that is to be reviewed, and changes the campaign's state as an edit does. */
async function submitContent(
  tx: Tx,
  { config, now }: Context,
  campaign: CampaignRow,
  content: Content
): Promise<Failure | null> {
  const refused = await checkContent(tx, config, campaign.user_id, content)
  if (refused) return refused
  const clock = { at: now(), windowSeconds: config.settlementWindowSeconds }
  return (await applyActions(tx, campaign, ['edit'], clock)) ? null : archived()
}

/** Removes a variant. Its creatives stay for reports and for clicks on ads that were already shown. */
export async function removeVariant(
  tx: Tx,
  context: Context,
  userId: number,
  { id, variant_id }: z.output<typeof schema.variantInput>
): Promise<Failure | null> {
  const campaign = await lockOwnCampaign(tx, userId, Number(id))
  const variant = campaign && (await findVariant(tx, campaign.id, Number(variant_id)))
  if (!variant) return failure('not_found')
  if (campaign.state === 'archived') return archived()
  if ((await listVariants(tx, campaign.id)).length === 1)
    return failure('variant_needed', { detail: 'The last variant cannot be removed.' })
  const of = { campaign_id: campaign.id, variant_id: variant.id }
  const others = await readOtherVariants(tx, of)
  if (!others.isLive && (await liveAmong(tx, [variant.id])).size > 0) {
    return failure('variant_needed', {
      detail: 'No other variant is approved. Remove this one after another one is approved.'
    })
  }
  const at = context.now()
  // A campaign that has nothing left to review was rejected.
  if (campaign.state === 'pending' && !others.isPending) {
    const windowSeconds = context.config.settlementWindowSeconds
    await applyActions(tx, campaign, ['reject'], { at, windowSeconds })
  }
  await supersede(tx, variant.id, 'pending')
  await supersede(tx, variant.id, 'live')
  await markRemoved(tx, variant.id, at)
  return null
}

/** Sets how a campaign of the account chooses among its variants. */
export async function changeVariantChoice(
  tx: Tx,
  userId: number,
  { id, choice }: z.output<typeof schema.updateVariantChoiceInput>
): Promise<Failure | null> {
  const campaign = await lockOwnCampaign(tx, userId, Number(id))
  if (!campaign) return failure('not_found')
  if (campaign.state === 'archived') return archived()
  await writeVariantChoice(tx, campaign.id, choice)
  return null
}

function archived(): Failure {
  return failure('state_not_allowed', { detail: 'An archived campaign cannot be changed.' })
}

/** Returns the first letter that is not a name yet. A campaign has fewer variants than there are letters. */
function freeLetter(names: readonly string[]): string {
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find(it => !names.includes(it)) ?? 'A'
}
