import { createApi } from '@mille/api/client.ts'
import type { UnitCounts } from '@mille/stores/ad-units/live-check.ts'
import {
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '@mille/stores/shared/fake-transport.ts'
import { sampleAdUnit } from '@mille/stores/shared/sample-documents.ts'
import { dark, inFrame, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { useState } from 'react'
import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { ApiProvider } from '../page/app-context.tsx'
import { LiveCheck } from './live-check.tsx'

type FrameProps = {
  /** What was counted when the page was opened. */
  loaded: UnitCounts
  /** What is counted when the live check asks; null if the network is away. */
  found: UnitCounts | null
}

/** The live check of a unit, with a server that answers with the given counts. */
function Frame({ loaded, found }: FrameProps) {
  const [api] = useState(() => {
    const attributes = { interval: 'day', group_by: 'day', rows: [], groups: [], total: found }
    const answer = () =>
      found
        ? jsonResponse({ data: { type: 'statistics', id: '7', attributes } })
        : errorResponse(503, 'unavailable')
    return createApi({ transport: createFakeTransport(answer).transport })
  })
  return (
    <ApiProvider value={api}>
      <LiveCheck loaded={{ unit: sampleAdUnit('7'), counts: loaded }} />
    </ApiProvider>
  )
}

const nothing: UnitCounts = { requests: 0, filled: 0, unfilled: {}, billable: 0 }
const filled: UnitCounts = { ...nothing, requests: 1, filled: 1 }
const unfilled = (reason: string) => ({ ...nothing, requests: 1, unfilled: { [reason]: 1 } })

/** Makes the live check ask now, as it does when a person returns to the page. */
function comeBack(): void {
  document.dispatchEvent(new Event('visibilitychange'))
}

const meta = preview.meta({
  title: 'Dashboard/Live code check',
  component: Frame,
  decorators: [inFrame('44rem')]
})

export const Waiting = meta.story({
  args: { loaded: nothing, found: nothing },
  async play({ canvas }) {
    await expect(
      canvas.getByText(/^Waiting for the first request/, { selector: 'p' })
    ).toBeVisible()
    await expect(canvas.getByRole('status')).toHaveTextContent('Waiting for the first request')
  }
})

export const Seen = meta.story({
  args: { loaded: nothing, found: filled },
  async play({ canvas }) {
    comeBack()
    await expect(await canvas.findByText(/^Seen on \S+ \d+ seconds? ago$/)).toBeVisible()
    // The seconds would be read aloud again and again.
    await expect(canvas.getByRole('status')).not.toHaveTextContent('ago')
    await expect(
      canvas.getByText('An ad was shown. Waiting for the first paid view …')
    ).toBeVisible()
  }
})

export const SiteNotVerified = meta.story({
  args: { loaded: nothing, found: unfilled('site_unverified') },
  async play({ canvas }) {
    comeBack()
    // Without a verified site, the network does not know on which site the request was made.
    await expect(await canvas.findByText(/^Seen \d+ seconds? ago$/)).toBeVisible()
    await expect(canvas.getByText(/^It got no ad yet: verify/)).toBeVisible()
  }
})

export const NoCampaign = meta.story({
  args: { loaded: nothing, found: unfilled('no_campaign') },
  async play({ canvas }) {
    comeBack()
    await expect(await canvas.findByText(/^No campaign matches/)).toBeVisible()
  }
})

export const OtherReason = meta.story({
  args: { loaded: nothing, found: unfilled('blocked_referrer') },
  async play({ canvas }) {
    comeBack()
    await expect(await canvas.findByText(/^It got no ad\. The report/)).toBeVisible()
  }
})

export const SeenBefore = meta.story({
  args: { loaded: filled, found: filled },
  async play({ canvas }) {
    comeBack()
    await expect(canvas.getByText(/^Your page has requested ads/, { selector: 'p' })).toBeVisible()
  }
})

export const FirstView = meta.story({
  args: { loaded: filled, found: { ...filled, billable: 1 } },
  async play({ canvas }) {
    comeBack()
    await expect(await canvas.findByText('First view counted')).toBeVisible()
    await expect(canvas.getByRole('status')).toHaveTextContent('First view counted')
  }
})

export const NetworkAway = meta.story({
  args: { loaded: nothing, found: null },
  async play({ canvas }) {
    comeBack()
    await expect(
      await canvas.findByText('The network could not be reached. Trying again …', { selector: 'p' })
    ).toBeVisible()
    await expect(
      canvas.getByText(/^Waiting for the first request/, { selector: 'p' })
    ).toBeVisible()
  }
})

export const Paused = meta.story({
  args: { loaded: nothing, found: nothing },
  async play({ canvas, userEvent }) {
    const now = Date.now
    const later = now() + 900_000
    Date.now = () => later
    comeBack()
    const resume = await canvas.findByRole('button', { name: 'Keep waiting' })
    Date.now = now
    await userEvent.click(resume)
    await expect(canvas.queryByRole('button', { name: 'Keep waiting' })).toBe(null)
  }
})

export const Phone = SiteNotVerified.extend({ globals: { viewport: { value: 'phone' } } })
export const Dark = SiteNotVerified.extend(dark)
export const RightToLeft = SiteNotVerified.extend(rightToLeft)
