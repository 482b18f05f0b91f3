import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePicture } from './picture.ts'

test('decodes one picture at a time, and goes on after a damaged one', async () => {
  const side = { width: 400, height: 400, channels: 3, background: 'red' } as const
  const file = new Uint8Array(await sharp({ create: side }).png().toBuffer())
  const damaged = file.slice(0, 60)
  const log: string[] = []
  const uploads = [file, file, damaged, file]
  const all = uploads.map(async (upload, index) => {
    const bytes = await encodePicture(upload, false, picture => {
      log.push(`begin ${index}`)
      return picture.resize(50, 50).webp()
    })
    log.push(`end ${index}`)
    return bytes !== null
  })
  expect(await Promise.all(all)).toEqual([true, true, false, true])
  const order = uploads.flatMap((_, index) => [`begin ${index}`, `end ${index}`])
  expect(log).toEqual(order)
})
