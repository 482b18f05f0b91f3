import { createHmac, type Hmac, hash, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import { deriveKey } from '../config/derive-key.ts'
import { StartError } from '../start-error.ts'

/**
 * The signature is the last line: four bytes that identify the key, and an HMAC-SHA256 of all bytes before the line,
 * both in hexadecimal. It is a separate gzip member that is stored uncompressed, so that the ends of all files have the
 * same form.
 */
const label = '{"signature":"1 '
const lineBytes = label.length + 8 + 1 + 64 + 3
const memberHead = Buffer.from([
  ...[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255],
  ...[1, lineBytes, 0, 255 - lineBytes, 255]
])
const trailerBytes = memberHead.length + lineBytes + 8
const labelled = Buffer.concat([memberHead, Buffer.from(label)])

/** Returns a stream that passes all bytes on and appends their signature. */
export function createSigning(secret: Buffer): Transform {
  const { mac, keyId } = keyOf(secret)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      mac.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(null, trailerOf(keyId, mac))
    }
  })
}

export type BackupContent = {
  file: string
  /** Number of bytes before the signature. */
  size: number
  /** The signed end of the file; null if the signature is not checked. */
  trailer: Buffer | null
}

/**
 * Reads a backup once to its end. Rejects a file that was not written with this secret or was changed since, because a
 * backup has the power of a program with all rights on the database. With `isUnverified`, the signature is not checked.
 */
export async function checkSignature(
  file: string,
  secret: Buffer,
  isUnverified: boolean
): Promise<BackupContent> {
  const { size, trailer } = await readEnd(file)
  if (isUnverified) return { file, size, trailer: null }
  if (trailer === null)
    throw new StartError(
      `${file} has no signature at its end: it was cut off or changed. If you know where it comes from, restore it with --unverified`
    )
  const { keyId } = keyOf(secret)
  if (!trailer.subarray(labelled.length).toString('latin1').startsWith(`${keyId} `))
    throw new StartError(
      `${file} was written with another SECRET: set that one. If it is lost and you know where the file comes from, restore it with --unverified`
    )
  const content = { file, size, trailer }
  for await (const _ of readContent(content, secret)) {
    // Reading to the end compares the signature.
  }
  return content
}

/** Yields the bytes before the signature. Throws at their end if they do not match the signature. */
export async function* readContent(
  { file, size, trailer }: BackupContent,
  secret: Buffer
): AsyncGenerator<Buffer> {
  const { mac, keyId } = keyOf(secret)
  if (size > 0)
    for await (const chunk of createReadStream(file, { end: size - 1 })) {
      mac.update(chunk)
      yield chunk
    }
  if (trailer !== null && !timingSafeEqual(trailer, trailerOf(keyId, mac)))
    throw new StartError(`${file} was changed after it was written: nothing was restored`)
}

async function readEnd(file: string): Promise<{ size: number; trailer: Buffer | null }> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const trailer = Buffer.alloc(trailerBytes)
    const start = size - trailerBytes
    if (start < 0) return { size, trailer: null }
    await handle.read(trailer, 0, trailerBytes, start)
    return trailer.subarray(0, labelled.length).equals(labelled)
      ? { size: start, trailer }
      : { size, trailer: null }
  } finally {
    await handle.close()
  }
}

function trailerOf(keyId: string, mac: Hmac): Buffer {
  const line = Buffer.from(`${label}${keyId} ${mac.digest('hex')}"}\n`)
  const end = Buffer.alloc(8)
  end.writeUInt32LE(crc32(line))
  end.writeUInt32LE(lineBytes, 4)
  return Buffer.concat([memberHead, line, end])
}

function keyOf(secret: Buffer): { mac: Hmac; keyId: string } {
  const key = deriveKey(secret, 'mille backup signature')
  const keyId = hash('sha256', Buffer.concat([Buffer.from('key id'), key]), 'hex').slice(0, 8)
  return { mac: createHmac('sha256', key), keyId }
}
