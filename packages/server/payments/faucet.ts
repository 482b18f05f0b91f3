import type { Config } from '../config.ts'
import { chainsOf } from './chains.ts'

export type Faucet = {
  tokens: readonly string[]
  /** Pays an amount in units of 1e-8 of the token and returns the transaction's ID. */
  pay: (token: string, address: string, units: bigint) => Promise<string>
  mine: (blocks: number) => Promise<void>
}

/** Creates a faucet in development, if a chain is the developer's own; otherwise returns null. */
export function createFaucet({ mode, payments }: Config): Faucet | null {
  if (mode !== 'development') return null
  const faucets = chainsOf(payments).flatMap(({ tokens, faucet }) => {
    const opened = faucet()
    return opened ? [{ ...opened, tokens }] : []
  })
  if (faucets.length === 0) return null
  return {
    tokens: faucets.flatMap(it => it.tokens.map(token => token.code)),
    async pay(code, address, units) {
      for (const { tokens, pay } of faucets) {
        const token = tokens.find(it => it.code === code)
        if (token) return pay(token.code, address, units)
      }
      throw new Error(`There is no ${code} to give`)
    },
    async mine(blocks) {
      for (const it of faucets) await it.mine(blocks)
    }
  }
}
