import { createHash } from 'node:crypto'
import { RawTx } from '@scure/btc-signer'
import { RawOldTx } from '@scure/btc-signer/script.js'
import { networks, scriptOf } from './keys.ts'

export type ReadTransaction = {
  id: string
  /** What it spends, as `transaction:output`. */
  inputs: string[]
  outputs: { amount: bigint; script: Buffer }[]
}

/** What a signed transaction says, from its bytes in hexadecimal; throws when they are none. */
export function readTransaction(raw: string): ReadTransaction {
  const read = RawTx.decode(new Uint8Array(Buffer.from(raw, 'hex')))
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
  // Witnesses are no part of its name.
  const id = hash(hash(RawOldTx.encode(read)))
    .reverse()
    .toString('hex')
  return {
    id,
    inputs: read.inputs.map(it => `${Buffer.from(it.txid).toString('hex')}:${it.index}`),
    outputs: read.outputs.map(it => ({ amount: it.amount, script: Buffer.from(it.script) }))
  }
}

/** Whether an output pays an address, which says of itself which network it is of. */
export function paysAddress(script: Buffer, address: string): boolean {
  return Object.keys(networks).some(name => {
    const wanted = scriptOf(address, name as keyof typeof networks)
    return wanted !== null && script.equals(wanted)
  })
}
