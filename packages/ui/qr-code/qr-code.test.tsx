import { renderToStaticMarkup } from 'react-dom/server'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

test('draws exactly the dark modules', () => {
  const value = 'bitcoin:BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ?amount=0.01'
  const markup = renderToStaticMarkup(<QrCode value={value} label="QR code" />)
  const drawn = new Set<string>()
  const paths = [...markup.matchAll(/ d="([^"]+)"/g)].map(match => match[1] ?? '')
  for (const [, x, y, length] of (paths[1] ?? '').matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let step = 0; step < Number(length); step++) drawn.add(`${Number(x) + step} ${y}`)
  const { data } = encode(value, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])))
  expect([...drawn].sort()).toEqual(dark.sort())
})
