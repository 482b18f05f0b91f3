import type { VariantChoice } from '@mille/api/constants.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { findOwnCampaign } from './campaign-queries.ts'
import { checkContent } from './change.ts'
import { type Content, currentOfVariants, insertCreative } from './creative-queries.ts'
import { contentOf } from './edit.ts'
import {
  insertVariant,
  listVariants,
  readVariantChoice,
  type VariantRow,
  writeVariantChoice
} from './variant-queries.ts'

type Label = Pick<VariantRow, 'name' | 'weight'>

/** The variants of a new campaign, other than the content of the first one, which its advertiser writes. */
export type VariantPlan = {
  first: Label
  others: readonly (Label & { content: Content })[]
  choice: VariantChoice
}

const pointer = 'copy_variants_of'
const oneVariant: VariantPlan = { first: { name: 'A', weight: 1 }, others: [], choice: 'weights' }

/**
 * Returns the variants that a new campaign has. With a campaign to copy from, they are the variants of that campaign as its
 * owner sees them: a version in review, otherwise the approved one. Nothing is written, so that a copy can be refused.
 */
export async function planVariants(
  tx: Tx,
  { config }: Context,
  userId: number,
  copiedId: string | null
): Promise<{ ok: true; value: VariantPlan } | Failure> {
  if (copiedId === null) return { ok: true, value: oneVariant }
  const copied = await findOwnCampaign(tx, userId, Number(copiedId))
  if (!copied)
    return failure('campaign_unknown', {
      pointer,
      detail: `Your account has no campaign ${copiedId} to copy variants from.`
    })
  const [first, ...variants] = await listVariants(tx, copied.id)
  if (!first) throw new Error(`campaign ${copied.id} has no variant`)
  const current = await currentOfVariants(
    tx,
    variants.map(it => it.id)
  )
  const others: (Label & { content: Content })[] = []
  for (const { id, name, weight } of variants) {
    const creative = current.find(it => it.variant_id === id)
    if (!creative) throw new Error(`variant ${id} has no creative`)
    const content = await contentOf(tx, creative)
    const refused = await checkContent(tx, config, userId, content)
    if (refused) return refuseVariant(name, refused)
    others.push({ name, weight, content })
  }
  const choice = await readVariantChoice(tx, copied.id)
  return { ok: true, value: { first, others, choice } }
}

/** Returns the number of variants that a new campaign has besides its first one. */
export async function countCopies(
  db: Database,
  userId: number,
  copiedId: string | null
): Promise<number> {
  const copied = copiedId === null ? undefined : await findOwnCampaign(db, userId, Number(copiedId))
  return copied ? (await listVariants(db, copied.id)).length - 1 : 0
}

/**
 * Adds the planned variants to a new campaign, with `content` as the first one, all to be reviewed. Returns the IDs of
 * their creatives.
 */
export async function insertVariants(
  tx: Tx,
  campaignId: number,
  content: Content,
  { first, others, choice }: VariantPlan,
  at: Date
): Promise<number[]> {
  const ids: number[] = []
  for (const { name, weight, content: own } of [{ ...first, content }, ...others]) {
    const variant_id = await insertVariant(tx, campaignId, { name, weight }, at)
    ids.push(await insertCreative(tx, { campaign_id: campaignId, variant_id }, own, at))
  }
  await writeVariantChoice(tx, campaignId, choice)
  return ids
}

/** Names the variant that cannot be copied, because the fields of the call are those of another one. */
function refuseVariant(name: string, { code, detail }: Failure): Failure {
  const reason = detail === undefined ? '' : ` ${detail}`
  return failure(code, {
    pointer,
    detail: `Variant “${name}” cannot be copied: change it first, or leave the copies out.${reason}`
  })
}
