import type { LightningDeposit } from '@mille/api/payments/endpoints.ts'
import { sampleMoment } from './sample-moments.ts'

/** Of the length that an invoice with a description has. */
export const sampleBolt11 = `lnbcrt100u1p5sample${'q0s7d3kf9xw2'.repeat(22)}`

/** Returns an invoice of the sample account for 10,000 satoshis, which has not been paid yet. */
export function sampleInvoice(
  id: string,
  attributes: Partial<LightningDeposit['attributes']> = {}
): LightningDeposit {
  return {
    type: 'lightning_deposits',
    id,
    attributes: {
      depositable_id: '7',
      depositable_type: 'user',
      invoice: sampleBolt11,
      amount: '10000',
      credited: null,
      state: 'open',
      created_at: sampleMoment(0),
      expires_at: sampleMoment(0),
      credited_at: null,
      ...attributes
    }
  }
}
