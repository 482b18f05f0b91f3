import { encodeFunctionData, erc20Abi, getAddress, toHex } from 'viem'
import type { EthereumConfig } from '../../config-payments.ts'
import { createEthereumClient, fromUnits, readDecimals } from './client.ts'

/** Sends tokens from the first account of a development node, which holds its own keys. */
export function createTokenFaucet(config: EthereumConfig) {
  const client = createEthereumClient(config)
  const ask = <Answer>(method: string, params: unknown[] = []) =>
    client.request({ method, params } as never) as Promise<Answer>

  return {
    async pay(token: string, address: string, units: bigint): Promise<string> {
      const contract = token === 'USDC' ? config.tokens.USDC : config.tokens.USDT
      const [from] = await ask<string[]>('eth_accounts')
      if (!contract || !from) throw new Error(`There is no ${token} to give`)
      const amount = fromUnits(units, await readDecimals(client, contract))
      const args = [getAddress(address), amount] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
      return ask('eth_sendTransaction', [{ from, to: contract, data, gas: toHex(120_000) }])
    },
    mine: (blocks: number): Promise<unknown> => ask('anvil_mine', [toHex(blocks)])
  }
}
