import { createCipheriv, createDecipheriv } from 'node:crypto'
import { deriveKey } from '../../config/derive-key.ts'
import type { Context } from '../../context.ts'

/** A response's body and cookies. */
export type SealedAnswer = { body: string; cookies: readonly string[] }

const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts a response that must not be readable in the database (AES-256-GCM). Decrypting it requires the server's
 * secret and `name`, part of which only the caller knows.
 */
export function sealAnswer(context: Context, name: string, answer: SealedAnswer): Buffer {
  const nonce = context.randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(context, name), nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

export function openAnswer(context: Context, name: string, sealed: Buffer): SealedAnswer {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyOf(context, name),
    sealed.subarray(0, nonceBytes)
  )
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = Buffer.concat([
    decipher.update(sealed.subarray(nonceBytes + tagBytes)),
    decipher.final()
  ])
  return JSON.parse(text.toString()) as SealedAnswer
}

function keyOf({ config }: Context, name: string): Buffer {
  return deriveKey(config.secret, `mille sealed answer ${name}`)
}
