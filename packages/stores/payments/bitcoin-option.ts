import type { WithdrawalOption } from '@mille/api/payments/endpoints.ts'

/** Returns the terms of on-chain bitcoin, whose balance and daily limit are those of Lightning too. */
export function bitcoinOption(options: readonly WithdrawalOption[]): WithdrawalOption | undefined {
  return options.find(it => it.token_code === 'BTC')
}
