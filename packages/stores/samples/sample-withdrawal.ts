import {
  type LightningTerms,
  listWithdrawals,
  type Withdrawal,
  type WithdrawalOption
} from '@mille/api/payments/endpoints.ts'
import { type Given, given } from './sample-answer.ts'
import { sampleMoment } from './sample-moments.ts'

export function sampleWithdrawal(
  id: string,
  attributes: Partial<Withdrawal['attributes']> = {}
): Withdrawal {
  return {
    type: 'withdrawals',
    id,
    attributes: {
      currency: 'BTC',
      token_code: 'BTC',
      address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      amount: '1500000',
      fee: '2000',
      state: 'requested',
      needs_approval: true,
      not_before: null,
      waits_for: null,
      transaction_id: null,
      confirmations: 0,
      required_confirmations: 3,
      reason: null,
      lightning: null,
      created_at: sampleMoment(0),
      ended_at: null,
      ...attributes
    }
  }
}

export function sampleWithdrawalOption(own: Partial<WithdrawalOption> = {}): WithdrawalOption {
  return {
    ...{ token_code: 'BTC', currency: 'BTC', available: '4200000', minimum: '100000' },
    ...{ fee: '2000', left_today: '50000000', approval_above: '10000000', addresses: [] },
    ...own
  }
}

const lightningTerms: LightningTerms = { minimum: '1000', maximum: '1000000' }

/** The withdrawals of an account on a network with Lightning, unless `lightning` is null. */
export function listedWithdrawals(
  data: Withdrawal[],
  options: WithdrawalOption[] = [sampleWithdrawalOption()],
  lightning: LightningTerms | null = lightningTerms
): Given {
  const pagination = { records: data.length }
  return given(listWithdrawals, {
    data,
    meta: { pagination, lightning, freeze_hours: 72, options }
  })
}
