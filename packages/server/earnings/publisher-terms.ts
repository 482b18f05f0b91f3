import type { PublisherTermsDocument } from '@mille/api/earnings/endpoints.ts'
import type { SettingName } from '@mille/api/settings/endpoints.ts'
import { assets } from '@mille/money/amount.ts'
import type { Context } from '../context.ts'
import { readSetting, withWithdrawalLimits } from '../settings/index.ts'

/** Reads what publishers get and when, from the settings and the configuration that apply now. */
export async function readPublisherTerms({
  db,
  config,
  now
}: Pick<Context, 'db' | 'config' | 'now'>): Promise<PublisherTermsDocument['data']> {
  const at = now()
  const read = async (name: SettingName) => Number(await readSetting(db, config, name, at))
  const { payments } = await withWithdrawalLimits(db, config, at)
  const { minimum, fee, approvalAbove } = payments.withdrawals
  const attributes = {
    fee_basis_points: await read('fee_basis_points'),
    review_hours: {
      usual: await read('review_hours'),
      new_unit: await read('review_hours_new')
    },
    withdrawals: assets.map(asset => ({
      asset,
      minimum: minimum[asset].toString(),
      fee: fee[asset].toString(),
      approval_above: approvalAbove[asset].toString()
    }))
  }
  return { type: 'publisher_terms', id: '1', attributes }
}
