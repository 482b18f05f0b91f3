import { createHash } from 'node:crypto'
import { attachmentBytes, logoFileBytes } from '@mille/api/constants.ts'
import type { ErrorCode } from '@mille/api/errors.ts'
import { type Result, success } from '@mille/api/result.ts'
import { encodeStill, maxSmallPixels } from '../pictures/picture.ts'

export type Upload = { bytes: Buffer; contentType: string; fileName: string }
type UploadFailure = { code: ErrorCode; detail: string }

const logoSide = 256
const pictureSide = 2_000

/** Converts a logo to a square WebP, and returns it with its SHA-256 hash in hexadecimal. */
export async function readLogo(
  file: File
): Promise<Result<{ bytes: Buffer; hash: string }, UploadFailure>> {
  if (file.size > logoFileBytes)
    return refuse('banner_too_large', `The maximum is ${logoFileBytes / 1000} kB.`)
  const upload = new Uint8Array(await file.arrayBuffer())
  const box = { side: logoSide, isSquare: true }
  const encoded = await encodeStill(upload, box, maxSmallPixels)
  if (!encoded.ok) return encoded
  const hash = createHash('sha256').update(encoded.value).digest('hex')
  return success({ bytes: encoded.value, hash })
}

/**
 * Reads a file to attach to a brief. Its type is determined by its content, not its name: pictures, which are
 * re-encoded, and PDF and plain text, which are served only as downloads.
 */
export async function readAttachedFile(file: File): Promise<Result<Upload, UploadFailure>> {
  if (file.size > attachmentBytes)
    return refuse('attachment_too_large', `The maximum is ${attachmentBytes / 1000} kB.`)
  const bytes = Buffer.from(await file.arrayBuffer())
  const fileName = cleanName(file.name)
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    return success({ bytes, contentType: 'application/pdf', fileName: withEnding(fileName, 'pdf') })
  if (isPlainText(bytes))
    return success({
      bytes,
      contentType: 'text/plain; charset=utf-8',
      fileName: withEnding(fileName, 'txt')
    })
  const encoded = await encodeStill(bytes, { side: pictureSide, isSquare: false })
  if (!encoded.ok) {
    if (encoded.code === 'banner_too_large') return refuse('attachment_too_large', encoded.detail)
    const detail = 'Only pictures, PDF files, and plain text in UTF-8 are supported.'
    return refuse('attachment_not_taken', detail)
  }
  return success({
    bytes: encoded.value,
    contentType: 'image/webp',
    fileName: withEnding(fileName, 'webp')
  })
}

/**
 * Sets the file extension according to the content, so that a file never has the extension of a program that a computer
 * would run.
 */
function withEnding(name: string, ending: string): string {
  const isEnded = name.toLowerCase().endsWith(`.${ending}`)
  return isEnded ? name : `${name.replace(/\.[a-z0-9]{1,10}$/i, '')}.${ending}`
}

/** Cleans an uploaded file's name: drops folders and invisible characters, and limits its length. */
function cleanName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? ''
  return base.replace(/\p{C}/gu, '').trim().slice(0, 100) || 'file'
}

/** Whether the bytes are UTF-8 text without control characters other than line ends and tabs. */
function isPlainText(bytes: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return !/(?![\t\n\r\f])\p{Cc}/u.test(text)
  } catch {
    return false
  }
}

function refuse(code: ErrorCode, detail: string): { ok: false } & UploadFailure {
  return { ok: false, code, detail }
}
