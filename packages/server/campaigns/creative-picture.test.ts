import { createCampaign } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let owner: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signIn()
})
afterAll(() => app.close())

async function upload(kind: string, width: number, height: number) {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#f7931a' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('data[image]', new File([new Uint8Array(bytes)], `${kind}.png`))
  form.append('data[kind]', kind)
  return owner.api.banners.uploadBanner({ form })
}

test('a logo and an illustration go with the text, in pixels of their own', async () => {
  const logo = await upload('logo', 300, 200)
  const illustration = await upload('illustration', 800, 800)
  if (!logo.ok || !illustration.ok) throw new Error('the upload was refused')
  expect(logo.value.data.attributes).toMatchObject({ size: 'logo', width: 128, height: 128 })
  expect(illustration.value.data.attributes).toMatchObject({
    size: 'illustration',
    width: 600,
    height: 314
  })

  const { data, included } = await createCampaign(owner.api, {
    advert_logo: logo.value.data.id,
    advert_illustration: illustration.value.data.id
  })
  const creative = included.find(it => it.type === 'creatives')
  expect(creative?.attributes).toMatchObject({
    advert_logo: { id: logo.value.data.id, source: logo.value.data.attributes.source },
    advert_illustration: { id: illustration.value.data.id },
    banner_ids: [],
    coupon_code: null
  })
  expect(await owner.api.banners.deleteBanner({ id: logo.value.data.id })).toMatchObject({
    code: 'banner_in_use'
  })

  const edited = await owner.api.campaigns.updateCampaign({ id: data.id, advert_logo: null })
  if (!edited.ok) throw new Error(edited.code)
  const after = edited.value.included.find(it => it.type === 'creatives')
  expect(after?.attributes).toMatchObject({
    advert_logo: null,
    advert_illustration: { id: illustration.value.data.id }
  })
})

test('each kind of picture has its place, and one that is too small or too large none', async () => {
  expect(await upload('logo', 63, 64)).toMatchObject({ status: 422, code: 'banner_size_unknown' })
  expect(await upload('logo', 4000, 4000)).toMatchObject({ code: 'banner_too_large' })
  expect(await upload('poster', 640, 640)).toMatchObject({ status: 422, code: 'invalid' })
  const logo = await upload('logo', 64, 64)
  const id = logo.ok ? logo.value.data.id : ''
  const input = {
    link_text: 'a',
    creative_link: 'https://a.example',
    creative_text: 'b',
    daily_budget: '1'
  }
  for (const [field, value] of [
    ['banner_ids', [id]],
    ['advert_illustration', id]
  ] as const) {
    expect(
      await owner.api.campaigns.createCampaign({
        ...input,
        ...(field === 'banner_ids' ? { banner_ids: [...value] } : { [field]: value })
      })
    ).toMatchObject({
      code: 'banner_unknown',
      errors: [{ source: { pointer: `/data/attributes/${field}` } }]
    })
  }
})
