import { hash } from 'node:crypto'

const blockBytes = 64
const digestBytes = 32

/**
 * Computes HMAC-SHA256 (RFC 2104) with two calls of the one-shot hash, for messages that are signed by the ten thousand
 * per second: creating Node's `Hmac` object takes four times as long as the hashing. The key has at most 64 bytes.
 * Returns the first `length` of the 32 bytes.
 */
export function createHmacSha256(
  key: Uint8Array
): (message: string | Buffer, length?: number) => Buffer {
  if (key.length > blockBytes) throw new RangeError('The key is longer than a block')
  let inner = padded(key, 0x36, 1024)
  const outer = padded(key, 0x5c, digestBytes)

  return (message, length = digestBytes) => {
    const bytes = typeof message === 'string' ? Buffer.byteLength(message) : message.length
    if (blockBytes + bytes > inner.length) inner = padded(key, 0x36, bytes)
    if (typeof message === 'string') inner.write(message, blockBytes)
    else message.copy(inner, blockBytes)
    // The hash is requested as text, for which Node creates no buffer.
    const first = hash('sha256', inner.subarray(0, blockBytes + bytes), 'binary')
    outer.write(first, blockBytes, digestBytes, 'latin1')
    const digest = Buffer.allocUnsafe(length)
    digest.write(hash('sha256', outer, 'binary'), 0, length, 'latin1')
    return digest
  }
}

/** Returns the key combined with the pad, with `room` bytes left for the message. */
function padded(key: Uint8Array, pad: number, room: number): Buffer {
  const bytes = Buffer.alloc(blockBytes + room)
  bytes.fill(pad, 0, blockBytes)
  for (const [index, byte] of key.entries()) bytes[index] = byte ^ pad
  return bytes
}
