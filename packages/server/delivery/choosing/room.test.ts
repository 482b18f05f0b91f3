import { bannerSizes, dimensions } from '@mille/api/reference-data/banner-sizes.ts'
import { expect, test } from 'vitest'
import { makeUnit } from '../testing/inventory.ts'
import { roomIn, scaleIn, sizesIn } from './room.ts'

type Case = [name: string, unit: Parameters<typeof makeUnit>[0], place: number[], room: number[]]

const adaptive = { size: 'Adaptive' } as const
const footer = { position: 'sticky', stickySide: 'footer' } as const
const left = { position: 'sticky', stickySide: 'left' } as const

const cases: Case[] = [
  ['an Adaptive ad fills its place', adaptive, [336, 280, 800], [336, 280]],
  ['a place without a height of its own is 90 high', adaptive, [336, 0, 800], [336, 90]],
  ['an ad is never narrower or lower than it can be read', adaptive, [20, 5, 800], [120, 25]],
  ['a page that says nothing has the least room', adaptive, [0, 0, 0], [120, 90]],
  ['a fixed size limits the place', { size: '300x250' }, [800, 600, 800], [300, 250]],
  ['a narrow place limits a fixed size', { size: '728x90' }, [360, 90, 800], [360, 90]],
  ['a fixed size is as high as it is', { size: '300x250' }, [300, 90, 800], [300, 250]],
  ['a fixed size on a page that says nothing', { size: '728x90' }, [0, 0, 0], [728, 90]],
  ['a footer is 90 high', { ...adaptive, ...footer }, [360, 0, 640], [360, 90]],
  ['a low screen', { ...adaptive, ...footer }, [640, 0, 360], [640, 54]],
  ['a footer takes 30 % of the screen', { ...footer, size: '300x600' }, [360, 0, 640], [300, 192]],
  ['an ad at the side', { ...adaptive, ...left }, [700, 0, 900], [160, 600]],
  ['an ad at the side of a low screen', { ...adaptive, ...left }, [700, 0, 500], [160, 500]]
]

test.each(cases)('%s', (_name, unit, [width = 0, height = 0, screen = 0], [wide, high]) => {
  expect(roomIn(makeUnit(unit), { width, height, screen })).toEqual({ width: wide, height: high })
})

test('a banner is drawn at 90 to 100 % of its size, whatever the room', () => {
  let drawn = 0
  for (let width = 120; width < 1100; width += 7)
    for (let height = 25; height < 700; height += 5)
      for (const size of bannerSizes) {
        const banner = dimensions(size)
        const scale = scaleIn({ width, height }, banner)
        if (scale === 0) continue
        drawn++
        const fits = banner.width * scale <= width + 1e-9 && banner.height * scale <= height + 1e-9
        if (!fits || scale < 0.9 || scale > 1) throw new Error(`${size} in ${width}x${height}`)
      }
  expect(drawn).toBeGreaterThan(10_000)
})

test('a unit for words has room for no banner', () => {
  const room = { width: 1000, height: 1000 }
  expect(sizesIn(makeUnit({ size: 'Adaptive', adType: 'text' }), room)).toBe(0)
  expect(sizesIn(makeUnit({ size: 'Adaptive' }), room)).toBe(2 ** bannerSizes.length - 1)
})
