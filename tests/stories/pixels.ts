import sharp from 'sharp'

/** Maximum difference per channel, of 255: rounding causes it, and the eye does not see it. */
const tolerance = 3

/**
 * Returns the share of pixels, from 0 to 1, in which two screenshots differ; screenshots of different sizes differ in
 * all pixels.
 */
export async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  // Most pictures are identical files, which need no decoding.
  if (one.equals(other)) return 0
  const [a, b] = await Promise.all([readPixels(one), readPixels(other)])
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) return 1
  if (a.data.equals(b.data)) return 0
  const { channels } = a.info
  let different = 0
  let last = -1
  // There are millions of numbers, so the loop allocates nothing.
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
