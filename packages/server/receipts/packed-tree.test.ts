import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  auditPath,
  hashesOf,
  leafBytes,
  leafHash,
  rootByInclusion,
  rootOf
} from '../public-log/index.ts'
import { PackedTree } from './packed-tree.ts'

test('proves every leaf of trees of every size up to 40', async () => {
  for (let size = 1; size <= 40; size++) {
    const leaves = randomBytes(size * leafBytes)
    const tree = await PackedTree.build(leaves)
    const hashes = Array.from({ length: size }, (_, index) => leafHash(tree.leaf(index)))
    const root = rootOf(hashes)
    for (const [index, hash] of hashes.entries()) {
      expect(tree.indexOf(tree.leaf(index).subarray(0, 16))).toBe(index)
      const path = await hashesOf(tree.node, auditPath(index, size))
      expect(rootByInclusion(hash, index, size, path)).toEqual(root)
    }
  }
})

test('finds a decision where leaves begin, and nowhere else', async () => {
  const leaves = randomBytes(3 * leafBytes)
  const tree = await PackedTree.build(leaves)
  expect(tree.indexOf(leaves.subarray(leafBytes + 1, leafBytes + 17))).toBe(null)
  expect(tree.indexOf(Buffer.alloc(16))).toBe(null)
  expect((await PackedTree.build(Buffer.alloc(0))).indexOf(Buffer.alloc(16))).toBe(null)
})

test('lets others work while it hashes many views', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  await PackedTree.build(randomBytes(100_000 * leafBytes))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
})
