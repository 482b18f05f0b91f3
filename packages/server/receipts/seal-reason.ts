import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { RejectedReason } from '../delivery/index.ts'
import { reasonsByCode } from '../delivery/index.ts'

const blockBytes = 16

/**
 * What a delivery node found: null where the report went into the event log, otherwise why it did not. It is one block of AES
 * with the beginning of the decision, which is random: anyone who sends reports in order to find out what is rejected sees
 * sixteen bytes that tell nothing, and the network needs to store nothing for each of them.
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

/** Undefined for what this key has not sealed for the decision. */
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
