import { contentNames } from '@mille/api/campaigns/content-names.ts'
import type { updateCampaignInput } from '@mille/api/campaigns/schema.ts'
import type { z } from 'zod'
import type { Tx } from '../db/connect.ts'
import { bannersOfCreatives } from './banner-queries.ts'
import type { CampaignRow } from './campaign-queries.ts'
import { type Content, type CreativeRow, currentCreatives } from './creative-queries.ts'
import type { CampaignAction } from './rules.ts'

type Input = z.output<typeof updateCampaignInput>

const actionOfState = {
  pending: 'submit',
  active: 'resume',
  paused: 'pause'
} as const satisfies Record<NonNullable<Input['state']>, CampaignAction>

export type ContentChanges = Pick<Input, (typeof contentNames)[number]>

/** An edited creative, with the one that it replaces. */
type Edit = { current: CreativeRow; content: Content }

/** Returns what an update requests: the actions in order, and the creative of the first variant to moderate, if any. */
export async function readEdit(
  tx: Tx,
  campaign: CampaignRow,
  input: Input
): Promise<{ actions: CampaignAction[]; edit: Edit | null }> {
  const changes = changesOf(input)
  const { state } = input
  const isEdit = Object.keys(changes).length > 0
  const actions: CampaignAction[] = []
  if (isEdit) actions.push('edit')
  // Requesting the campaign's current state is not a change.
  if (state !== undefined && state !== campaign.state) actions.push(actionOfState[state])
  // A rejected creative keeps its decision, so submitting it again adds a new version with the same content.
  if (!isEdit && !actions.includes('submit')) return { actions, edit: null }
  const [current] = await currentCreatives(tx, [campaign.id])
  if (!current) throw new Error(`campaign ${campaign.id} has no creative`)
  return { actions, edit: { current, content: await contentOf(tx, current, changes) } }
}

/** Returns the parts of a creative that an update changes. */
export function changesOf(input: ContentChanges): ContentChanges {
  return Object.fromEntries(
    contentNames.flatMap(name => (input[name] === undefined ? [] : [[name, input[name]]]))
  )
}

/** Returns the content of a creative with changes. */
export async function contentOf(
  tx: Tx,
  current: CreativeRow,
  changes: ContentChanges = {}
): Promise<Content> {
  const banners = (await bannersOfCreatives(tx, [current.id])).get(current.id) ?? []
  return {
    language: changes.language ?? current.language,
    link_text: changes.link_text ?? current.link_text,
    creative_link: changes.creative_link ?? current.creative_link,
    creative_text: changes.creative_text ?? current.creative_text,
    creative_action:
      changes.creative_action === undefined ? current.creative_action : changes.creative_action,
    rating: changes.rating === undefined ? current.rating : changes.rating,
    product_category:
      changes.product_category === undefined ? current.product_category : changes.product_category,
    banners_only: changes.banners_only ?? current.banners_only,
    advert_logo: pictureId(changes.advert_logo, current.advert_logo),
    advert_illustration: pictureId(changes.advert_illustration, current.advert_illustration),
    banner_ids: [...new Set(changes.banner_ids?.map(Number) ?? banners.map(banner => banner.id))]
  }
}

/** Returns the new picture ID: null removes the picture, undefined keeps it. */
function pictureId(changed: string | null | undefined, current: number | null): number | null {
  if (changed === undefined) return current
  return changed === null ? null : Number(changed)
}
