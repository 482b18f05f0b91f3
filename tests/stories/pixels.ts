import sharp from 'sharp'

/** Of 255, for each channel: what the eye does not see and rounding does. */
const tolerance = 3

/** The part of the pixels, 0 to 1, in which two screenshots differ; of another size they differ in all of them. */
export async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  // The same file is the same picture, and most are.
  if (one.equals(other)) return 0
  const [a, b] = await Promise.all([readPixels(one), readPixels(other)])
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) return 1
  if (a.data.equals(b.data)) return 0
  const { channels } = a.info
  let different = 0
  let last = -1
  // Millions of numbers: nothing is made for any of them.
  for (let index = 0; index < a.data.length; index++) {
    if (Math.abs((a.data[index] ?? 0) - (b.data[index] ?? 0)) <= tolerance) continue
    const pixel = Math.floor(index / channels)
    if (pixel !== last) different += 1
    last = pixel
  }
  return different / (a.info.width * a.info.height)
}

function readPixels(picture: Buffer) {
  return sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}
