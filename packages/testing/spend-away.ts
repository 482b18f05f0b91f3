import type { Context } from '@mille/server/context.ts'
import { addressAt, networks } from '@mille/server/payments/bitcoin/keys.ts'
import { readExtendedKey } from '@mille/server/payments/facts/extended-key.ts'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import type { Regtest } from './regtest.ts'

/**
 * Spends the inputs of open payouts to cold storage at a fee that replaces those payouts, then mines the given number
 * of blocks.
 */
export async function spendAway(context: Context, regtest: Regtest, blocks: number): Promise<void> {
  const inputs = await context.db
    .selectFrom('payout_inputs')
    .innerJoin('payouts', 'payouts.id', 'payout_id')
    .select([
      'payout_inputs.transaction_id as id',
      'output',
      'amount',
      'branch',
      'address_index as index'
    ])
    .where('state', 'in', ['signed', 'sent'])
    .execute()
  const key = readExtendedKey(regtest.xprv)
  const transaction = new Transaction()
  let sum = 0n
  for (const { id, output, amount, branch, index } of inputs) {
    const { publicKey } = key.deriveChild(branch).deriveChild(index)
    const { script } = p2wpkh(publicKey ?? new Uint8Array(), networks.regtest)
    transaction.addInput({ txid: id, index: output, witnessUtxo: { script, amount } })
    sum += amount
  }
  const cold = addressAt(key, 800, 'regtest')
  transaction.addOutputAddress(cold, sum - 200_000n, networks.regtest)
  for (const [place, { branch, index }] of inputs.entries()) {
    const { privateKey } = key.deriveChild(branch).deriveChild(index)
    transaction.signIdx(privateKey ?? new Uint8Array(), place)
  }
  transaction.finalize()
  await regtest.rpc.call('sendrawtransaction', transaction.hex, 0)
  await regtest.mine(blocks)
}

/** Pays coins to the network itself that it does not owe to any account. */
export async function payNetwork(regtest: Regtest, amount: string): Promise<void> {
  await regtest.pay({ [addressAt(readExtendedKey(regtest.xprv), 990, 'regtest')]: amount })
  await regtest.mine(1)
}
