import { createHash } from 'node:crypto'
import type { HDKey } from '@scure/bip32'
import { p2wpkh, RawTx, Transaction } from '@scure/btc-signer'
import { RawOldTx } from '@scure/btc-signer/script.js'
import type { SignedTransaction } from '../signer/protocol.ts'
import type { Refused } from '../signer/signing-chain.ts'
import { anchorScript } from './anchor.ts'
import { addressAt, type BitcoinNetwork, changeAddresses, networks } from './keys.ts'
import type { BitcoinRequest } from './signer-request.ts'

/** Sequence number that lets a transaction with a higher fee replace this one (BIP 125). */
const replaceable = 0xfffffffd
/** Maximum fee, in satoshis: a higher one means that the request is a mistake or comes from an attacker. */
const maxFee = 2_000_000n

type Signed = SignedTransaction & {
  ok: true
  /** Satoshis that go to others and to the miners. */
  leaving: bigint
}

/**
 * Builds and signs the transaction with the signer's own keys. Change can go only to an address of the account that
 * every watching wallet watches.
 */
export function signBitcoin(
  key: HDKey,
  network: BitcoinNetwork,
  { previous, inputs, payments, change, anchor = null }: BitcoinRequest
): Signed | Refused {
  if (change && change.index >= changeAddresses)
    return refused('change_refused', `the change address ${change.index} is not watched`)
  const known = readPrevious(previous)
  if (!known) return refused('not_understood', 'a previous transaction cannot be read')
  // The anchor is the only output that pays no one.
  const transaction = new Transaction({ allowUnknownOutputs: anchor !== null })
  const keys: Uint8Array[] = []
  let spent = 0n
  for (const { transactionId, output, branch, index } of inputs) {
    const { privateKey, publicKey } = key.deriveChild(branch).deriveChild(index)
    if (!privateKey || !publicKey) throw new Error('The key is not a private one')
    const { script } = p2wpkh(publicKey, networks[network])
    const witnessUtxo = known.get(transactionId)?.[output]
    if (!witnessUtxo || Buffer.compare(witnessUtxo.script, script) !== 0)
      return refused(
        'input_refused',
        `${transactionId}:${output} is not in what was sent along as an output of ${branch}/${index}`
      )
    spent += witnessUtxo.amount
    transaction.addInput({ txid: transactionId, index: output, witnessUtxo, sequence: replaceable })
    keys.push(privateKey)
  }
  const paid = payments.reduce((sum, it) => sum + it.amount, 0n) + (change?.amount ?? 0n)
  const fee = spent - paid
  if (fee < 0n || fee > maxFee) return refused('fee_refused', `a fee of ${fee} satoshis`)
  for (const { address, amount } of payments)
    transaction.addOutputAddress(address, amount, networks[network])
  if (change) {
    const address = addressAt(key, change.index, network, 1)
    transaction.addOutputAddress(address, change.amount, networks[network])
  }
  if (anchor !== null)
    transaction.addOutput({ amount: 0n, script: anchorScript(Buffer.from(anchor, 'hex')) })
  for (const [place, privateKey] of keys.entries()) transaction.signIdx(privateKey, place)
  transaction.finalize()
  const leaving = spent - (change?.amount ?? 0n)
  return { ok: true, transactionId: transaction.id, raw: transaction.hex, leaving }
}

type Output = { amount: bigint; script: Uint8Array }

/**
 * Returns the outputs of whole transactions by the IDs computed from their bytes, so that no one can make up the
 * outputs of a known ID. Null when one cannot be read.
 */
function readPrevious(previous: readonly string[]): Map<string, Output[]> | null {
  const known = new Map<string, Output[]>()
  for (const hex of previous) {
    try {
      const read = RawTx.decode(new Uint8Array(Buffer.from(hex, 'hex')))
      known.set(transactionIdOf(read), read.outputs)
    } catch {
      return null
    }
  }
  return known
}

/** Computes a transaction's ID: double SHA-256 of everything but the witnesses, in reverse byte order (BIP 141). */
function transactionIdOf(read: ReturnType<typeof RawTx.decode>): string {
  const bytes = RawOldTx.encode(read)
  const once = createHash('sha256').update(bytes).digest()
  return createHash('sha256').update(once).digest().reverse().toString('hex')
}

function refused(code: string, detail: string): Refused {
  return { ok: false, code, detail }
}
