import sharp from 'sharp'

/** Of 255, for each channel: what the eye does not see and rounding does. */
const tolerance = 3

/** The part of the pixels, 0 to 1, in which two screenshots differ; of another size they differ in all of them. */
export async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([readPixels(one), readPixels(other)])
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) return 1
  const { channels } = a.info
  let different = 0
  for (let at = 0; at < a.data.length; at += channels) {
    const isDifferent = Array.from({ length: channels }, (_, channel) => at + channel).some(
      index => Math.abs((a.data[index] ?? 0) - (b.data[index] ?? 0)) > tolerance
    )
    if (isDifferent) different += 1
  }
  return different / (a.info.width * a.info.height)
}

function readPixels(picture: Buffer) {
  return sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}
