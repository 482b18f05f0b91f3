import type { Campaign } from '@mille/api/campaigns/endpoints.ts'
import { createApi } from '@mille/api/client.ts'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '@mille/stores/shared/fake-transport.ts'
import { sampleCampaignDocument } from '@mille/stores/shared/sample-documents.ts'
import { dark, inFrame, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { ToastProvider } from '@mille/ui/toast/toast.tsx'
import { useState } from 'react'
import { expect, screen } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { ApiProvider } from '../page/app-context.tsx'
import { SelfFundingCard } from './self-funding-card.tsx'

type Attributes = Partial<Campaign['attributes']>

type FrameProps = {
  attributes?: Attributes
  available?: bigint
  promotion?: bigint
  /** Answers a change. By default, the change succeeds. */
  answer?: () => Promise<Response> | Response
}

/** The card with a server that gives these answers. */
function Frame({ attributes = {}, available = 2_500_000n, promotion = 0n, answer }: FrameProps) {
  const [saved, setSaved] = useState(attributes)
  const [network] = useState(() => {
    let last = attributes
    const { transport } = createFakeTransport(call => {
      if (answer) return answer()
      last = { ...last, ...attributesOf(call) }
      return jsonResponse(sampleCampaignDocument('1', last))
    })
    return { api: createApi({ transport }), last: () => last }
  })
  return (
    <ApiProvider value={network.api}>
      <ToastProvider>
        <SelfFundingCard
          campaign={sampleCampaignDocument('1', saved).data}
          account={{ available, promotion }}
          onSaved={() => setSaved(network.last())}
        />
      </ToastProvider>
    </ApiProvider>
  )
}

const meta = preview.meta({
  title: 'Dashboard/Self-funding card',
  component: Frame,
  decorators: [inFrame('26rem')]
})

const running: Attributes = {
  auto_fund: true,
  auto_fund_daily_max: '60000',
  auto_fund_total_max: '1000000',
  auto_funded_today: '20000',
  auto_funded: '480000'
}
const switchName = 'Keep running while the account has money'
const save = { name: 'Save funding' }

export const Off = meta.story({
  async play({ canvas, userEvent }) {
    await expect(canvas.getByRole('button', save)).toBeDisabled()
    await expect(canvas.queryByLabelText(/Daily maximum/)).toBe(null)
    await expect(canvas.queryByText('Taken today')).toBe(null)
    await userEvent.click(canvas.getByRole('checkbox', { name: switchName }))
    await userEvent.type(canvas.getByLabelText(/Daily maximum/), '0.0010')
    await userEvent.click(canvas.getByRole('button', save))
    await canvas.findByText('Taken today')
    await expect(canvas.getByLabelText(/Daily maximum/)).toHaveValue('0.001')
    await expect(canvas.getByRole('button', save)).toBeDisabled()
  }
})

export const On = meta.story({
  args: { attributes: running, promotion: 40_000n },
  async play({ canvas, userEvent }) {
    await expect(canvas.getByLabelText(/Total maximum/)).toHaveValue('0.01')
    await expect(canvas.getByText('Promotional credit')).toBeVisible()
    const link = canvas.getByRole('link', { name: 'Deposit to your account' })
    await expect(link).toHaveAttribute('href', '/finances/deposit')
    await userEvent.click(canvas.getByRole('checkbox', { name: switchName }))
    await userEvent.click(canvas.getByRole('button', save))
    await screen.findByText('Funding saved')
    await expect(canvas.getByRole('checkbox', { name: switchName })).not.toBeChecked()
    // The total amount taken is still shown.
    await expect(canvas.getByText('Taken in total')).toBeVisible()
  }
})

export const DailyMaximumReached = meta.story({
  args: { attributes: { ...running, auto_funded_today: '60000', state: 'out_of_funds' } },
  async play({ canvas, userEvent }) {
    await expect(canvas.getByText(/^The daily maximum is reached/)).toBeVisible()
    const field = canvas.getByLabelText(/Daily maximum/)
    await userEvent.clear(field)
    await userEvent.type(field, '0.001')
    await userEvent.click(canvas.getByRole('button', save))
    await screen.findByText('Funding saved')
    await expect(canvas.queryByText(/^The daily maximum is reached/)).toBe(null)
  }
})

export const TotalMaximumReached = meta.story({
  args: { attributes: { ...running, auto_funded: '1000000', state: 'out_of_funds' } },
  async play({ canvas }) {
    await expect(canvas.getByText(/^The total maximum is reached/)).toBeVisible()
  }
})

export const NoMoney = meta.story({
  args: { attributes: { ...running, state: 'out_of_funds' }, available: 0n },
  async play({ canvas }) {
    await expect(canvas.getByText(/^Your account has no money/)).toBeVisible()
  }
})

export const Mistyped = meta.story({
  args: { attributes: running },
  async play({ canvas, userEvent }) {
    const field = canvas.getByLabelText(/Daily maximum/)
    await userEvent.clear(field)
    await userEvent.type(field, 'much')
    await userEvent.click(canvas.getByRole('button', save))
    await canvas.findByText('Daily maximum must be an amount, such as 0.50.')
    await expect(field).toHaveValue('much')
  }
})

export const Refused = meta.story({
  args: {
    attributes: running,
    answer: () =>
      errorResponse(
        422,
        'amount_invalid',
        'auto_fund_total_max must be an amount',
        '/data/attributes/auto_fund_total_max'
      )
  },
  async play({ canvas, userEvent }) {
    const field = canvas.getByLabelText(/Total maximum/)
    await userEvent.type(field, '7')
    await userEvent.click(canvas.getByRole('button', save))
    await canvas.findByText('Total maximum must be an amount.')
    await expect(field).toHaveValue('0.017')
  }
})

export const Unreachable = meta.story({
  args: { answer: () => Promise.reject(new TypeError('offline')) },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('checkbox', { name: switchName }))
    await userEvent.type(canvas.getByLabelText(/Total maximum/), '0.5')
    await userEvent.click(canvas.getByRole('button', save))
    await canvas.findByText(/could not be reached/)
    await expect(canvas.getByLabelText(/Total maximum/)).toHaveValue('0.5')
    await expect(canvas.getByRole('button', save)).toBeEnabled()
  }
})

export const Archived = meta.story({
  args: { attributes: { ...running, state: 'archived' } },
  async play({ canvas }) {
    await expect(canvas.getByText(/daily maximum:/)).toBeVisible()
    await expect(canvas.queryByRole('checkbox')).toBe(null)
    await expect(canvas.queryByRole('button')).toBe(null)
  }
})

export const Dark = TotalMaximumReached.extend(dark)
export const RightToLeft = TotalMaximumReached.extend(rightToLeft)
