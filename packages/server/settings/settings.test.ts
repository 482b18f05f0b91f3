import { createCampaign } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSetting, withWithdrawalLimits } from './index.ts'

let app: TestApp
let admin: SignedInBrowser
let user: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
  user = await app.signIn()
})
afterAll(() => app.close())

async function settingOf(id: string) {
  const list = await admin.api.settings.listSettings()
  if (!list.ok) throw new Error(list.code)
  const found = list.value.data.find(it => it.id === id)
  if (!found) throw new Error(id)
  return found.attributes
}

const feeAt = (moment: string) =>
  readSetting(app.context.db, app.context.config, 'fee_basis_points', new Date(moment))

test('a fee counts from the next settlement period on, and earlier values can still be read', async () => {
  app.context.clock.set('2026-03-02T10:30:00Z')
  expect(await settingOf('fee_basis_points')).toMatchObject({
    value: '2000',
    default_value: '2000',
    next: null,
    changed_by: null
  })
  const changed = await admin.api.settings.changeSetting({ id: 'fee_basis_points', value: '1500' })
  expect(changed).toMatchObject({
    value: {
      data: {
        attributes: {
          value: '2000',
          next: { value: '1500', valid_from: '2026-03-02T12:00:00.000Z' }
        }
      }
    }
  })
  expect(await feeAt('2026-03-02T11:59:59.999Z')).toBe(2000n)
  expect(await feeAt('2026-03-02T12:00:00Z')).toBe(1500n)
  // The operator changes the fee again before it takes effect.
  await admin.api.settings.changeSetting({ id: 'fee_basis_points', value: '1800' })
  expect(await feeAt('2026-03-02T12:00:00Z')).toBe(1800n)
  expect(await feeAt('2026-03-02T10:30:00Z')).toBe(2000n)
})

test.each([
  ['fee_basis_points', '5001', 'invalid'],
  ['fee_basis_points', '-1', 'invalid'],
  ['fee_basis_points', '1.5', 'invalid'],
  ['campaigns_without_captcha', '201', 'invalid'],
  ['campaigns_without_captcha', 'none', 'invalid'],
  ['trust_after_approvals', '1001', 'invalid'],
  ['trust_after_approvals', '-1', 'invalid'],
  ['trust_sample_percent', '101', 'invalid'],
  ['trust_sample_percent', 'none', 'invalid'],
  ['withdrawal_daily_btc', '10000000000000001', 'invalid'],
  ['secret', '1', 'not_found'],
  ['constructor', '1', 'not_found'],
  ['category:10', '0', 'not_found']
])('%s may not be %s', async (id, value, code) => {
  expect(await admin.api.settings.changeSetting({ id, value })).toMatchObject({ ok: false, code })
})

test('every campaign takes a proof of work where the operator wants it, at once', async () => {
  const maker = await app.signIn()
  await createCampaign(maker.api)
  const id = 'campaigns_without_captcha'
  await admin.api.settings.changeSetting({ id, value: '0' })
  expect(
    await maker.api.campaigns.createCampaign({
      link_text: 'Fresh bread',
      creative_link: 'https://shop.example/',
      creative_text: 'Every morning.',
      daily_budget: '1000'
    })
  ).toMatchObject({ ok: false, code: 'captcha_required' })
  await admin.api.settings.changeSetting({ id, value: '200' })
})

test('trust is off by default, and can be switched on and off again at once', async () => {
  const id = 'trust_after_approvals'
  const off = { value: 'none', default_value: 'none', least: '0', most: '1000', may_be_none: true }
  expect(await settingOf(id)).toMatchObject({ ...off, changed_by: null })
  await admin.api.settings.changeSetting({ id, value: '0' })
  expect(await settingOf(id)).toMatchObject({ ...off, value: '0', next: null })
  await admin.api.settings.changeSetting({ id, value: 'none' })
  expect(await settingOf(id)).toMatchObject({ ...off, changed_by: expect.any(String) })
  expect(await settingOf('trust_sample_percent')).toMatchObject({ value: '10', may_be_none: false })
})

test('a size that is not offered takes no new banner and no new unit; what is there stays', async () => {
  const make = (size: '300x250' | '728x90') =>
    user.api.adUnits.createAdUnit({ page_url: 'https://app.example/', kind: 'app', size })
  const unit = await make('300x250')
  if (!unit.ok) throw new Error(unit.code)
  const offer = (isOffered: boolean) =>
    admin.api.settings.changeOffered({ id: 'banner_size:300x250', is_offered: isOffered })
  expect(await offer(false)).toMatchObject({
    value: { data: { attributes: { is_offered: false, uses: 1 } } }
  })
  expect(await make('300x250')).toMatchObject({
    code: 'invalid',
    errors: [{ source: { pointer: '/data/attributes/size' } }]
  })
  expect(await make('728x90')).toMatchObject({ ok: true })
  const change = { id: unit.value.data.id, name: 'Renamed', size: '300x250' as const }
  expect(await user.api.adUnits.updateAdUnit(change)).toMatchObject({ ok: true })
  const form = new FormData()
  const picture = sharp({ create: { width: 300, height: 250, channels: 3, background: 'red' } })
  form.append('data[image]', new File([new Uint8Array(await picture.png().toBuffer())], 'a.png'))
  expect(await user.api.banners.uploadBanner({ form } as never)).toMatchObject({
    code: 'banner_size_unknown'
  })
  const sizes = await app.open().api.referenceData.listBannerSizes()
  expect(sizes.ok && sizes.value.data.filter(it => !it.attributes.is_offered)).toMatchObject([
    { id: '300x250' }
  ])
  await offer(true)
  expect(await make('300x250')).toMatchObject({ ok: true })
})

test('a category that is not offered is for no new site; a site that has it keeps it', async () => {
  const add = (name: string) =>
    user.api.sites.createSite({ page_url: `https://${name}.example/`, category_ids: ['10'] })
  const site = await add('first')
  if (!site.ok) throw new Error(site.code)
  await admin.api.settings.changeOffered({ id: 'category:10', is_offered: false })
  expect(await add('second')).toMatchObject({ code: 'category_unknown' })
  const { id } = site.value.data
  const keep = { id, category_ids: ['10', '101'] }
  expect(await user.api.sites.updateSite(keep)).toMatchObject({ ok: true })
  expect(await user.api.sites.updateSite({ id, category_ids: ['101'] })).toMatchObject({ ok: true })
  expect(await user.api.sites.updateSite(keep)).toMatchObject({ code: 'category_unknown' })
  for (const id of ['category:1', 'category:9', 'banner_size:1x1', 'fee_basis_points'])
    expect(await admin.api.settings.changeOffered({ id, is_offered: false })).toMatchObject({
      code: 'not_found'
    })
})

test('the limits of withdrawals are those of the moment', async () => {
  const { config, db, now } = app.context
  const read = async () => (await withWithdrawalLimits(db, config, now())).payments.withdrawals
  expect(await read()).toEqual(config.payments.withdrawals)
  await admin.api.settings.changeSetting({ id: 'withdrawal_approval_btc', value: '0' })
  await admin.api.settings.changeSetting({ id: 'withdrawal_daily_usd', value: '100000000' })
  expect(await read()).toMatchObject({
    approvalAbove: { ...config.payments.withdrawals.approvalAbove, BTC: 0n },
    dailyLimit: { ...config.payments.withdrawals.dailyLimit, USD: 100_000_000n }
  })
})
