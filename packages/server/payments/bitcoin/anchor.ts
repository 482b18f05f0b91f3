import type { ReadTransaction } from './read-transaction.ts'

/** Start of an anchor script: `OP_RETURN` and one push of 38 bytes, `mille1` and the anchored hash. */
const prefix = Buffer.from('6a266d696c6c6531', 'hex')
const opReturn = 0x6a
const hashBytes = 32

/** Length of an anchor script, in bytes; below the 42 bytes that the strictest nodes relay. */
export const anchorScriptBytes: number = prefix.length + hashBytes

export function anchorScript(hash: Uint8Array): Uint8Array {
  if (hash.length !== hashBytes) throw new RangeError('An anchor is a hash of 32 bytes')
  return new Uint8Array(Buffer.concat([prefix, hash]))
}

/** Returns the hash that a script anchors; null for every other script. */
export function anchoredBy(script: Buffer): Buffer | null {
  const isAnchor =
    script.length === anchorScriptBytes && script.subarray(0, prefix.length).equals(prefix)
  return isAnchor ? script.subarray(prefix.length) : null
}

/** Returns the hash in a transaction's only `OP_RETURN` output, which must have no value; null without one. */
export function anchorIn(outputs: ReadTransaction['outputs']): Buffer | null {
  const [output, ...more] = outputs.filter(it => isData(it.script))
  return output && more.length === 0 && output.amount === 0n ? anchoredBy(output.script) : null
}

export const isData = (script: Buffer): boolean => script[0] === opReturn
