import type { ReviewQueue } from '@mille/api/admin/endpoints.ts'
import type { Creative } from '@mille/api/campaigns/endpoints.ts'
import type { ErrorCode } from '@mille/api/errors.ts'
import { type Result, success } from '@mille/api/result.ts'
import type { Database, Tx } from '../db/connect.ts'
import { notify } from '../notifications/outbox.ts'
import { type HoldClock, holdWindows } from '../window-holds/index.ts'
import { type CampaignRow, campaignsByIds, lockCampaign } from './campaign-queries.ts'
import {
  type CreativeRow,
  currentOfVariants,
  findCreative,
  insertCreative,
  isAwaitingReview,
  listPendingCreatives,
  readOtherVariants,
  supersede,
  type Verdict,
  writeLateApproval,
  writeVerdict
} from './creative-queries.ts'
import { campaignResources, creativeResources } from './documents.ts'
import { contentOf } from './edit.ts'
import { insertSwap, readLandingChecks, recordFound, type Swap } from './landing-queries.ts'
import { swapText } from './landing-rules.ts'
import { type PendingOwner, readPendingOwners } from './owner-queries.ts'
import { type CampaignAction, nextState } from './rules.ts'
import { applyAction, applyActions } from './state.ts'
import { sampleAllTrusted } from './trust-queries.ts'
import { namesAmongSeveral } from './variant-queries.ts'

type QueueMeta = Omit<ReviewQueue['meta'], 'owners'>

/** Returns the creatives that wait for a reviewer, oldest first, each with its campaign and its owner. */
export async function readReviewQueue(
  db: Database,
  page: { offset: number; limit: number },
  at: Date
): Promise<{ queue: Omit<ReviewQueue, 'meta'> & { meta: QueueMeta }; owners: PendingOwner[] }> {
  const { rows, records } = await listPendingCreatives(db, page.offset, page.limit)
  const { data, included: banners } = await creativeResources(db, rows)
  const campaigns = await campaignResources(
    db,
    await campaignsByIds(
      db,
      rows.map(row => row.campaign_id)
    ),
    at
  )
  const paymentModels = campaigns.included.filter(it => it.type === 'campaign_payment_models')
  const ids = rows.map(row => row.id)
  return {
    queue: {
      data,
      included: [...campaigns.data, ...paymentModels, ...banners],
      meta: {
        pagination: { records },
        campaigns: Object.fromEntries(rows.map(row => [String(row.id), String(row.campaign_id)])),
        variants: await namesAmongSeveral(db, ids),
        landing_pages: await readLandingChecks(db, ids),
        at: at.toISOString()
      }
    },
    owners: await readPendingOwners(db, ids)
  }
}

type Locked = { campaign: CampaignRow; creative: CreativeRow }
const notAllowed = { ok: false, code: 'state_not_allowed' } as const
type Unlocked = typeof notAllowed | { ok: false; code: 'not_found' }

/**
 * Locks the campaign of a creative, and reads the creative afterwards. The lock serializes two operators, or an operator
 * and an edit by the owner: the second sees what the first has decided.
 */
async function lockCreative(
  tx: Tx,
  creativeId: number
): Promise<{ ok: true; value: Locked } | Unlocked> {
  const seen = await findCreative(tx, creativeId)
  if (!seen) return { ok: false, code: 'not_found' }
  const campaign = await lockCampaign(tx, seen.campaign_id)
  const creative = await findCreative(tx, creativeId)
  return campaign && creative ? { ok: true, value: { campaign, creative } } : notAllowed
}

/**
 * Rejects a live creative after reports, which stops its variant. The campaign stops if no other variant is live: it is
 * pending if a creative is, otherwise rejected. If the creative went live by trust, and was replaced or archived before a
 * reviewer decided about it, nothing is left to stop, and the rejection only counts against the account's trust.
 */
export async function withdrawCreative(
  tx: Tx,
  creativeId: number,
  rejection: { by: number; reason: string },
  clock: HoldClock
): Promise<{ ok: true } | Unlocked> {
  const locked = await lockCreative(tx, creativeId)
  if (!locked.ok) return locked
  return (await withdrawLocked(tx, locked.value, rejection, clock)) ? { ok: true } : notAllowed
}

/** Returns false if the states of the creative and its campaign do not allow it. */
async function withdrawLocked(
  tx: Tx,
  { campaign, creative }: Locked,
  { by, reason }: { by: number; reason: string },
  clock: HoldClock
): Promise<boolean> {
  const isShowable = creative.state === 'live' && campaign.state !== 'archived'
  if (!isShowable && creative.trusted_at !== null && creative.decided_by === null) {
    await writeVerdict(tx, creative, { decision: 'reject', reason }, by, clock.at)
    await sampleAllTrusted(tx, campaign.user_id)
    return true
  }
  if (creative.state !== 'live') return false
  // A variant can be stopped alone only while its campaign could be.
  if (nextState(campaign.state, 'withdraw', true) === null) return false
  const others = await readOtherVariants(tx, creative)
  const actions: CampaignAction[] = others.isLive ? [] : ['withdraw']
  const [current] = await currentOfVariants(tx, [creative.variant_id])
  if (!others.isLive && (others.isPending || current?.state === 'pending')) actions.push('submit')
  if (!(await applyActions(tx, campaign, actions, clock))) return false
  await writeVerdict(tx, creative, { decision: 'reject', reason }, by, clock.at)
  await holdWindows(tx, [campaign.id], clock)
  await sampleAllTrusted(tx, campaign.user_id)
  await notify(tx, {
    kind: 'campaign_rejected',
    data: { campaignId: campaign.id, name: campaign.name ?? creative.link_text, reason },
    userId: campaign.user_id,
    event: `creative ${creative.id} withdrawn`,
    at: clock.at
  })
  return true
}

