import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function readTerms() {
  const result = await app.open().api.earnings.readPublisherTerms()
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.value.data.attributes
}

test('anyone reads what publishers get, from the configuration and the settings that apply now', async () => {
  const { minimum, fee, approvalAbove } = app.context.config.payments.withdrawals
  const before = await readTerms()
  expect(before).toEqual({
    fee_basis_points: 2000,
    review_hours: { usual: 24, new_unit: 168 },
    withdrawals: (['BTC', 'USD'] as const).map(asset => ({
      asset,
      minimum: String(minimum[asset]),
      fee: String(fee[asset]),
      approval_above: String(approvalAbove[asset])
    }))
  })

  const change = (name: string, value: string) =>
    app.context.db
      .insertInto('setting_changes')
      .values({
        name,
        value: BigInt(value),
        valid_from: app.context.now(),
        changed_by: 1,
        changed_at: app.context.now()
      })
      .execute()
  await app.signInAdmin()
  await change('fee_basis_points', '1500')
  await change('review_hours_new', '48')
  await change('withdrawal_approval_btc', '7')
  const after = await readTerms()
  expect(after).toMatchObject({
    fee_basis_points: 1500,
    review_hours: { usual: 24, new_unit: 48 }
  })
  expect(after.withdrawals[0]?.approval_above).toBe('7')
})
