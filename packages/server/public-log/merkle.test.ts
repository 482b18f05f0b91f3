import { expect, test } from 'vitest'
import { Edge, emptyRoot, leafHash, nodeHash, nodesOf, rootOf, splitOf } from './merkle.ts'
import {
  auditPath,
  consistencyPath,
  hashesOf,
  isConsistent,
  rangePath,
  rootByInclusion
} from './proofs.ts'

const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))

// The reference vectors of Certificate Transparency (RFC 6962).
const inputs = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f'
].map(it => Buffer.from(it, 'hex'))
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'
]
const leaves = inputs.map(it => leafHash(it))
const hex = (hashes: readonly Buffer[]) => hashes.map(it => it.toString('hex'))

test('gives the published roots of trees of none to eight leaves', () => {
  expect(emptyRoot.toString('hex')).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  )
  expect(roots.map((_, at) => rootOf(leaves.slice(0, at + 1)).toString('hex'))).toEqual(roots)
})

test('gives the published audit paths', async () => {
  const paths: [leaf: number, size: number, path: string[]][] = [
    [1, 1, []],
    [
      1,
      8,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4'
      ]
    ],
    [
      6,
      8,
      [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'
      ]
    ],
    [3, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
    [
      2,
      5,
      [
        '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b'
      ]
    ]
  ]
  for (const [leaf, size, path] of paths) {
    const read = nodesOf(leaves.slice(0, size))
    expect(hex(await hashesOf(read, auditPath(leaf - 1, size)))).toEqual(path)
  }
})

test('gives the published consistency proofs', async () => {
  const proofs: [from: number, to: number, path: string[]][] = [
    [1, 1, []],
    [
      1,
      8,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4'
      ]
    ],
    [
      6,
      8,
      [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'
      ]
    ],
    [
      2,
      5,
      [
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b'
      ]
    ]
  ]
  for (const [from, to, path] of proofs) {
    const read = nodesOf(leaves.slice(0, to))
    const hashes = await hashesOf(read, consistencyPath(from, to))
    expect(hex(hashes)).toEqual(path)
    const head = (size: number) => ({ size, root: rootOf(leaves.slice(0, size)) })
    expect(isConsistent(head(from), head(to), hashes)).toBe(true)
  }
})

/** Computes a root literally as in section 2.1 of RFC 6962. */
function naiveRoot(all: readonly Buffer[]): Buffer {
  if (all.length <= 1) return all[0] ?? emptyRoot
  const split = splitOf(all.length)
  return nodeHash(naiveRoot(all.slice(0, split)), naiveRoot(all.slice(split)))
}

function naivePath(index: number, all: readonly Buffer[]): Buffer[] {
  if (all.length === 1) return []
  const split = splitOf(all.length)
  const [left, right] = [all.slice(0, split), all.slice(split)]
  return index < split
    ? [...naivePath(index, left), naiveRoot(right)]
    : [...naivePath(index - split, right), naiveRoot(left)]
}

function naiveProof(old: number, all: readonly Buffer[], isWhole = true): Buffer[] {
  if (old === all.length) return isWhole ? [] : [naiveRoot(all)]
  const split = splitOf(all.length)
  const [left, right] = [all.slice(0, split), all.slice(split)]
  return old <= split
    ? [...naiveProof(old, left, isWhole), naiveRoot(right)]
    : [...naiveProof(old - split, right, false), naiveRoot(left)]
}

/** Checks a range proof literally as the format of bills describes it. */
function naiveRange(
  read: () => Buffer,
  leavesInside: ReadonlyMap<number, Buffer>,
  [low, high]: [number, number],
  [from, to]: [number, number]
): Buffer {
  if (high <= from || low >= to) return read()
  const leaf = leavesInside.get(low)
  if (high - low === 1 && leaf) return leaf
  const middle = low + splitOf(high - low)
  return nodeHash(
    naiveRange(read, leavesInside, [low, middle], [from, to]),
    naiveRange(read, leavesInside, [middle, high], [from, to])
  )
}

test(`agrees with the text of the RFC on trees of every size up to 70 (seed ${seed})`, async () => {
  let state = seed
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const all = Array.from({ length: 70 }, () => leafHash(Buffer.from([random(256), random(256)])))
  for (let size = 1; size <= all.length; size++) {
    const tree = all.slice(0, size)
    const read = nodesOf(tree)
    const root = naiveRoot(tree)
    expect(rootOf(tree)).toEqual(root)
    const index = random(size)
    const path = await hashesOf(read, auditPath(index, size))
    expect(path).toEqual(naivePath(index, tree))
    expect(rootByInclusion(tree[index] ?? emptyRoot, index, size, path)).toEqual(root)
    const other = rootByInclusion(tree[index] ?? emptyRoot, (index + 1) % size, size, path)
    if (size > 1) expect(other?.equals(root) ?? false).toBe(false)
    const old = 1 + random(size)
    const proof = await hashesOf(read, consistencyPath(old, size))
    expect(proof).toEqual(naiveProof(old, tree))
    const heads = [
      { size: old, root: naiveRoot(tree.slice(0, old)) },
      { size, root }
    ] as const
    expect(isConsistent(heads[0], heads[1], proof)).toBe(true)
    const forged = { size: old, root: leafHash(Buffer.from('another tree')) }
    expect(isConsistent(forged, heads[1], proof)).toBe(false)
    const [from, length] = [random(size), random(size)]
    const to = Math.min(size, from + length + 1)
    const outside = (await hashesOf(read, rangePath({ from, to }, size))).values()
    const inside = new Map(tree.slice(from, to).map((leaf, at) => [from + at, leaf]))
    const next = () => outside.next().value ?? emptyRoot
    expect(naiveRange(next, inside, [0, size], [from, to])).toEqual(root)
    expect(outside.next().done).toBe(true)
  }
})

test('continues from its edge as if it had kept every leaf', () => {
  const all = Array.from({ length: 1000 }, (_, at) => leafHash(Buffer.from(`leaf ${at}`)))
  let edge = new Edge()
  for (const [at, leaf] of all.entries()) {
    edge.append(leaf)
    if (at % 37 === 0) edge = new Edge(edge.size, edge.peaks)
  }
  expect(edge.root()).toEqual(rootOf(all))
  expect(() => new Edge(3, [emptyRoot])).toThrow('another edge')
})
