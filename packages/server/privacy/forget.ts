import { forgetAccount, lockUser } from '../accounts/index.ts'
import { adUnitIdsOf, archiveAdUnitsOf } from '../ad-units/index.ts'
import { forgetNotes } from '../admin/index.ts'
import { forgetPartnerClicks } from '../affiliates/index.ts'
import { forgetDismissals } from '../announcements/index.ts'
import { campaignIdsOf, forgetCampaignLabels } from '../campaigns/index.ts'
import type { Tx } from '../db/connect.ts'
import { hasMoneyOn } from '../ledger/index.ts'
import { forgetMails } from '../mail/outbox.ts'
import { hasOpenOrders } from '../marketplace/index.ts'
import { forgetNotifications } from '../notifications/outbox.ts'
import { endAutomaticPayouts, hasUncreditedDeposits } from '../payments/index.ts'
import { hasUnsettledViews } from '../settlement/index.ts'
import { forgetReports } from '../statistics/index.ts'
import { forgetSupport } from '../support/index.ts'

/**
 * Whether the account can still withdraw money, or money is on its way to it: unsettled views, running publications, or
 * unconfirmed payments.
 */
export async function hasMoney(tx: Tx, userId: number, at: Date): Promise<boolean> {
  const units = await adUnitIdsOf(tx, userId)
  const owners = [
    { owner: 'user' as const, ids: [userId] },
    { owner: 'campaign' as const, ids: await campaignIdsOf(tx, userId) },
    { owner: 'ad_unit' as const, ids: units }
  ]
  return (
    (await hasMoneyOn(tx, owners)) ||
    (await hasUnsettledViews(tx, units, at)) ||
    (await hasOpenOrders(tx, userId)) ||
    (await hasUncreditedDeposits(tx, userId, at))
  )
}

/**
 * Removes a person's data from an account: names, addresses, texts and ways to sign in. The account's number stays,
 * with what the books and other people need: transfers, campaigns, statements, orders.
 */
export async function forgetPerson(
  tx: Tx,
  userId: number,
  noCode: Buffer,
  at: Date
): Promise<void> {
  const email = (await lockUser(tx, userId))?.email ?? null
  await endAutomaticPayouts(tx, userId)
  await forgetNotifications(tx, userId)
  await forgetDismissals(tx, userId)
  await forgetMails(tx, userId, email)
  await forgetReports(tx, userId)
  await forgetSupport(tx, userId, email)
  await forgetNotes(tx, userId)
  await forgetPartnerClicks(tx, userId)
  await archiveAdUnitsOf(tx, userId)
  await forgetCampaignLabels(tx, userId)
  await forgetAccount(tx, userId, email, noCode, at)
}
