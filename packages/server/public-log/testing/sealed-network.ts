import { credit } from '@mille/testing/campaigns.ts'
import { countReports, reportView } from '@mille/testing/reports.ts'
import { createSettledNetwork } from '@mille/testing/settled-network.ts'
import { createTestContext } from '@mille/testing/test-context.ts'
import type { Context } from '../../context.ts'
import { campaignAccount, transfer, userAccount } from '../../ledger/index.ts'
import { settleDue } from '../../settlement/index.ts'
import { openPublicLog, sealCharges } from '../seal.ts'

/**
 * For tests: creates a network with one campaign, three hours of which are settled and in the public log. With
 * `isPaidFor`, its money was deposited like in production, so that all checks of the books pass.
 */
export async function createSealedNetwork({ isPaidFor = false } = {}) {
  const context = await createTestContext({ settlementWindowSeconds: 3600 })
  await openPublicLog(context)
  const network = await createSettledNetwork(context)
  const campaign = await network.createCampaign(isPaidFor ? { funds: 0n } : {})
  if (isPaidFor) await payFor(context, network.advertiser, campaign)
  for (const [hours, views] of [6, 1, 3].entries()) {
    context.clock.set(`2026-03-02T${10 + hours}:15:00Z`)
    for (let view = 0; view < views; view++)
      await reportView(context, { campaign, unit: view % 2 ? network.first : network.second })
    context.clock.set(`2026-03-02T${11 + hours}:00:01Z`)
    await countReports(context)
    await settleDue(context)
    await sealCharges(context)
  }
  return { context, campaign, ...network }
}

async function payFor(context: Context, advertiser: number, campaign: number): Promise<void> {
  const amount = 100_000n
  await credit(context, String(advertiser), amount)
  const accounts = { from: userAccount(advertiser, 'BTC'), to: campaignAccount(campaign, 'BTC') }
  const funding = {
    ...accounts,
    key: `fund ${campaign}`,
    kind: 'funding',
    amount,
    at: context.now()
  }
  await context.db.transaction().execute(tx => transfer(tx, [funding]))
}
