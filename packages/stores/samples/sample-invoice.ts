import type { LightningDeposit, LightningDepositList } from '@mille/api/payments/endpoints.ts'
import { sampleMoment } from './sample-moments.ts'

/** Of the length that an invoice with a description has. */
const sampleBolt11 = `lnbcrt100u1p5sample${'q0s7d3kf9xw2'.repeat(22)}`

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
      created_at: sampleMoment(15 / 1_440),
      expires_at: sampleMoment(-45 / 1_440),
      credited_at: null,
      ...attributes
    }
  }
}

/** Returns the answer of the list with these invoices. */
export function sampleInvoices(data: LightningDeposit[]): LightningDepositList {
  return {
    data,
    meta: {
      pagination: { records: data.length },
      terms: { minimum: '1000', maximum: '1000000' }
    }
  }
}
