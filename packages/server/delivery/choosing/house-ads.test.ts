import { expect, test } from 'vitest'
import { drawHouseAd, type HouseAd } from './house-ads.ts'

const nowMs = Date.parse('2026-03-02T10:00:00Z')

function houseAd(text: string, values: Partial<HouseAd> = {}): HouseAd {
  return {
    text,
    link: 'https://a.example/',
    weight: 1,
    banners: [],
    startsAt: null,
    endsAt: null,
    ...values
  }
}

/** Returns the house ads drawn for `points` random numbers that are evenly spread from 0 to 1. */
function drawn(ads: readonly HouseAd[], points: number, atMs = nowMs): (string | undefined)[] {
  const fractions = Array.from({ length: points }, (_, nth) => nth / points)
  return fractions.map(fraction => drawHouseAd(ads, atMs, { fraction: () => fraction })?.text)
}

test('each house ad is drawn as often as its weight', () => {
  const ads = [
    houseAd('a', { weight: 1 }),
    houseAd('b', { weight: 3 }),
    houseAd('c', { weight: 100 })
  ]
  const counts = Object.groupBy(drawn(ads, 104), it => it ?? '')
  expect(Object.entries(counts).map(([text, all]) => [text, all?.length])).toEqual([
    ['a', 1],
    ['b', 3],
    ['c', 100]
  ])
})

test('a house ad is drawn from its start up to, but not including, its end', () => {
  const before = houseAd('ended', { endsAt: new Date(nowMs) })
  const after = houseAd('begins', { startsAt: new Date(nowMs) })
  expect(drawn([before, after], 4)).toEqual(Array(4).fill('begins'))
  expect(drawn([before, after], 4, nowMs - 1)).toEqual(Array(4).fill('ended'))
})

test('without one that is shown now there is none', () => {
  expect(drawn([], 1)).toEqual([undefined])
  expect(drawn([houseAd('ended', { endsAt: new Date(nowMs) })], 1)).toEqual([undefined])
})

test('the largest chance still draws one', () => {
  const highest = { fraction: () => 1 - 2 ** -53 }
  for (let weight = 1; weight <= 100; weight++) {
    const ads = [houseAd('a', { weight }), houseAd('b', { weight: 7 })]
    expect(drawHouseAd(ads, nowMs, highest)?.text).toBe('b')
  }
})
