import { createApi } from '@mille/api/client.ts'
import type { Offer } from '@mille/api/marketplace/endpoints.ts'
import { createFakeTransport, errorResponse } from '@mille/stores/shared/fake-transport.ts'
import { dark, inFrame, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { useState } from 'react'
import { expect, waitFor, within } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { ApiProvider } from '../page/app-context.tsx'
import { PartnerBuilder, type PartnerBuilderProps } from './partner-builder.tsx'

/** The builder with a server whose offers can no longer be read. */
function Frame({ offers }: Pick<PartnerBuilderProps, 'offers'>) {
  const [api] = useState(() => {
    const answer = () => errorResponse(503, 'unavailable')
    return createApi({ transport: createFakeTransport(answer).transport })
  })
  return (
    <ApiProvider value={api}>
      <PartnerBuilder publicUrl="https://mille.example" partner="7" offers={offers} />
    </ApiProvider>
  )
}

const names = ['A long read on self-custody', 'One issue of The Block Letter', 'A pinned post']
const offers = [...names, ...names].map((name, index) => offer(String(index + 1), name))

const meta = preview.meta({
  title: 'Dashboard/Partner builder',
  component: Frame,
  decorators: [inFrame('70rem')],
  args: { offers }
})

export const Widget = meta.story({
  async play({ canvas }) {
    await expect(canvas.getAllByRole('link')).toHaveLength(3)
    await expect(canvas.getByText(/<mille-marketplace partner="7" style/)).toBeVisible()
    await expect(canvas.getByRole('link', { name: /Block Letter/ })).toHaveAttribute(
      'href',
      '/marketplace/2?partner=7'
    )
  }
})

export const ChosenLook = meta.story({
  async play({ canvas, canvasElement, userEvent }) {
    const page = within(canvasElement.ownerDocument.body)
    async function choose(label: string, option: string) {
      await userEvent.click(canvas.getByRole('combobox', { name: new RegExp(`^${label}`) }))
      await userEvent.click(await page.findByRole('option', { name: option }))
    }
    const language = canvas.getByRole('combobox', { name: /^Language/ })
    await expect(language).toHaveTextContent('The language of your page')
    await choose('Number of offers', '5')
    await expect(canvas.getAllByRole('link')).toHaveLength(5)
    await choose('Theme', 'Dark')
    await choose('Language', 'Arabic')
    const widget = await canvas.findByRole('region', { name: /\p{Script=Arabic}/u })
    await waitFor(() => expect(widget).toHaveAttribute('dir', 'rtl'))
    await expect(getComputedStyle(widget).colorScheme).toBe('dark')
    await expect(
      canvas.getByText(
        /partner="7" limit="5" theme="dark" lang="ar" style="display:block;min-height:452px"/
      )
    ).toBeVisible()
  }
})

export const ALink = meta.story({
  async play({ canvas, canvasElement, userEvent }) {
    await userEvent.click(canvas.getByRole('radio', { name: /^Link/ }))
    const link = canvas.getByRole('link')
    await expect(link).toHaveAttribute('href', 'https://mille.example/?partner=7')
    await userEvent.click(canvas.getByRole('combobox', { name: /^Page/ }))
    const page = within(canvasElement.ownerDocument.body)
    await userEvent.click(await page.findByRole('option', { name: 'For publishers' }))
    await expect(link).toHaveAttribute('href', 'https://mille.example/publishers?partner=7')
    await expect(canvas.getByRole('button', { name: /^Copy/ })).toBeVisible()
  }
})

export const Empty = meta.story({ args: { offers: [] } })
export const Failed = meta.story({ args: { offers: null } })
export const Narrow = meta.story({ decorators: [inFrame('20rem')] })
export const Dark = meta.story(dark)
export const RightToLeft = meta.story(rightToLeft)

function offer(id: string, name: string): Offer {
  return {
    type: 'publication_offers',
    id,
    attributes: {
      name,
      ...{ description: '', summary: '', publication_offer_type: 'article' },
      ...{ domain_name: 'coldwallet.example', logo: null, languages: ['en'] },
      ...{ categories: ['bitcoin'], sites: ['coldwallet.example'], state: 'live', included: [] },
      ...{ turnaround_days: 7, price_us_cents: 9_900, rating: null, ratings_count: 0 },
      promotion_level: 0
    }
  }
}