/**
 * Stops a variant of a running campaign whose landing page was exchanged, and the campaign if no other variant is live.
 * The ad is reviewed again as a new version, or the edit that is already pending. Does nothing if the campaign is not
 * running. The campaign must be locked.
 */
export async function returnToReview(
  tx: Tx,
  campaign: CampaignRow,
  creativeId: number,
  swap: Swap,
  clock: HoldClock
): Promise<void> {
  const { at } = clock
  const creative = await findCreative(tx, creativeId)
  if (!creative || campaign.state !== 'active') return
  const { isLive } = await readOtherVariants(tx, creative)
  if (!isLive) await applyAction(tx, campaign, 'exchange', clock)
  const [current] = await currentOfVariants(tx, [creative.variant_id])
  const content = current?.state === 'live' ? await contentOf(tx, current) : null
  await supersede(tx, creative.variant_id, 'live')
  await insertSwap(tx, creativeId, swap, at)
  if (content) {
    const id = await insertCreative(tx, creative, content, at)
    // What an approval accepts is what the reviewer saw.
    await recordFound(tx, id, swap.found, { isApproved: false, check_at: at })
  }
  await holdWindows(tx, [campaign.id], clock)
  await sampleAllTrusted(tx, campaign.user_id)
  const [first = 'text'] = swap.reasons
  const { code, reason } = swapText(first)
  await notify(tx, {
    kind: 'campaign_page_changed',
    data: {
      campaignId: campaign.id,
      name: campaign.name ?? current?.link_text ?? String(campaign.id),
      page: swap.found.url,
      reason,
      cause: { code }
    },
    userId: campaign.user_id,
    event: `creative ${creativeId} page changed`,
    at
  })
}

/**
 * Approves or rejects a pending creative and changes its campaign's state. A rejection does not change it while another
 * variant is live or pending. `by` is null if the account is trusted. Returns false if the campaign's state does not allow
 * it. The campaign must be locked.
 */
export async function applyVerdict(
  tx: Tx,
  campaign: CampaignRow,
  creative: CreativeRow,
  { verdict, by }: { verdict: Verdict; by: number | null },
  clock: HoldClock
): Promise<boolean> {
  const others = await readOtherVariants(tx, creative)
  const isRejectedAlone =
    verdict.decision === 'reject' &&
    campaign.state === 'pending' &&
    (others.isLive || others.isPending)
  if (!(await applyActions(tx, campaign, isRejectedAlone ? [] : [verdict.decision], clock)))
    return false
  await writeVerdict(tx, creative, verdict, by, clock.at)
  await holdWindows(tx, [campaign.id], clock)
  if (verdict.decision === 'reject') await sampleAllTrusted(tx, campaign.user_id)
  const about = { campaignId: campaign.id, name: campaign.name ?? creative.link_text }
  await notify(tx, {
    ...(verdict.decision === 'approve'
      ? { kind: 'campaign_approved', data: about }
      : { kind: 'campaign_rejected', data: { ...about, reason: verdict.reason } }),
    userId: campaign.user_id,
    event: `creative ${creative.id} decided`,
    at: clock.at
  })
  return true
}

/** Decides about an ad that went live by trust. A rejection does the same as an upheld report. */
async function decideAfterwards(
  tx: Tx,
  locked: Locked,
  { verdict, by }: { verdict: Verdict; by: number },
  clock: HoldClock
): Promise<boolean> {
  if (verdict.decision === 'approve') {
    await writeLateApproval(tx, locked.creative, verdict, by, clock.at)
    return true
  }
  return withdrawLocked(tx, locked, { by, reason: verdict.reason }, clock)
}

/** Approves or rejects a creative that waits for a reviewer. */
export async function decideCreative(
  tx: Tx,
  creativeId: number,
  verdict: Verdict,
  by: number,
  clock: HoldClock
): Promise<Result<Creative, { code: Extract<ErrorCode, 'not_found' | 'state_not_allowed'> }>> {
  const locked = await lockCreative(tx, creativeId)
  if (!locked.ok) return locked
  const { campaign, creative } = locked.value
  const decision = { verdict, by }
  const isDone = isAwaitingReview(creative)
    ? await decideAfterwards(tx, locked.value, decision, clock)
    : creative.state === 'pending' && (await applyVerdict(tx, campaign, creative, decision, clock))
  if (!isDone) return notAllowed
  const decided = await findCreative(tx, creativeId)
  const { data } = await creativeResources(tx, decided ? [decided] : [])
  const resource = data[0]
  if (!resource) throw new Error('a creative is never deleted')
  return success(resource)
}
