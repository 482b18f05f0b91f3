import { formatAmount } from '@mille/money/amount.ts'
import type { Evidence } from '../chain.ts'
import { type BitcoinRpc, isNotFound, satoshis } from './rpc.ts'
import { hashAt } from './tip.ts'

type Found = {
  confirmations: number
  blockhash?: string
  decoded: { vout: { n: number; value: string; scriptPubKey: { address?: string } }[] }
}

/** Checks deposits and payouts against what the watching wallet knows of them. */
export function bitcoinEvidence(rpc: BitcoinRpc): Evidence {
  async function find(transactionId: string): Promise<Found | null> {
    try {
      return await rpc.wallet<Found>('gettransaction', transactionId, true, true)
    } catch (error) {
      if (isNotFound(error)) return null
      throw error
    }
  }

  return {
    hashAt: height => hashAt(rpc, height),
    async ofDeposit({ transactionId, output, address, amount, blockHash }) {
      const found = await find(transactionId)
      if (!found) return 'the node does not know the transaction'
      if (found.confirmations < 1 || found.blockhash !== blockHash)
        return `it is in ${found.blockhash ? `block ${found.blockhash}` : 'no block'}, not in ${blockHash}`
      const paid = found.decoded.vout.find(it => it.n === output)
      if (!paid) return `it has no output ${output}`
      const value = satoshis(paid.value)
      if (paid.scriptPubKey.address === address && value === amount) return null
      return `output ${output} pays ${formatAmount(value)} to ${paid.scriptPubKey.address}, not ${formatAmount(amount)} to ${address}`
    },
    async ofPayout({ transactionId }) {
      const found = await find(transactionId)
      return found && found.confirmations > 0 ? null : 'it is in no block'
    }
  }
}
