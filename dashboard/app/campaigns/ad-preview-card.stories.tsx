import { errorResponse, jsonResponse } from '@mille/stores/shared/fake-transport.ts'
import { dark, inFrame, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { expect, fn, screen, spyOn, waitFor } from 'storybook/test'
import { ApiFrame } from '../../../.storybook/api-frame.tsx'
import preview from '../../../.storybook/preview.tsx'
import { AdPreviewCard, type AdPreviewCardProps } from './ad-preview-card.tsx'

type FrameProps = AdPreviewCardProps & { refusal?: 'preview_not_shown' | 'not_found' }

const attributes = { token: '2.1-9.1764393144.abc', expires_at: '2026-03-02T10:30:00.000Z' }
const requested = fn()

/** The card with a server that creates previews, or refuses them. */
function Frame({ refusal, ...props }: FrameProps) {
  return (
    <ApiFrame
      answer={call => {
        requested(call.path)
        if (refusal) return errorResponse(refusal === 'not_found' ? 404 : 422, refusal)
        return jsonResponse({ data: { type: 'previews', id: '2', attributes } }, 201)
      }}
    >
      <AdPreviewCard {...props} />
    </ApiFrame>
  )
}

const ads = [
  { id: '9', title: 'Own your coins' },
  { id: '12', title: 'Never lose a key' }
]
const places = [
  { id: '1', domain: 'blog.example', size: '300x250' },
  { id: '2', domain: 'news.example', size: 'Adaptive' }
]

const meta = preview.meta({
  title: 'Dashboard/Ad preview',
  component: Frame,
  decorators: [inFrame('44rem')],
  args: { ads, places }
})

export const Start = meta.story()

export const OpenedByKeyboard = meta.story({
  async play({ canvas, userEvent }) {
    const replace = fn()
    const tab = { opener: window, location: { replace }, close: fn() }
    const opening = spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const unit = await canvas.findByRole('combobox', { name: 'Ad unit' })
    unit.focus()
    await userEvent.keyboard('{Enter}')
    const other = await screen.findByRole('option', { name: /^news\.example/ })
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(other).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByLabelText('Page to open')).toHaveValue('https://news.example/')
    canvas.getByRole('button', { name: 'Open the page' }).focus()
    await userEvent.keyboard('{Enter}')
    const link = await canvas.findByRole('link', { name: /Open it again/ })
    const address = `https://news.example/?mille-preview=${attributes.token}`
    await expect(link).toHaveAttribute('href', address)
    await expect(canvas.getByText(address)).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Copy address' })).toBeVisible()
    await expect(replace).toHaveBeenCalledWith(address)
    await expect(requested).toHaveBeenLastCalledWith('/api/v1/ad_units/2/previews')
    opening.mockRestore()
  }
})

type Context = {
  canvas: Pick<typeof screen, 'findByRole' | 'findByText'>
  userEvent: { click: (element: Element) => Promise<void> }
}

const refusedWith = (refusal: FrameProps['refusal'] & string, says: RegExp) => ({
  args: { refusal },
  async play({ canvas, userEvent }: Context) {
    const opening = spyOn(window, 'open').mockReturnValue(null)
    await userEvent.click(await canvas.findByRole('button', { name: 'Open the page' }))
    await canvas.findByText(says)
    opening.mockRestore()
  }
})

export const Refused = meta.story(
  refusedWith('preview_not_shown', /^This ad unit does not show the ad/)
)
export const NotFound = meta.story(
  refusedWith('not_found', /^This ad unit cannot be chosen right now/)
)
export const OneAd = meta.story({ args: { ads: ads.slice(0, 1) } })
export const NotRunning = meta.story({ args: { ads: [] } })
export const NoUnits = meta.story({ args: { places: [] } })
export const Narrow = OpenedByKeyboard.extend({ decorators: [inFrame('20rem')] })
export const Dark = OpenedByKeyboard.extend(dark)
export const RightToLeft = OpenedByKeyboard.extend(rightToLeft)
