import { createActiveCampaign } from '../campaigns.ts'
import { addUnit } from '../supply.ts'
import type { SignedInBrowser, TestApp } from '../test-app.ts'

/** Creates a live creative and an ad unit that may have shown it. */
export async function addShownCreative(
  app: TestApp,
  admin: SignedInBrowser
): Promise<{ creative: string; unit: string }> {
  const advertiser = await app.signIn()
  const { data } = await createActiveCampaign(app.context, advertiser, admin)
  const unit = await addUnit(app.context, { userId: advertiser.userId })
  return { creative: data.relationships.creative.data?.id ?? '', unit }
}
