import { canonicalJson, type Json } from '../../public-log/index.ts'

/** A public entry of a log, as shown by a network. */
export type ShownEntry = { entry: Record<string, Json>; index: number; proof: Buffer[] }

/** What a network shows for a billed view, before any of it is verified. */
export type ShownBill = {
  leaf: Buffer
  leafIndex: number
  leafProof: Buffer[]
  charge: Record<string, Json>
  views: { count: number; root: Buffer }
  salt: Buffer
  index: number
  proof: Buffer[]
  checkpoint: string
}

const longestProof = 64
const hashBytes = 32

export function parseJson(text: string): Record<string, Json> | null {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return null
  }
}

/** Parses a network's answer about its receipt keys; null when it is malformed. */
export function readShownEntries(
  text: string
): { checkpoint: string; entries: ShownEntry[] } | null {
  const { checkpoint, entries } = parseJson(text) ?? {}
  if (typeof checkpoint !== 'string' || !Array.isArray(entries)) return null
  const read = entries.map(it => {
    const { entry, index, proof } = asObject(it) ?? {}
    const [value, place, hashes] = [asObject(entry), readIndex(index), readHashes(proof)]
    return value && place !== null && hashes ? { entry: value, index: place, proof: hashes } : null
  })
  const whole = read.filter(it => it !== null)
  return whole.length === read.length ? { checkpoint, entries: whole } : null
}

/** Parses the proof for a billed view; null when a part is missing or malformed. */
export function readShownBill(answer: Record<string, Json>): ShownBill | null {
  const charge = asObject(answer.charge)
  const views = asObject(charge?.views)
  const [leaf, salt, root] = [readHex(answer.leaf), readHex(answer.salt), readHex(views?.root)]
  const [leafIndex, index, count] = [answer.leafIndex, answer.index, views?.count].map(readIndex)
  const [leafProof, proof] = [readHashes(answer.leafProof), readHashes(answer.proof)]
  const { checkpoint } = answer
  if (!charge || !leaf || !salt || !root || !leafProof || !proof) return null
  if (leafIndex == null || index == null || count == null || typeof checkpoint !== 'string')
    return null
  const tree = { count, root }
  return { leaf, leafIndex, leafProof, charge, views: tree, salt, index, proof, checkpoint }
}

/** Returns the bytes of a public entry; null when it cannot be written. */
export function entryBytes(entry: Json): Buffer | null {
  try {
    return Buffer.concat([Buffer.of(2), Buffer.from(canonicalJson(entry))])
  } catch {
    return null
  }
}

function asObject(value: unknown): Record<string, Json> | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Record<string, Json>) : null
}

function readIndex(value: Json | undefined): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null
}

function readHex(value: Json | undefined): Buffer | null {
  return typeof value === 'string' && /^([0-9a-f]{2}){1,64}$/.test(value)
    ? Buffer.from(value, 'hex')
    : null
}

function readHashes(value: Json | undefined): Buffer[] | null {
  if (!Array.isArray(value) || value.length > longestProof) return null
  const hashes = value.map(readHex).filter(it => it?.length === hashBytes)
  return hashes.length === value.length
    ? hashes.filter(it => it !== null && it !== undefined)
    : null
}
