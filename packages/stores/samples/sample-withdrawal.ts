import type { Withdrawal } from '@mille/api/payments/endpoints.ts'
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
