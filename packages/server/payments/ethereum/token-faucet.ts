import { encodeFunctionData, erc20Abi, getAddress, toHex } from 'viem'
import type { EthereumConfig } from '../../config/payments.ts'
import type { ChainFaucet } from '../chain.ts'
import { createEthereumClient, fromUnits, readDecimals } from './client.ts'
import { contractOf } from './contracts.ts'

/** Sends tokens from the first account of a development node, which holds its own keys. */
export function createTokenFaucet(config: EthereumConfig): ChainFaucet {
  const client = createEthereumClient(config)
  const ask = <Answer>(method: string, params: unknown[] = []) =>
    client.request({ method, params } as never) as Promise<Answer>

  return {
    async pay(token, address, units) {
      const contract = contractOf(config, token)
      const [from] = await ask<string[]>('eth_accounts')
      if (!from) throw new Error(`There is no ${token} to give`)
      const amount = fromUnits(units, await readDecimals(client, contract))
      const args = [getAddress(address), amount] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
      return ask('eth_sendTransaction', [{ from, to: contract, data, gas: toHex(120_000) }])
    },
    mine: async blocks => void (await ask('anvil_mine', [toHex(blocks)]))
  }
}
