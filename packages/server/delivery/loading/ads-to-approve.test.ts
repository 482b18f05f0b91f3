import { expect, test } from 'vitest'
import { anybody, makeCampaign, makeCreative, makeUnit } from '../testing/inventory.ts'
import { findAdsToApprove } from './ads-to-approve.ts'

test('lists each creative of a campaign that lacks nothing but an approval', async () => {
  const units = [
    makeUnit({ id: 1, approved: new Set() }),
    makeUnit({ id: 2, approved: new Set(['creative 12']), disallowedRatings: new Set(['nsfw']) })
  ]
  const campaign = makeCampaign({
    creatives: [
      makeCreative({ id: 11, language: 'ja' }),
      makeCreative({ id: 12 }),
      makeCreative({ id: 13, rating: 'nsfw' }),
      makeCreative({ id: 14 })
    ]
  })
  const other = makeCampaign({ id: 2, creative: { id: 15 }, balance: 0n })
  expect(await findAdsToApprove(units, [campaign, other], anybody.nowMs, () => {})).toEqual([
    { creative: 14, rating: null, units: [1, 2] },
    { creative: 13, rating: 'nsfw', units: [1] },
    { creative: 12, rating: null, units: [1] }
  ])
})

test('reads the link of an ad once, however many units have rules', async () => {
  const refused = new Set(['domain casino.example'])
  const units = Array.from({ length: 200 }, (_, index) =>
    makeUnit({ id: index + 1, approved: new Set(), refused })
  )
  const creative = makeCreative({ id: 11 })
  let reads = 0
  Object.defineProperty(creative, 'link', {
    get: () => {
      reads++
      return 'https://shop.example/'
    }
  })
  const campaign = { ...makeCampaign({}), creatives: [creative] as [typeof creative] }
  const [found] = await findAdsToApprove(units, [campaign], anybody.nowMs, () => {})
  expect(found?.units).toHaveLength(200)
  expect(reads).toBe(1)
})
