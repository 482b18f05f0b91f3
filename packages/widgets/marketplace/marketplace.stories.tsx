import type { Offer } from '@mille/api/marketplace/endpoints.ts'
import { previewOffers } from '@mille/api/marketplace/endpoints.ts'
import { sendRequest } from '@mille/api/send-request.ts'
import { createFetchTransport } from '@mille/api/transport.ts'
import { createPreviewStores } from '@mille/stores/marketplace/preview.ts'
import { dark, inFrame, longText, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { useEffect, useMemo } from 'react'
import { expect } from 'storybook/test'
import { type Answer, answering, planNetwork, refused } from '../../../.storybook/network.ts'
import preview from '../../../.storybook/preview.tsx'
import { insideWidget, WidgetStory } from '../../../.storybook/widget-story.tsx'
import { MarketplacePreview } from './marketplace-preview.tsx'
import './marketplace-preview.css'

/** Sample logo that replaces `/media/logos/…`, which exists only on a running network. */
const sampleLogo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44"><rect width="44" height="44" fill="#41506b"/><circle cx="22" cy="22" r="12" fill="#e8a33d"/></svg>')}`

const offers = [
  offer(
    '1',
    'A long read on self-custody, with an interview',
    'article',
    'coldwallet.example',
    120_000
  ),
  offer('2', 'One issue of The Block Letter', 'newsletter', 'blockletter.example', 45_050),
  offer('3', 'A pinned post for a week', 'social_post', 'satoshi-daily.example', 9_900)
]

type Args = {
  limit: number /** Answers in order; the last one repeats. */
  answers: [Answer, ...Answer[]]
}

const meta = preview.meta({
  component: MarketplaceStory,
  title: 'Widgets/Marketplace',
  tags: ['both'],
  parameters: { docs: { story: { inline: false, height: '420px' } } },
  args: { limit: 3, answers: [offering(offers)] } as Args,
  argTypes: { answers: { table: { disable: true } } },
  beforeEach: ({ args }) => planNetwork(answering(previewOffers, ...args.answers)),
  decorators: [inFrame('28rem')]
})

function MarketplaceStory({ limit }: Args) {
  return (
    <WidgetStory name="marketplace" attributes={{ limit: String(limit) }}>
      <OwnMarketplace limit={limit} />
    </WidgetStory>
  )
}

function OwnMarketplace({ limit }: { limit: number }) {
  const stores = useMemo(() => {
    const transport = createFetchTransport(location.origin)
    return createPreviewStores(count => sendRequest(transport, previewOffers, { limit: count }), {
      limit
    })
  }, [limit])
  useEffect(() => void stores.loadOffers(), [stores])
  return <MarketplacePreview stores={stores} server={location.origin} />
}

export const Playground = meta.story({
  async play({ canvasElement }) {
    const widget = await insideWidget(canvasElement, 'marketplace')
    await expect(await widget.findByText(/^1,200\.00\sUSD$/)).toBeVisible()
    await expect(widget.getByRole('link', { name: /Block Letter/ })).toHaveAttribute(
      'href',
      `${location.origin}/marketplace/2`
    )
  }
})
export const Loading = meta.story({ args: { answers: ['waiting'] } })
export const Empty = meta.story({
  args: { answers: [offering([])] },
  async play({ canvasElement }) {
    await (await insideWidget(canvasElement, 'marketplace')).findByText('No offers yet')
  }
})
export const OneOffer = meta.story({
  args: { answers: [offering(offers.slice(0, 1))] },
  play: waitForLinks(1)
})
export const LongText = meta.story({
  args: {
    answers: [offering([offer('1', longText, 'banner_placement', `${longText}.example`, 1e9)])]
  },
  play: waitForLinks(1)
})
export const WithoutLogo = meta.story({
  args: {
    answers: [offering([offer('1', 'A long read', 'article', 'paper.example', 9_900, null)])]
  },
  play: waitForLinks(1)
})
export const Narrow = meta.story({ decorators: [inFrame('16rem')], play: waitForLinks(3) })
export const Dark = meta.story({ ...dark, play: waitForLinks(3) })
export const RightToLeft = meta.story({ ...rightToLeft, play: waitForLinks(3) })

export const Failed = meta.story({
  args: { answers: [refused(503, 'unavailable'), offering(offers)] },
  async play({ canvasElement, userEvent }) {
    const widget = await insideWidget(canvasElement, 'marketplace')
    const again = await widget.findByRole('button', { name: 'Try again' })
    const before = canvasElement.getBoundingClientRect().height
    await userEvent.click(again)
    await expect(await widget.findAllByRole('link')).toHaveLength(3)
    await expect(canvasElement.getBoundingClientRect().height).toBe(before)
  }
})
export const Offline = meta.story({
  args: { answers: ['offline'] },
  async play({ canvasElement }) {
    await (await insideWidget(canvasElement, 'marketplace')).findByRole('button')
  }
})

function offering(data: Offer[]): Answer {
  return { status: 200, body: { data } }
}

function waitForLinks(count: number) {
  return async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const widget = await insideWidget(canvasElement, 'marketplace')
    await expect(await widget.findAllByRole('link')).toHaveLength(count)
  }
}

function offer(
  id: string,
  name: string,
  type: Offer['attributes']['publication_offer_type'],
  site: string,
  cents: number,
  logo: string | null = sampleLogo
): Offer {
  return {
    type: 'publication_offers',
    id,
    attributes: {
      name,
      description: '',
      summary: '',
      publication_offer_type: type,
      domain_name: site,
      logo,
      languages: ['en'],
      categories: ['bitcoin'],
      sites: [site],
      state: 'live',
      included: [],
      turnaround_days: 7,
      price_us_cents: cents,
      rating: null,
      ratings_count: 0,
      promotion_level: 0
    }
  }
}
