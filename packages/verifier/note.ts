import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { bytesOfBase64 } from './base64.ts'
import type { Tree } from './merkle.ts'
import { require } from './wrong.ts'

const notePattern =
  /^(([^\n]+)\n(0|[1-9][0-9]{0,14})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*)\n((?:— [^\n]+\n)+)$/
const keyPattern = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/

/**
 * Returns the log size and root of a checkpoint that is signed by the given key. Throws Wrong if the key did not sign
 * it.
 */
export function readNote(
  text: string,
  { origin, key }: { origin: string; key: string },
  what: 'checkpoint' | 'kept checkpoint' = 'checkpoint'
): Tree & { root: string } {
  const note = notePattern.exec(text)
  const named = keyPattern.exec(key)
  const [, signed = '', name, count, root = '', signatures = ''] = note ?? []
  const [, keyName, keyHash, encoded = ''] = named ?? []
  const isNote = note !== null && named !== null && name === keyName && name === origin
  require(isNote, 'not_a_note', `The ${what} is not a signed note of ${origin}.`)
  const publicKey = bytesOfBase64(encoded)
  const encoder = new TextEncoder()
  const nameHash = sha256(concatBytes(encoder.encode(`${origin}\n`), publicKey)).subarray(0, 4)
  const isOurs = signatures.split('\n').some(line => {
    const prefix = `— ${origin} `
    const mark = line.slice(prefix.length)
    if (!line.startsWith(prefix) || !/^[A-Za-z0-9+/]{91}=$/.test(mark)) return false
    const bytes = bytesOfBase64(mark)
    if (bytesToHex(bytes.subarray(0, 4)) !== bytesToHex(nameHash)) return false
    return isSigned(publicKey.subarray(1), encoder.encode(signed), bytes.subarray(4))
  })
  require(bytesToHex(nameHash) === keyHash &&
    isOurs, 'wrong_signature', `The signature of the ${what} is wrong: the key ${key} did not make it.`)
  return { count: Number(count), root: bytesToHex(bytesOfBase64(root)) }
}

function isSigned(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    // The library throws for bytes that are not a point of the curve.
    return false
  }
}
