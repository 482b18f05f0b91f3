import { createApi } from '@mille/api/client.ts'
import { createCampaignDraftStores } from '@mille/stores/campaign-draft/campaign-draft.ts'
import { campaignAttributes } from '@mille/stores/campaign-draft/campaign-rules.ts'
import { createCampaignStores } from '@mille/stores/campaigns/campaign.ts'
import {
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '@mille/stores/shared/fake-transport.ts'
import { sampleCampaignDocument, sampleVariants } from '@mille/stores/shared/sample-documents.ts'
import { dark, inFrame, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { ToastProvider } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { ApiProvider } from '../page/app-context.tsx'
import { CopiedVariantsNotice } from './copied-variants-notice.tsx'
import { DuplicateCampaign } from './duplicate-campaign.tsx'

const draftKey = 'draft:campaignDraft'

type FrameProps = { variants?: number; choice?: 'weights' | 'best'; isFailing?: boolean }

/** The button that duplicates a campaign, with the notice that its draft shows in the wizard. */
function Frame({ variants = 3, choice = 'weights', isFailing = false }: FrameProps) {
  const [{ api, campaign, copy }] = useState(() => {
    localStorage.removeItem(draftKey)
    const list = sampleVariants(
      Array.from({ length: variants }, () => ({})),
      choice
    )
    const { transport } = createFakeTransport(() =>
      isFailing ? errorResponse(500, 'internal') : jsonResponse(list)
    )
    const api = createApi({ transport })
    const campaign = createCampaignStores(api, sampleCampaignDocument('7'))
    const copy = createCampaignDraftStores(api)
    copy.change({ copy_variants_of: '7' })
    return { api, campaign, copy }
  })
  const { copy_variants_of } = useStore(copy.$draft)
  return (
    <ApiProvider value={api}>
      <ToastProvider>
        <MemoryRouter>
          <DuplicateCampaign stores={campaign} />
          {copy_variants_of !== '' && <CopiedVariantsNotice stores={copy} />}
        </MemoryRouter>
      </ToastProvider>
    </ApiProvider>
  )
}

const meta = preview.meta({
  title: 'Dashboard/Copied variants',
  component: Frame,
  decorators: [inFrame('48rem')]
})

const duplicate = { name: 'Duplicate' }
const readDraft = () => JSON.parse(localStorage.getItem(draftKey) ?? 'null')

export const Copied = meta.story({
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', duplicate))
    await waitFor(() => expect(readDraft()?.copy_variants_of).toBe('7'))
    await expect(campaignAttributes(readDraft()).copy_variants_of).toBe('7')
  }
})

export const OnlyChoice = meta.story({
  args: { variants: 1, choice: 'best' },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', duplicate))
    await waitFor(() => expect(readDraft()?.copy_variants_of).toBe('7'))
  }
})

export const OneVariant = meta.story({
  args: { variants: 1 },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', duplicate))
    await waitFor(() => expect(readDraft()).not.toBe(null))
    await expect(campaignAttributes(readDraft()).copy_variants_of).toBe(null)
  }
})

export const NotLoaded = meta.story({
  args: { isFailing: true },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', duplicate))
    await screen.findByText(/went wrong|could not/i)
    await expect(readDraft()).toBe(null)
  }
})

export const LeftOut = meta.story({
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Copy only this ad' }))
    await waitFor(() => expect(canvas.queryByText('All variants are copied')).toBe(null))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await expect(canvas.getByText('All variants are copied')).toBeVisible()
  }
})

export const Dark = meta.story({ ...dark })
export const RightToLeft = meta.story({ ...rightToLeft })
