import { chatPictureBytes } from '@mille/api/constants.ts'
import type { ErrorCode } from '@mille/api/errors.ts'
import { type Result, success } from '@mille/api/result.ts'
import { readFormFile } from '../http/requests/form.ts'
import { encodeStill, readShape } from '../pictures/picture.ts'

export type EncodedPicture = { bytes: Buffer; width: number; height: number }
type PictureFailure = { code: ErrorCode; detail: string }

/** Maximum side of a picture in pixels, large enough for the small print of a screenshot. */
const longestSide = 2_560

/**
 * Converts the uploaded picture to WebP without metadata, such as place, camera or file name. The original is not kept.
 */
export async function readPictureFile(
  form: FormData | null
): Promise<Result<EncodedPicture, PictureFailure>> {
  const read = readFormFile(form, 'data[file]')
  if (!read.ok) return refuse('chat_picture_not_taken', read.detail)
  const file = read.value
  if (file.size > chatPictureBytes) {
    const detail = `The maximum is ${chatPictureBytes / 1_000_000} MB.`
    return refuse('chat_picture_too_large', detail)
  }
  const upload = new Uint8Array(await file.arrayBuffer())
  const encoded = await encodeStill(upload, { side: longestSide, isSquare: false })
  if (!encoded.ok) {
    const isTooLarge = encoded.code === 'banner_too_large'
    return refuse(isTooLarge ? 'chat_picture_too_large' : 'chat_picture_not_taken', encoded.detail)
  }
  const shape = await readShape(encoded.value)
  if (!shape) throw new Error('what was just encoded can be read')
  return success({ bytes: encoded.value, width: shape.width, height: shape.height })
}

function refuse(code: ErrorCode, detail: string): { ok: false } & PictureFailure {
  return { ok: false, code, detail }
}
