import type { HDKey } from '@scure/bip32'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { addressAt, type BitcoinNetwork, networks } from '../bitcoin/keys.ts'
import type { BitcoinRequest, SignerAnswer } from './protocol.ts'

/** Any input may be replaced by a transaction that pays more (BIP 125). */
const replaceable = 0xfffffffd
/** No fee is right that is more: whoever asks for it has made a mistake, or is not who they should be. */
const mostFee = 2_000_000n

/** Builds the transaction itself, from the keys that it has: nothing comes back to anybody but the account. */
export function signBitcoin(
  key: HDKey,
  network: BitcoinNetwork,
  { inputs, outputs, change }: BitcoinRequest
): SignerAnswer {
  const spent = inputs.reduce((sum, it) => sum + it.amount, 0n)
  const paid = outputs.reduce((sum, it) => sum + it.amount, 0n) + (change?.amount ?? 0n)
  const fee = spent - paid
  if (fee < 0n || fee > mostFee)
    return { ok: false, code: 'fee_refused', detail: `a fee of ${fee} satoshis` }
  const transaction = new Transaction()
  const keys: Uint8Array[] = []
  for (const { transactionId, output, amount, branch, index } of inputs) {
    const { privateKey, publicKey } = key.deriveChild(branch).deriveChild(index)
    if (!privateKey || !publicKey) throw new Error('The key is not a private one')
    const { script } = p2wpkh(publicKey, networks[network])
    const witnessUtxo = { script, amount }
    transaction.addInput({ txid: transactionId, index: output, witnessUtxo, sequence: replaceable })
    keys.push(privateKey)
  }
  for (const { address, amount } of outputs)
    transaction.addOutputAddress(address, amount, networks[network])
  if (change) {
    const address = addressAt(key, change.index, network, 1)
    transaction.addOutputAddress(address, change.amount, networks[network])
  }
  for (const [place, privateKey] of keys.entries()) transaction.signIdx(privateKey, place)
  transaction.finalize()
  return { ok: true, transactionId: transaction.id, raw: transaction.hex }
}
