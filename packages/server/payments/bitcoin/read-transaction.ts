import { createHash } from 'node:crypto'
import { RawTx } from '@scure/btc-signer'
import { RawOldTx } from '@scure/btc-signer/script.js'
import { isData } from './anchor.ts'
import type { Payment } from './coins.ts'
import { addressOf, type BitcoinNetwork, networks, scriptOf } from './keys.ts'

export type ReadTransaction = {
  id: string
  /** The outputs that the transaction spends, as `transaction:output`. */
  inputs: string[]
  outputs: { amount: bigint; script: Buffer }[]
}

/** Decodes a signed transaction from its bytes in hexadecimal; throws when they are invalid. */
export function readTransaction(raw: string): ReadTransaction {
  const read = RawTx.decode(new Uint8Array(Buffer.from(raw, 'hex')))
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
  // Witnesses are not part of the transaction's id.
  const id = hash(hash(RawOldTx.encode(read)))
    .reverse()
    .toString('hex')
  return {
    id,
    inputs: read.inputs.map(it => `${Buffer.from(it.txid).toString('hex')}:${it.index}`),
    outputs: read.outputs.map(it => ({ amount: it.amount, script: Buffer.from(it.script) }))
  }
}

/** Returns the outputs beyond the payments, which should be our change. Null when one of the payments is missing. */
export function readChange(
  outputs: ReadTransaction['outputs'],
  payments: readonly Payment[],
  network: BitcoinNetwork
): { address: string | null; amount: bigint }[] | null {
  const rest = outputs.filter(it => !isData(it.script))
  for (const { address, amount } of payments) {
    const place = rest.findIndex(it => it.amount === amount && paysAddress(it.script, address))
    if (place < 0) return null
    rest.splice(place, 1)
  }
  return rest.map(it => ({ address: addressOf(it.script, network), amount: it.amount }))
}

/** Whether an output pays an address, on whichever network the address belongs to. */
export function paysAddress(script: Buffer, address: string): boolean {
  return Object.keys(networks).some(name => {
    const wanted = scriptOf(address, name as keyof typeof networks)
    return wanted !== null && script.equals(wanted)
  })
}
