import { formatAmount } from '@mille/money/amount.ts'
import type { Config } from '../config.ts'
import { createBitcoinRpc } from './bitcoin/rpc.ts'
import { createTokenFaucet } from './ethereum/token-faucet.ts'

export type Faucet = {
  tokens: readonly string[]
  /** Units of 1e-8 of the token; gives the transaction's id. */
  pay: (token: string, address: string, units: bigint) => Promise<string>
  mine: (blocks: number) => Promise<void>
}

/** Null but in development on a regtest chain: nowhere else is there a wallet called `miner` beside ours. */
export function createFaucet({ mode, payments }: Config): Faucet | null {
  const { bitcoin, ethereum } = payments
  if (mode !== 'development' || bitcoin?.network !== 'regtest') return null
  const rpc = createBitcoinRpc({ rpcUrl: bitcoin.rpcUrl, wallet: 'miner' })
  const tokens = ethereum ? createTokenFaucet(ethereum) : null
  return {
    tokens: ['BTC', ...Object.keys(ethereum?.tokens ?? {})],
    async pay(token, address, units) {
      if (token !== 'BTC' && tokens) return tokens.pay(token, address, units)
      const { txid } = await rpc.wallet<{ txid: string }>(
        'send',
        { [address]: formatAmount(units) },
        null,
        'unset',
        5
      )
      return txid
    },
    async mine(blocks) {
      const address = await rpc.wallet<string>('getnewaddress')
      await rpc.call('generatetoaddress', blocks, address)
      await tokens?.mine(blocks)
    }
  }
}
