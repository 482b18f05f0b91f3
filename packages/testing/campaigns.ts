import { randomUUID } from 'node:crypto'
import type { CampaignDocument } from '@mille/api/campaigns/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { CampaignState } from '@mille/api/constants.ts'
import type { Asset } from '@mille/money/amount.ts'
import type { Context } from '@mille/server/context.ts'
import { networkAccount, transfer, userAccount } from '@mille/server/ledger/index.ts'
import type { Browser } from './test-app.ts'

/** Credits an account with outside money, as an operator's adjustment does. */
export async function credit(
  context: Context,
  userId: string,
  amount: bigint,
  asset: Asset = 'BTC'
): Promise<void> {
  const from = networkAccount(asset, 'outside')
  const to = userAccount(Number(userId), asset)
  const done = await context.db.transaction().execute(tx =>
    transfer(tx, [
      {
        key: `demo credit ${randomUUID()}`,
        kind: 'adjustment',
        amount,
        from,
        to,
        at: context.now()
      }
    ])
  )
  if (!done.ok) throw new Error(`the credit failed: ${done.code}`)
}

type CampaignInput = Parameters<Api['campaigns']['createCampaign']>[0]

/** Creates a campaign with a text creative that awaits moderation. */
export async function createCampaign(
  api: Api,
  changes: Partial<CampaignInput> = {}
): Promise<CampaignDocument> {
  const result = await api.campaigns.createCampaign({
    link_text: 'Open books for node runners',
    creative_link: 'https://books.example/nodes',
    creative_text: 'What to read before the first channel.',
    daily_budget: '1200',
    ...changes
  })
  if (!result.ok) throw new Error(`the campaign was refused: ${JSON.stringify(result.errors)}`)
  return result.value
}

export async function decide(
  admin: Browser,
  document: CampaignDocument,
  decision: 'approve' | 'reject' = 'approve'
) {
  const id = document.data.relationships.creative.data?.id ?? ''
  return admin.api.admin.decideCreative({
    id,
    decision,
    ...(decision === 'reject' ? { reason: 'Too loud' } : {})
  })
}

/** Creates an approved campaign that draws from its account, and returns how to read its state. */
export async function createSelfFunding(
  owner: Browser,
  admin: Browser
): Promise<() => Promise<CampaignState>> {
  const campaign = await createCampaign(owner.api, { auto_fund: true })
  await decide(admin, campaign)
  const { id } = campaign.data
  return async () => {
    const read = await owner.api.campaigns.readCampaign({ id })
    if (!read.ok) throw new Error(read.code)
    return read.value.data.attributes.state
  }
}

/** Creates an approved campaign with money on it. */
export async function createActiveCampaign(
  context: Context,
  owner: Browser & { userId: string },
  admin: Browser,
  amount = 10_000n,
  changes: Partial<CampaignInput> = {}
): Promise<CampaignDocument> {
  const document = await createCampaign(owner.api, changes)
  const { id, attributes } = document.data
  await credit(context, owner.userId, amount, attributes.asset)
  const funded = await owner.api.campaigns.fundCampaign({ id, amount: amount.toString() })
  if (!funded.ok) throw new Error(`the funding was refused: ${JSON.stringify(funded.errors)}`)
  await decide(admin, document)
  const read = await owner.api.campaigns.readCampaign({ id })
  if (!read.ok) throw new Error('the campaign is gone')
  return read.value
}
