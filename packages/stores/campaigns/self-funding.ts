import type { Campaign } from '@mille/api/campaigns/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { success } from '@mille/api/result.ts'
import { amountText, type Currency, parseAmount } from '@mille/money/amount.ts'
import { invalidAmounts } from '../shared/invalid-amounts.ts'
import { createSavedForm } from '../shared/saved-form.ts'

/** Whether a campaign draws money from the account, and the limits. Amounts are in its asset; null means no limit. */
export type SelfFundingView = {
  isOn: boolean
  dailyMax: bigint | null
  totalMax: bigint | null
  /** Amounts drawn on the current UTC day and in total. */
  today: bigint
  total: bigint
  /** The limit that currently prevents further draws. */
  reached: 'total' | 'daily' | null
}

type Limits = { auto_fund_daily_max: string; auto_fund_total_max: string }
/** Limits as typed, in whole bitcoins or dollars; an empty text means no limit. */
export type SelfFundingForm = Limits & { auto_fund: boolean }

const limitNames = ['auto_fund_daily_max', 'auto_fund_total_max'] as const

export function viewSelfFunding({ attributes }: Campaign): SelfFundingView {
  const view = {
    isOn: attributes.auto_fund,
    dailyMax: readUnits(attributes.auto_fund_daily_max),
    totalMax: readUnits(attributes.auto_fund_total_max),
    today: BigInt(attributes.auto_funded_today),
    total: BigInt(attributes.auto_funded)
  }
  return { ...view, reached: view.isOn ? reachedLimit(view) : null }
}

function reachedLimit({ dailyMax, totalMax, today, total }: Omit<SelfFundingView, 'reached'>) {
  if (totalMax !== null && total >= totalMax) return 'total'
  return dailyMax !== null && today >= dailyMax ? 'daily' : null
}

/** State of self-funding. While it is off, the limits are kept but not sent, so that no hidden field is refused. */
export function createSelfFundingStores(api: Pick<Api, 'campaigns'>, { id, attributes }: Campaign) {
  const currency = attributes.asset === 'BTC' ? 'btc' : 'usd'
  return createSavedForm(
    formOf(attributes, currency),
    async form => {
      const limits = form.auto_fund ? readLimits(form, currency) : success({})
      if (!limits.ok) return limits
      const { auto_fund } = form
      const result = await api.campaigns.updateCampaign({ id, auto_fund, ...limits.value })
      return result.ok ? success(formOf(result.value.data.attributes, currency)) : result
    },
    form => (form.auto_fund ? JSON.stringify(form) : '')
  )
}

function readLimits(form: SelfFundingForm, currency: Currency) {
  const read = limitNames.map(name => {
    const text = form[name].trim()
    return [name, text === '' ? null : parseAmount(text, currency) || undefined] as const
  })
  const wrong = read.filter(([, units]) => units === undefined).map(([name]) => name)
  if (wrong.length > 0) return invalidAmounts(wrong)
  return success(Object.fromEntries(read.map(([name, units]) => [name, units?.toString() ?? null])))
}

function formOf(attributes: Campaign['attributes'], currency: Currency): SelfFundingForm {
  const textOf = (units: string | null) =>
    units === null ? '' : amountText(BigInt(units), currency)
  return {
    auto_fund: attributes.auto_fund,
    auto_fund_daily_max: textOf(attributes.auto_fund_daily_max),
    auto_fund_total_max: textOf(attributes.auto_fund_total_max)
  }
}

const readUnits = (units: string | null) => (units === null ? null : BigInt(units))
