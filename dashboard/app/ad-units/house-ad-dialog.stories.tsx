import { createApi } from '@mille/api/client.ts'
import { createHouseAdStores } from '@mille/stores/ad-units/house-ads.ts'
import { drawnBanner } from '@mille/stores/samples/sample-pictures.ts'
import {
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '@mille/stores/shared/fake-transport.ts'
import { sampleHouseAd } from '@mille/stores/shared/sample-documents.ts'
import { dark, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { useState } from 'react'
import { expect, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { ApiProvider } from '../page/app-context.tsx'
import { HouseAdDialog } from './house-ad-dialog.tsx'

const sale = sampleHouseAd('1', { text: 'The spring sale', ends_at: '2036-03-08T00:00:00.000Z' })

const pictured = sampleHouseAd('2', {
  text: 'The spring sale',
  banners: [drawnBanner('8'), drawnBanner('9', 728, 90)]
})

type FrameProps = {
  isNew?: boolean
  hasBanners?: boolean
  /** What the server does with an uploaded picture. Null leaves the upload unanswered. */
  upload?: 'stored' | 'refused' | null
}

/** The dialog with a server that rejects every field. */
function Frame({ isNew = false, hasBanners = false, upload = 'stored' }: FrameProps) {
  const [[api, stores]] = useState(() => {
    const problems = {
      text: 'text must not be empty',
      link: 'link must be a web address that starts with http:// or https://',
      weight: 'weight must be a whole number from 1 to 100',
      ends_at: 'The end must be after the start'
    }
    const errors = Object.entries(problems).map(([name, detail]) => {
      const source = { pointer: `/data/attributes/${name}` }
      return { status: '422', code: 'invalid', title: 'Invalid', detail, source }
    })
    const { transport } = createFakeTransport(({ path }) => {
      if (path === '/api/v1/banners/9') return new Response(null, { status: 204 })
      if (path !== '/api/v1/banners') return jsonResponse({ errors }, 422)
      if (upload === null) return new Promise<Response>(() => {})
      if (upload === 'stored') return jsonResponse({ data: drawnBanner('9') }, 201)
      const detail =
        'The picture is 301 × 250. The nearest banner sizes are 300x250, 250x250, and 336x280; twice a size works too.'
      return errorResponse(422, 'banner_size_unknown', detail, '/data/attributes/image')
    })
    const api = createApi({ transport })
    return [api, createHouseAdStores(api, { unitId: '7', loaded: [sale] })] as const
  })
  const nothing = () => undefined
  return (
    <ApiProvider value={api}>
      <HouseAdDialog
        stores={stores}
        unitSize="300x250"
        ad={isNew ? null : hasBanners ? pictured : sale}
        onClose={nothing}
        onSaved={nothing}
      />
    </ApiProvider>
  )
}

const meta = preview.meta({ title: 'Dashboard/House ad', component: Frame })

export const New = meta.story({ args: { isNew: true } })
export const Changed = meta.story({
  async play() {
    await expect(await screen.findByLabelText(/^End/)).toHaveValue('2036-03-08T00:00')
  }
})
export const Refused = meta.story({
  args: { isNew: true },
  async play({ userEvent }) {
    const link = await screen.findByRole('textbox', { name: 'Link' })
    await userEvent.type(link, 'shop example')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Text must not be empty.')
    await expect(link).toHaveValue('shop example')
    await expect(link).toBeInvalid()
    const weight = screen.getByRole('textbox', { name: 'Weight' })
    await expect(weight).toHaveAccessibleDescription(
      /Weight must be a whole number from 1 to 100\./
    )
    await screen.findByText('The end must be after the start.')
    await userEvent.type(weight, '5')
    await expect(weight).not.toBeInvalid()
    await expect(link).toBeInvalid()
  }
})
const picture = () => new File(['a picture'], 'sale.png', { type: 'image/png' })

export const WithBanners = meta.story({
  args: { hasBanners: true },
  async play({ userEvent }) {
    await screen.findByText('728 × 90: not shown in this unit, whose size is 300 × 250')
    const select = screen.getByRole('combobox', { name: 'Preview' })
    await expect(select).toHaveTextContent('728 × 90')
    select.focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.click(await screen.findByRole('option', { name: /^300 × 250/ }))
    await expect(select).toHaveTextContent('300 × 250')
  }
})
export const Uploaded = meta.story({
  args: { isNew: true },
  async play({ userEvent }) {
    await userEvent.upload(await screen.findByLabelText(/^Banners/), picture())
    const remove = await screen.findByRole('button', { name: /sale\.png/ })
    await waitFor(() => expect(screen.getAllByText('300 × 250')).toHaveLength(2))
    remove.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText('300 × 250')).toBeNull())
  }
})
export const Uploading = meta.story({
  args: { isNew: true, upload: null },
  async play({ userEvent }) {
    await userEvent.upload(await screen.findByLabelText(/^Banners/), picture())
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Wait until the banners are uploaded.')
  }
})
export const NotABannerSize = meta.story({
  args: { isNew: true, upload: 'refused' },
  async play({ userEvent }) {
    await userEvent.upload(await screen.findByLabelText(/^Banners/), picture())
    await screen.findByText(/The picture is 301 × 250/)
  }
})
export const DarkWithBanners = meta.story({ args: { hasBanners: true }, ...dark })
export const RightToLeftWithBanners = meta.story({ args: { hasBanners: true }, ...rightToLeft })
export const Dark = meta.story(dark)
export const RightToLeft = meta.story(rightToLeft)
