import { type AffiliateReport, readReport } from '@mille/api/affiliates/endpoints.ts'
import { given } from './sample-answer.ts'
import { sampleDay, sampleDays } from './sample-moments.ts'

type Figures = AffiliateReport['meta']['totals']

function reportOf(figuresOf: (ago: number) => Figures): AffiliateReport {
  const data = sampleDays(30, ago => ({
    type: 'affiliate_days' as const,
    id: sampleDay(ago),
    attributes: { date: sampleDay(ago), ...figuresOf(ago) }
  }))
  const sum = (pick: (figures: Figures) => number | string | null) =>
    data.reduce((total, day) => total + Number(pick(day.attributes)), 0)
  return {
    data,
    meta: {
      from: sampleDay(29),
      to: sampleDay(0),
      totals: {
        clicks: sum(it => it.clicks),
        sign_ups: sum(it => it.sign_ups),
        paying_accounts: sum(it => it.paying_accounts),
        earnings: {
          BTC: String(sum(it => it.earnings.BTC)),
          USD: String(sum(it => it.earnings.USD))
        }
      }
    }
  }
}

/** A partner whose clicks are counted since 25 days ago. */
export const samplePartners = [
  given(
    readReport,
    reportOf(ago => ({
      clicks: ago > 25 ? null : 12 + ((ago * 7) % 11),
      sign_ups: ago % 3,
      paying_accounts: ago % 9 === 0 ? 1 : 0,
      earnings: { BTC: String((30 - ago) * 4_100), USD: ago % 5 === 0 ? '2150000000' : '0' }
    }))
  )
]

/** The report of an account through whose links no one came. */
export const quietPartnerReport = given(
  readReport,
  reportOf(() => ({
    ...{ clicks: 0, sign_ups: 0, paying_accounts: 0 },
    earnings: { BTC: '0', USD: '0' }
  }))
)
