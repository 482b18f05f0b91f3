import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { RejectedReason } from '../delivery/index.ts'
import { reasonsByCode } from '../delivery/index.ts'

const blockBytes = 16

/**
 * Encrypts a delivery node's result: null when the report went into the event log, or else why it did not. It is one
 * AES block with the beginning of the random decision: people who probe what is rejected see sixteen meaningless bytes,
 * and the network stores nothing.
 */
export function sealReason(
  sealing: Buffer,
  decision: Buffer,
  reason: RejectedReason | null
): Buffer {
  const cipher = createCipheriv('aes-256-ecb', sealing, null).setAutoPadding(false)
  const block = Buffer.allocUnsafe(blockBytes)
  block[0] = reason === null ? 0 : reasonsByCode.indexOf(reason) + 1
  decision.copy(block, 1)
  return cipher.update(block)
}

/** Decrypts a sealed reason; undefined when this key did not seal it for the decision. */
export function openReason(
  sealing: Buffer,
  decision: Buffer,
  sealed: Buffer
): RejectedReason | null | undefined {
  const decipher = createDecipheriv('aes-256-ecb', sealing, null).setAutoPadding(false)
  const block = decipher.update(sealed)
  const isSame = decision.compare(block, 1, blockBytes, 0, blockBytes - 1) === 0
  if (!isSame) return undefined
  return block[0] === 0 ? null : reasonsByCode[(block[0] ?? 0) - 1]
}
