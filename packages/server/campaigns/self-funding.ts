import type { selfFundingInput } from '@mille/api/campaigns/self-funding.ts'
import type { z } from 'zod'
import type { Database, Tx } from '../db/connect.ts'
import { readDrawn } from '../window-holds/index.ts'
import { type CampaignRow, type SelfFundingColumns, setSelfFunding } from './campaign-queries.ts'

type Input = {
  [Name in keyof typeof selfFundingInput]?: z.output<(typeof selfFundingInput)[Name]> | undefined
}

export const fundedByHand: SelfFundingColumns = {
  auto_fund: false,
  auto_fund_daily_max: null,
  auto_fund_total_max: null
}

/** Applies an input's changes to a campaign's self-funding settings. */
export function readSelfFunding(input: Input, before: SelfFundingColumns): SelfFundingColumns {
  const { auto_fund, auto_fund_daily_max, auto_fund_total_max } = input
  return {
    auto_fund: auto_fund ?? before.auto_fund,
    auto_fund_daily_max: readMax(auto_fund_daily_max, before.auto_fund_daily_max),
    auto_fund_total_max: readMax(auto_fund_total_max, before.auto_fund_total_max)
  }
}

export async function writeSelfFunding(
  tx: Tx,
  campaign: CampaignRow,
  after: SelfFundingColumns
): Promise<void> {
  const isSame =
    after.auto_fund === campaign.auto_fund &&
    after.auto_fund_daily_max === campaign.auto_fund_daily_max &&
    after.auto_fund_total_max === campaign.auto_fund_total_max
  if (!isSame) await setSelfFunding(tx, campaign.id, after)
}

function readMax(input: string | null | undefined, before: bigint | null): bigint | null {
  if (input === undefined) return before
  return input === null ? null : BigInt(input)
}

/** Returns the self-funding attributes of campaigns, including the amount each has drawn. */
export async function readSelfFundingAttributes(
  db: Database | Tx,
  rows: readonly CampaignRow[],
  at: Date
) {
  const drawnOf = await readDrawn(
    db,
    rows.map(it => it.id),
    at
  )
  return ({ id, auto_fund, auto_fund_daily_max, auto_fund_total_max }: CampaignRow) => ({
    auto_fund,
    auto_fund_daily_max: auto_fund_daily_max?.toString() ?? null,
    auto_fund_total_max: auto_fund_total_max?.toString() ?? null,
    auto_funded_today: drawnOf(id).today.toString(),
    auto_funded: drawnOf(id).total.toString()
  })
}
