import { errorResponse, jsonResponse } from '@mille/stores/shared/fake-transport.ts'
import { sampleAdUnit } from '@mille/stores/shared/sample-documents.ts'
import { dark, inFrame, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { expect, fn, spyOn } from 'storybook/test'
import { ApiFrame } from '../../../.storybook/api-frame.tsx'
import preview from '../../../.storybook/preview.tsx'
import { LivePreview, type LivePreviewProps } from './live-preview.tsx'

type FrameProps = Pick<LivePreviewProps, 'ads' | 'hasHouseAds'> & { isRefused?: boolean }

const attributes = { token: '7.sample.1764393144.abc', expires_at: '2026-03-02T10:30:00.000Z' }

/** The card with a server that creates previews, or refuses them. */
function Frame({ isRefused = false, ...props }: FrameProps) {
  return (
    <ApiFrame
      answer={() =>
        isRefused
          ? errorResponse(422, 'preview_not_shown')
          : jsonResponse({ data: { type: 'previews', id: '7', attributes } }, 201)
      }
    >
      <LivePreview unit={sampleAdUnit('7')} {...props} />
    </ApiFrame>
  )
}

const ads: FrameProps['ads'] = [
  {
    type: 'shown_ads',
    id: '9',
    attributes: {
      title: 'Own your coins',
      domain: 'wallet.example',
      advertiser_name: null,
      product_category: null,
      viewable: 1200,
      viewable_of: 'variant',
      ad_unit_id: '7'
    }
  }
]

const meta = preview.meta({
  title: 'Dashboard/Live preview',
  component: Frame,
  decorators: [inFrame('44rem')],
  args: { ads, hasHouseAds: true }
})

export const Start = meta.story()

export const Opened = meta.story({
  async play({ canvas, userEvent }) {
    const replace = fn()
    const tab = { opener: window, location: { replace }, close: fn() }
    const opening = spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    await userEvent.click(await canvas.findByRole('button', { name: 'Open your page' }))
    const link = await canvas.findByRole('link', { name: /Open it again/ })
    const address = new URL(link.getAttribute('href') ?? '')
    await expect(address.searchParams.get('mille-preview')).toBe(attributes.token)
    await expect(replace).toHaveBeenCalledWith(address.href)
    await expect(tab.opener).toBe(null)
    opening.mockRestore()
  }
})

export const ByKeyboard = meta.story({
  async play({ canvas, userEvent }) {
    const tab = { opener: window, location: { replace: fn() }, close: fn() }
    const opening = spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const field = await canvas.findByLabelText('Page to open')
    await userEvent.clear(field)
    await userEvent.type(field, 'nonsense:{Enter}')
    await canvas.findByText('Enter an address that begins with https://.')
    await expect(tab.close).toHaveBeenCalled()
    opening.mockRestore()
  }
})

export const Refused = meta.story({
  args: { isRefused: true },
  async play({ canvas, userEvent }) {
    const opening = spyOn(window, 'open').mockReturnValue(null)
    await userEvent.click(await canvas.findByRole('button', { name: 'Open your page' }))
    await canvas.findByText(/^This unit does not show that right now/)
    opening.mockRestore()
  }
})

export const Narrow = meta.story({ decorators: [inFrame('20rem')] })
export const Dark = meta.story(dark)
export const RightToLeft = meta.story(rightToLeft)
