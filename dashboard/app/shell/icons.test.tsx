import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Logo } from '@mille/ui/logo/logo.tsx'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { expect, test } from 'vitest'

const dashboard = resolve(import.meta.dirname, '../..')
const partOf = (color: string, index: number) =>
  Number.parseInt(color.slice(1 + index * 2, 3 + index * 2), 16)
const shapesOf = (text: string) => [...text.matchAll(/ (?:d|rx)="([^"]+)"/g)].map(it => it[1])

test('the icon of a tab has the shapes of the logo', () => {
  const icon = readFileSync(resolve(dashboard, 'public/favicon.svg'), 'utf8')
  expect(shapesOf(icon).sort()).toEqual(shapesOf(renderToStaticMarkup(<Logo />)).sort())
})

test.each(['icon-192.png', 'icon-512.png', 'apple-touch-icon.png', 'favicon.ico'])(
  '%s has the colors of the icon of a tab',
  async name => {
    const icon = readFileSync(resolve(dashboard, 'public/favicon.svg'), 'utf8')
    const [tile, ink] = [...icon.matchAll(/"(#[\da-f]{6})"/g)].map(it => it[1] ?? '')
    const file = readFileSync(resolve(dashboard, 'public', name))
    // An ICO file with one picture is a header of 22 bytes before a PNG file.
    const picture = sharp(name.endsWith('.ico') ? file.subarray(22) : file)
    const { width } = await picture.metadata()
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    const colorAt = (x: number, y: number) => {
      const at = (Math.floor(y * width) * width + Math.floor(x * width)) * info.channels
      return [...data.subarray(at, at + 3)]
    }
    // Smooth edges and a palette change a color by a little.
    const farthest = (x: number, color = '') =>
      Math.max(...colorAt(x, 0.5).map((it, index) => Math.abs(it - partOf(color, index))))
    expect(farthest(0.12, tile), 'beside the letter').toBeLessThan(8)
    expect(farthest(6.5 / 24, ink), 'on its left leg').toBeLessThan(8)
  }
)
