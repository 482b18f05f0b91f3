import type { Trust } from '@mille/api/admin/endpoints.ts'
import type { CampaignState } from '@mille/api/constants.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { lockBalances } from '../ledger/index.ts'
import { readSetting } from '../settings/index.ts'
import { fundingAccounts } from '../window-holds/index.ts'
import { lockCampaign } from './campaign-queries.ts'
import { findCreative } from './creative-queries.ts'
import { applyVerdict } from './moderation.ts'
import { hasUnseenPicture, lockTrust, markTrusted, readTrustRecords } from './trust-queries.ts'
import { isChosen, trustState } from './trust-rules.ts'

/** Returns whether accounts are trusted at a moment, and why or why not, by account ID. */
export async function readTrust(
  db: Database | Tx,
  config: Config,
  userIds: readonly number[],
  at: Date
): Promise<Map<number, Trust>> {
  const needed = await readNeeded(db, config, at)
  const records = await readTrustRecords(db, userIds)
  return new Map(
    [...records].map(([userId, record]) => {
      const { approvals } = record
      return [userId, { state: trustState(record, needed, at), approvals, needed }]
    })
  )
}

/** Returns the number of approvals that trust needs; null if no account is trusted. */
async function readNeeded(db: Database | Tx, config: Config, at: Date): Promise<number | null> {
  const setting = Number(await readSetting(db, config, 'trust_after_approvals', at))
  return setting < 0 ? null : setting
}

/**
 * Approves pending creatives that the campaign's account has just submitted if it is trusted, by the function with which
 * operators approve. One with a picture that no reviewer approved waits for a reviewer. Returns the campaign's new state,
 * or null if nothing was approved.
 */
export async function approveIfTrusted(
  tx: Tx,
  context: Pick<Context, 'config' | 'now' | 'randomBytes'>,
  campaignId: number,
  creativeIds: readonly number[]
): Promise<CampaignState | null> {
  const { config, now, randomBytes } = context
  const at = now()
  if (creativeIds.length === 0 || (await readNeeded(tx, config, at)) === null) return null
  let campaign = await lockCampaign(tx, campaignId)
  if (!campaign) return null
  const { user_id: userId, asset } = campaign
  if (campaign.auto_fund) await lockBalances(tx, fundingAccounts({ userId, asset }))
  await lockTrust(tx, userId)
  if ((await readTrust(tx, config, [userId], at)).get(userId)?.state !== 'trusted') return null
  const percent = Number(await readSetting(tx, config, 'trust_sample_percent', at))
  const clock = { at, windowSeconds: config.settlementWindowSeconds }
  const decision = { verdict: { decision: 'approve' }, by: null } as const
  let state: CampaignState | null = null
  for (const id of creativeIds) {
    const creative = await findCreative(tx, id)
    if (!campaign || creative?.state !== 'pending' || (await hasUnseenPicture(tx, id))) continue
    if (!(await applyVerdict(tx, campaign, creative, decision, clock))) continue
    await markTrusted(tx, id, { at, isSampled: isChosen(percent, randomBytes) })
    campaign = await lockCampaign(tx, campaignId)
    state = campaign?.state ?? null
  }
  return state
}
