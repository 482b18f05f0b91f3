import { formatAmount } from '@mille/money/amount.ts'
import type { BitcoinConfig } from '../../config/payments.ts'
import type { ChainFaucet } from '../chain.ts'
import { createBitcoinRpc } from './rpc.ts'

/** Creates a faucet from the wallet `miner`, which only a regtest node of development has. */
export function createBitcoinFaucet({ rpcUrl }: BitcoinConfig): ChainFaucet {
  const rpc = createBitcoinRpc({ rpcUrl, wallet: 'miner' })
  return {
    async pay(_, address, units) {
      const outputs = { [address]: formatAmount(units) }
      const { txid } = await rpc.wallet<{ txid: string }>('send', outputs, null, 'unset', 5)
      return txid
    },
    async mine(blocks) {
      const address = await rpc.wallet<string>('getnewaddress')
      await rpc.call('generatetoaddress', blocks, address)
    }
  }
}
