import { createApi } from '@mille/api/client.ts'
import type { AnswerOf } from '@mille/api/endpoint.ts'
import type { readTrafficStatistics } from '@mille/api/traffic-statistics/endpoints.ts'
import { emptyCampaignDraft } from '@mille/stores/campaign-draft/campaign-rules.ts'
import {
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '@mille/stores/shared/fake-transport.ts'
import { RatesContext } from '@mille/ui/amount/rates-context.ts'
import { dark, inFrame, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { ApiProvider } from '../page/app-context.tsx'
import { ReachCard } from './reach-card.tsx'

type Statistics = AnswerOf<typeof readTrafficStatistics>
type Forecast = NonNullable<Statistics['data']['attributes']['forecast']>

const quartiles = { low: '55000000', median: '80000000', high: '110000000' }
const usual: Forecast = {
  asset: 'USD',
  days: 14,
  ad_units_count: 32,
  views_per_day: { low: 1_234, high: 1_871 },
  going_rate: { paid: quartiles, net: quartiles },
  missing: null
}

const statistics = (forecast: Partial<Forecast>): Statistics => ({
  data: {
    type: 'traffic_statistics',
    id: '1',
    attributes: {
      ad_units_count: 34,
      banner_sizes: [{ size: '300x250', ad_units_count: 34 }],
      impressions_counted: 60_000,
      impressions_needed: 1_000,
      enough_data: true,
      impressions_per_day: 2_000,
      cpm: { BTC: '500', USD: '1000000' },
      fee_basis_points: 2_000,
      forecast: { ...usual, ...forecast }
    }
  },
  meta: { traffic_sources: { total: 12 }, selected_category_ids: [] }
})

type FrameProps = {
  forecast?: Partial<Forecast>
  /** Answers to the requests, in order. The last answer repeats. */
  answers?: (() => Response | Promise<Response>)[]
  budget?: string
  usdPerBitcoin?: bigint | null
}

const waiting = () => new Promise<Response>(() => {})
const failing = () => errorResponse(500, 'internal')
const answering =
  (forecast: Partial<Forecast> = {}) =>
  () =>
    jsonResponse(statistics(forecast))

const onUse = () => {}

/** The card beside a draft with a budget that can be changed. */
function Frame(props: FrameProps) {
  const { forecast = {}, usdPerBitcoin = null, answers = [answering(forecast)] } = props
  const [budget, setBudget] = useState(props.budget ?? '3')
  const [api] = useState(() => {
    let asked = 0
    const next = () => answers[Math.min(asked++, answers.length - 1)]?.() ?? failing()
    return createApi({ transport: createFakeTransport(next).transport })
  })
  return (
    <ApiProvider value={api}>
      <RatesContext value={{ usdPerBitcoin, onUse }}>
        <ReachCard draft={{ ...emptyCampaignDraft, currency: 'usd', daily_budget: budget }} />
        <button type="button" onClick={() => setBudget('4')}>
          Change the budget
        </button>
      </RatesContext>
    </ApiProvider>
  )
}

const meta = preview.meta({
  title: 'Dashboard/Reach card',
  component: Frame,
  decorators: [inFrame('26rem')]
})

const sentence = 'About 1,200–1,900 views a day for this budget'
const change = { name: 'Change the budget' }

export const WithData = meta.story({
  async play({ canvas }) {
    await expect(await canvas.findByText(sentence)).toBeVisible()
    await expect(canvas.getByText('Based on the last 14 days, 32 ad units.')).toBeVisible()
  }
})

export const InBitcoin = meta.story({
  args: {
    forecast: {
      asset: 'BTC',
      going_rate: {
        paid: { low: '859', median: '1250', high: '1719' },
        net: { low: '687', median: '1000', high: '1375' }
      }
    }
  }
})

export const WithoutBudget = meta.story({ args: { forecast: { views_per_day: null } } })

export const WithoutPrices = meta.story({
  args: { forecast: { going_rate: null, missing: 'no_prices' } }
})

export const TooFewViews = meta.story({
  args: {
    forecast: { views_per_day: null, going_rate: null, missing: 'too_few_views', ad_units_count: 1 }
  },
  async play({ canvas }) {
    await expect(await canvas.findByText(/too few views here/)).toBeVisible()
  }
})

const tooMuch = /more than these sites can sell/

export const TooLargeBudget = meta.story({
  args: { budget: '1000' },
  async play({ canvas }) {
    const warning = await canvas.findByText(tooMuch)
    // 2,000 views a day, at 1.10 USD for 1,000.
    await expect(warning).toHaveTextContent('about 2.20 USD a day')
  }
})

export const BudgetThatCanBeSpent = meta.story({
  args: { budget: '4.40' },
  async play({ canvas }) {
    await expect(await canvas.findByText(sentence)).toBeVisible()
    await expect(canvas.queryByText(tooMuch)).toBeNull()
  }
})

export const PricesInOneCurrency = meta.story({
  args: { usdPerBitcoin: 6_400_000_000_000n },
  async play({ canvas }) {
    // 0.00000500 BTC and 0.01 USD were paid for 1,000 views.
    const price = await canvas.findByTitle('0.00000500 BTC + 0.01 USD')
    await expect(price).toHaveTextContent('≈ 0.33 USD (exactly 0.00000500 BTC + 0.01 USD)')
  }
})

export const Loading = meta.story({ args: { answers: [waiting] } })

export const Failed = meta.story({
  args: { answers: [failing] },
  async play({ canvas }) {
    await expect(await canvas.findByText(/Something went wrong on our side/)).toBeVisible()
  }
})

export const LoadingAgain = meta.story({
  args: { answers: [answering(), waiting] },
  async play({ canvas, canvasElement, userEvent }) {
    await canvas.findByText(sentence)
    const { height } = canvasElement.getBoundingClientRect()
    await userEvent.click(canvas.getByRole('button', change))
    await waitFor(() => expect(canvasElement.querySelector('[aria-busy=true]')).not.toBeNull())
    await expect(canvas.getByText(sentence)).toBeVisible()
    await expect(canvasElement.getBoundingClientRect().height).toBe(height)
  }
})

/** After a failed request the previous figures remain and nothing moves. */
export const FailedAgain = meta.story({
  args: { answers: [answering(), failing] },
  async play({ canvas, canvasElement, userEvent }) {
    await canvas.findByText(sentence)
    const { height } = canvasElement.getBoundingClientRect()
    await userEvent.click(canvas.getByRole('button', change))
    const status = await canvas.findByText('Could not be updated. Earlier figures are shown.')
    await expect(status).toBeVisible()
    await expect(canvas.getByText(sentence)).toBeVisible()
    await expect(canvasElement.getBoundingClientRect().height).toBe(height)
  }
})

export const Dark = meta.story(dark)
export const RightToLeft = meta.story(rightToLeft)
export const Narrow = meta.story({ decorators: [inFrame('18rem')] })
