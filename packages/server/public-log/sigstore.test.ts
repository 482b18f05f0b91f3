import { createPublicKey } from 'node:crypto'
import { verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js'
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js'
import { expect, test } from 'vitest'
import { signCheckpoint } from './checkpoint.ts'
import { emptyRoot, leafHash, nodesOf, rootOf } from './merkle.ts'
import { auditPath, hashesOf } from './proofs.ts'
import { keyIdOf, publicKeyOf, readPrivateKey, signatureTypes } from './signed-note.ts'

// This package verifies Sigstore bundles. Its internal readers of checkpoints and inclusion paths are an independent
// implementation.
type Entry = Parameters<typeof verifyCheckpoint>[0]
type Log = Parameters<typeof verifyCheckpoint>[1][number]

const origin = 'ads.example/log'
const key = readPrivateKey(Buffer.alloc(32, 9))
const publicKey = publicKeyOf(key)
const keyId = keyIdOf({ name: origin, type: signatureTypes.ed25519, publicKey })
const log: Log = {
  baseURL: `https://${origin}`,
  logID: keyId,
  publicKey: createPublicKey(key),
  validFor: { start: new Date(0), end: new Date(8.64e15) }
}

async function entryOf(index: number, entries: readonly Buffer[], note: string): Promise<Entry> {
  const leaves = entries.map(it => leafHash(it))
  const hashes = await hashesOf(nodesOf(leaves), auditPath(index, entries.length))
  const inclusionProof = {
    ...{ logIndex: `${index}`, treeSize: `${entries.length}`, rootHash: rootOf(leaves), hashes },
    checkpoint: { envelope: note }
  }
  return {
    ...{
      logIndex: `${index}`,
      logId: { keyId },
      kindVersion: { kind: 'mille', version: '1' },
      integratedTime: '0'
    },
    ...{ inclusionPromise: undefined, inclusionProof },
    canonicalizedBody: entries[index] ?? emptyRoot
  }
}

test('Sigstore’s own readers accept our checkpoint and each of our audit paths', async () => {
  for (const size of [1, 2, 3, 7, 8, 100, 255, 256, 257]) {
    const entries = Array.from({ length: size }, (_, at) => Buffer.from(`entry ${at}`))
    const root = rootOf(entries.map(it => leafHash(it)))
    const note = signCheckpoint({ origin, size, root }, key)
    for (let index = 0; index < size; index += 1 + Math.floor(size / 20)) {
      const entry = await entryOf(index, entries, note)
      const checkpoint = verifyCheckpoint(entry, [log])
      expect(checkpoint).toMatchObject({ origin, logSize: BigInt(size), logHash: root })
      expect(() => verifyMerkleInclusion(entry, checkpoint)).not.toThrow()
      const other = { ...entry, canonicalizedBody: Buffer.from('another entry') }
      expect(() => verifyMerkleInclusion(other, checkpoint)).toThrow('calculated root hash')
    }
    const forged = await entryOf(0, entries, note.replace(`\n${size}\n`, `\n${size + 1}\n`))
    expect(() => verifyCheckpoint(forged, [log])).toThrow('invalid checkpoint signature')
  }
})
