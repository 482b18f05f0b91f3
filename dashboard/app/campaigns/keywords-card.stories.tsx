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
import { KeywordsCard } from './keywords-card.tsx'

type FrameProps = { include?: string[]; exclude?: string[]; typed?: string }

/** The keywords of an edited campaign, with a server that refuses them. */
function Frame({ include = [], exclude = [], typed = '' }: FrameProps) {
  const [stores] = useState(() => {
    const page_keywords = include[0] || exclude[0] ? { include, exclude } : null
    const sample = sampleCampaignDocument('1', { page_keywords })
    const { transport } = createFakeTransport(() =>
      errorResponse(422, 'invalid', 'is refused for a reason', '/data/attributes/page_keywords')
    )
    const draft = draftOfCampaign(viewCampaign(sample), noTraffic)
    const edited = { id: '1', paymentModelId: '1', draft: { ...draft, typed_include: typed } }
    return createCampaignDraftStores(createApi({ transport }), edited)
  })
  const draft = useStore(stores.$draft)
  const { fields } = useStore(stores.$problems)
  return (
    <>
      <KeywordsCard stores={stores} draft={draft} problems={fields} />
      <Button onClick={() => void stores.submit()}>Save</Button>
    </>
  )
}

const meta = preview.meta({
  title: 'Dashboard/Keywords',
  component: Frame,
  decorators: [inFrame('48rem')]
})

type Canvas = ReturnType<typeof within>

const some = { include: ['bitcoin', 'wallet*'], exclude: ['casino'] }
const field = (canvas: Canvas) => canvas.getByRole('textbox', { name: 'Keywords to include' })
const added = (canvas: Canvas) => {
  const list = canvas.queryByRole('list', { name: 'Keywords to include' })
  return [...(list?.children ?? [])].map(it => it.textContent)
}

export const Empty = meta.story({
  async play({ canvas, userEvent }) {
    await expect(canvas.queryByRole('list')).toBeNull()
    await userEvent.type(field(canvas), 'Bitcoin{Enter}wallet*,ledger')
    await expect(added(canvas)).toEqual(['bitcoin', 'wallet*'])
    await userEvent.click(canvas.getByRole('button', { name: 'Add to include' }))
    await expect(added(canvas)).toEqual(['bitcoin', 'wallet*', 'ledger'])
    await expect(canvas.getByText('3 of 20 keywords')).toBeVisible()
  }
})

export const Some = meta.story({ args: some })

export const ByKeyboard = meta.story({
  args: some,
  async play({ canvas, userEvent }) {
    field(canvas).focus()
    await userEvent.tab()
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Remove bitcoin' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByRole('button', { name: 'Remove wallet*' })).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect(field(canvas)).toHaveFocus()
    await expect(added(canvas)).toEqual([])
  }
})

export const PastedList = meta.story({
  async play({ canvas, userEvent }) {
    await userEvent.click(field(canvas))
    await userEvent.paste('bitcoin\nonline wallet\nledger')
    await expect(added(canvas)).toEqual(['bitcoin', 'ledger'])
    await expect(field(canvas)).toHaveValue('online wallet')
    await expect(field(canvas)).toHaveAccessibleDescription(/Please change “online wallet”/)
  }
})

export const Full = meta.story({
  args: { include: Array.from({ length: 20 }, (_, index) => `word${index + 1}`) },
  async play({ canvas, userEvent }) {
    await userEvent.type(field(canvas), 'another{Enter}')
    await expect(field(canvas)).toHaveValue('another')
    await expect(field(canvas)).toHaveAccessibleDescription(/at most 20. Not added: “another”/)
  }
})

/** What was typed and not added is refused when the form is sent, and stays. */
export const Invalid = meta.story({
  args: { ...some, typed: 'online wallet' },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await expect(await canvas.findByText(/Please change “online wallet”/)).toBeVisible()
    await expect(field(canvas)).toHaveValue('online wallet')
  }
})

export const Refused = meta.story({
  args: some,
  async play({ canvas, userEvent }) {
    await userEvent.type(field(canvas), 'ledger,')
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    const error = await canvas.findByText('Keywords to include is refused for a reason.')
    await expect(error).toBeVisible()
    await expect(added(canvas)).toEqual(['bitcoin', 'wallet*', 'ledger'])
  }
})

const longWords = ['donaudampfschifffahrtselektrizitätenhaup', 'ビットコイン', 'משחקים', 'a']

export const LongWords = meta.story({
  args: { include: longWords, exclude: longWords, typed: 'x'.repeat(300) },
  decorators: [inFrame('20rem')],
  async play({ canvas, canvasElement, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    const error = await canvas.findByText(/Please change “x+…”/)
    await expect(error.scrollWidth).toBeLessThanOrEqual(error.clientWidth)
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth)
  }
})

export const Dark = meta.story({ ...dark, args: some })
export const RightToLeft = meta.story({ ...rightToLeft, args: some })
