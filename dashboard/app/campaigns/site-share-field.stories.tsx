import { createApi } from '@mille/api/client.ts'
import { createCampaignDraftStores } from '@mille/stores/campaign-draft/campaign-draft.ts'
import { draftOfCampaign } from '@mille/stores/campaign-draft/edited-campaign.ts'
import { viewCampaign } from '@mille/stores/campaigns/campaign-view.ts'
import { createFakeTransport, errorResponse } from '@mille/stores/shared/fake-transport.ts'
import { sampleCampaignDocument } from '@mille/stores/shared/sample-documents.ts'
import { noTraffic } from '@mille/stores/traffic-selection/selection-rules.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { dark, inFrame, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { expect, type within } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { SiteShareField } from './site-share-field.tsx'

/** The field of an edited campaign, with a server that refuses any share. */
function Frame({ share = null }: { share?: number | null }) {
  const [stores] = useState(() => {
    const sample = sampleCampaignDocument('1', { site_share_percent: share })
    const pointer = '/data/attributes/site_share_percent'
    const { transport } = createFakeTransport(() =>
      errorResponse(422, 'invalid', 'is refused for a reason', pointer)
    )
    const draft = draftOfCampaign(viewCampaign(sample), noTraffic)
    const edited = { id: '1', paymentModelId: '1', draft }
    return createCampaignDraftStores(createApi({ transport }), edited)
  })
  const draft = useStore(stores.$draft)
  const { fields } = useStore(stores.$problems)
  return (
    <>
      <SiteShareField stores={stores} draft={draft} problems={fields} />
      <Button onClick={() => void stores.submit()}>Save</Button>
    </>
  )
}

const meta = preview.meta({
  title: 'Dashboard/Site share',
  component: Frame,
  decorators: [inFrame('48rem')]
})

type Canvas = ReturnType<typeof within>

const field = (canvas: Canvas) =>
  canvas.getByRole('textbox', { name: /^Maximum share of one site/ })
const save = (canvas: Canvas) => canvas.getByRole('button', { name: 'Save' })

export const Empty = meta.story({
  async play({ canvas, userEvent }) {
    await userEvent.type(field(canvas), '20%')
    await expect(field(canvas)).toHaveValue('20')
    await expect(field(canvas)).toHaveAccessibleDescription(/leave it empty for no limit/)
  }
})

export const Limited = meta.story({ args: { share: 20 } })

export const Invalid = meta.story({
  async play({ canvas, userEvent }) {
    await userEvent.type(field(canvas), '120')
    await userEvent.click(save(canvas))
    const error = 'Maximum share of one site must be a whole number from 1 to 100.'
    await expect(await canvas.findByText(error)).toBeVisible()
    await expect(field(canvas)).toHaveValue('120')
  }
})

export const Refused = meta.story({
  args: { share: 20 },
  async play({ canvas, userEvent }) {
    await userEvent.type(field(canvas), '{Backspace}5')
    await userEvent.click(save(canvas))
    const error = await canvas.findByText('Maximum share of one site is refused for a reason.')
    await expect(error).toBeVisible()
    await expect(field(canvas)).toHaveValue('25')
  }
})

export const LongText = meta.story({
  decorators: [inFrame('20rem')],
  async play({ canvas, canvasElement, userEvent }) {
    await userEvent.type(field(canvas), '9'.repeat(60))
    await userEvent.click(save(canvas))
    await expect(await canvas.findByText(/must be a whole number/)).toBeVisible()
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth)
  }
})

export const Dark = meta.story({ ...dark, args: { share: 20 } })
export const RightToLeft = meta.story({ ...rightToLeft, args: { share: 20 } })
