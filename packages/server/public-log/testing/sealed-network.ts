import { countReports, reportView } from '@mille/testing/reports.ts'
import { createSettledNetwork } from '@mille/testing/settled-network.ts'
import { createTestContext } from '@mille/testing/test-context.ts'
import { settleDue } from '../../settlement/index.ts'
import { openPublicLog, sealCharges } from '../seal.ts'

/** For tests: a network with one campaign, of which three hours are settled and in the public log. */
export async function createSealedNetwork() {
  const context = await createTestContext({ settlementWindowSeconds: 3600 })
  await openPublicLog(context)
  const network = await createSettledNetwork(context)
  const campaign = await network.createCampaign()
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
