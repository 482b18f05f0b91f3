import { createApi } from '@mille/api/client.ts'
import { createSiteSettingsStores } from '@mille/stores/ad-units/site-settings.ts'
import {
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '@mille/stores/shared/fake-transport.ts'
import { sampleSite } from '@mille/stores/shared/sample-documents.ts'
import { dark, inFrame, longText, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { ToastProvider } from '@mille/ui/toast/toast.tsx'
import { useState } from 'react'
import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { SiteForm } from './site-form.tsx'

const offered = ['10', '90', '91', '94', '95', '98', '101', '103', '104']

type FrameProps = {
  categories?: string[]
  domainName?: string
  answer?: () => Promise<Response> | Response
}

/** The form with a server that gives these answers. */
function Frame({ categories = ['10', '101'], domainName = 'blog.example', answer }: FrameProps) {
  const [stores] = useState(() => {
    const saved = () => jsonResponse({ data: sampleSite('7', { categories }) })
    const { transport } = createFakeTransport(answer ?? saved)
    return createSiteSettingsStores(createApi({ transport }), sampleSite('7', { categories }))
  })
  return (
    <ToastProvider>
      <SiteForm
        domainName={domainName}
        stores={stores}
        categories={offered}
        onSaved={() => undefined}
      />
    </ToastProvider>
  )
}

const meta = preview.meta({
  title: 'Dashboard/Site form',
  component: Frame,
  decorators: [inFrame('44rem')]
})

export const Saved = meta.story({})

export const Changed = meta.story({
  async play({ canvas, userEvent }) {
    const save = canvas.getByRole('button', { name: 'Save site details' })
    await expect(save).toBeDisabled()
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Blogs' }))
    await expect(save).toBeEnabled()
  }
})

export const NothingChosen = meta.story({ args: { categories: [] } })

/** A site keeps a category that is no longer offered until its owner removes it. */
export const NotOfferedAnyMore = meta.story({ args: { categories: ['10', '102'] } })

const refusal = 'Category 101 is currently not offered.'

export const Refused = meta.story({
  args: {
    answer: () => errorResponse(422, 'category_unknown', refusal, '/data/attributes/category_ids')
  },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Blogs' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Save site details' }))
    await expect(await canvas.findByText(refusal)).toBeVisible()
    await expect(canvas.getByRole('checkbox', { name: 'Blogs' })).toBeChecked()
  }
})

export const Unreachable = meta.story({
  args: { answer: () => Promise.reject(new TypeError('offline')) },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Blogs' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Save site details' }))
    await expect(await canvas.findByText(/could not be reached/)).toBeVisible()
  }
})

export const Saving = meta.story({
  args: { answer: () => new Promise<Response>(() => {}) },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Blogs' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Save site details' }))
    await expect(canvas.getByRole('button', { name: /Save site details/ })).toHaveAttribute(
      'aria-busy',
      'true'
    )
  }
})

export const LongName = meta.story({
  args: { domainName: `${longText.replaceAll(' ', '-')}.example` }
})
export const Dark = Saved.extend(dark)
export const RightToLeft = Saved.extend(rightToLeft)
