import type { Variant, VariantList } from '@mille/api/campaigns/endpoints.ts'
import { createApi } from '@mille/api/client.ts'
import type { ProductCategory } from '@mille/api/reference-data/product-categories.ts'
import type { ReportRow } from '@mille/api/reports/endpoints.ts'
import { createPopupStores } from '@mille/stores/popups/popups.ts'
import { createSessionStores } from '@mille/stores/session/session.ts'
import { createStepUpStores } from '@mille/stores/settings/step-up.ts'
import { clearDrafts } from '@mille/stores/shared/draft.ts'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  type FakeCall,
  jsonResponse
} from '@mille/stores/shared/fake-transport.ts'
import { sampleUser, sampleVariants } from '@mille/stores/shared/sample-documents.ts'
import { dark, inFrame, longText, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { ToastProvider } from '@mille/ui/toast/toast.tsx'
import { useState } from 'react'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { ApiProvider, AppProvider } from '../page/app-context.tsx'
import { VariantsSection } from './variants-section.tsx'

type FrameProps = {
  variants: VariantList
  rows?: readonly ReportRow[] | null
  isArchived?: boolean
  /** Answers every change. By default, it succeeds. */
  answer?: () => Promise<Response> | Response
}

/** The variants of a campaign with a server that gives these answers. */
function Frame({ variants, rows = figures, isArchived = false, answer }: FrameProps) {
  const [loaded, setLoaded] = useState({ variants, rows })
  const [{ api, app }] = useState(() => {
    clearDrafts(localStorage)
    const { transport } = createFakeTransport(call => answer?.() ?? changed(variants, call))
    const api = createApi({ transport })
    const session = createSessionStores(api, sampleUser({}))
    const stepUp = createStepUpStores(api, { get: async () => null })
    return { api, app: { session, stepUp, popups: createPopupStores() } }
  })
  return (
    <ApiProvider value={api}>
      <AppProvider value={app}>
        <ToastProvider>
          <VariantsSection
            campaignId="1"
            loaded={loaded}
            sizes={['300x250']}
            isArchived={isArchived}
            onReload={() => rows === null && setLoaded({ variants, rows: figures })}
          />
        </ToastProvider>
      </AppProvider>
    </ApiProvider>
  )
}

/** Returns what the server answers to a change of one variant. */
function changed({ data, included }: VariantList, call: FakeCall): Response {
  if (call.method === 'DELETE' || call.method === 'PUT') return new Response(null, { status: 204 })
  if (call.method === 'POST') {
    const all = sampleVariants([...data.map(() => ({})), { state: 'pending' }])
    return jsonResponse({ data: all.data.at(-1), included: all.included }, 201)
  }
  const id = call.path.split('/').at(-1)
  const before = data.find(it => it.id === id) as Variant
  const sent = attributesOf(call) as { product_category?: ProductCategory }
  const attributes = { ...before.attributes, ...sent }
  const { product_category } = sent
  const creatives = included.map(it =>
    product_category ? { ...it, attributes: { ...it.attributes, product_category } } : it
  )
  return jsonResponse({ data: { ...before, attributes }, included: creatives })
}

const row = (key: string, billable: number, clicked: number): ReportRow => ({
  ...{ key, name: '', served: 0, rendered: null, viewable: billable, billable, clicked },
  ...{ rejected: null, requests: null, filled: null, money: null }
})
const figures = [row('11', 12_480, 131), row('12', 4_150, 72)]

const meta = preview.meta({
  title: 'Dashboard/Variants',
  component: Frame,
  decorators: [inFrame('64rem')]
})

const add = { name: 'Add variant' }
const saveChoice = { name: 'Save choice' }

export const OneVariant = meta.story({
  args: { variants: sampleVariants([{}]) },
  async play({ canvas }) {
    await expect(canvas.getByRole('heading', { name: 'Variant A' })).toBeVisible()
    await expect(canvas.getByText('1.05%')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Remove variant A' })).toBe(null)
    await expect(canvas.queryByRole('radio')).toBe(null)
  }
})

export const SaysWhatItSells = meta.story({
  args: { variants: sampleVariants([{}]) },
  async play({ canvas, userEvent }) {
    await expect(canvas.getByText('Not said')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Edit variant A' }))
    await userEvent.click(await screen.findByRole('combobox', { name: 'What it sells' }))
    await userEvent.type(
      await screen.findByRole('combobox', { name: 'Search categories' }),
      'vpn{Enter}'
    )
    const field = () => screen.getByRole('combobox', { name: 'What it sells' })
    await waitFor(() => expect(field()).toHaveTextContent('VPN, privacy, and security'))
    await userEvent.click(screen.getByRole('button', { name: 'Save variant' }))
    await waitFor(() => expect(canvas.getByText('VPN, privacy, and security')).toBeVisible())
  }
})

export const Added = meta.story({
  args: { variants: sampleVariants([{}]) },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', add))
    const form = within(await screen.findByRole('dialog', { name: 'Add a variant' }))
    const headline = form.getByRole('textbox', { name: 'Headline' })
    await expect(headline).toHaveValue('')
    await expect(form.getByRole('textbox', { name: 'Text' })).toHaveValue('')
    await expect(form.getByRole('textbox', { name: 'Link' })).not.toHaveValue('')
    await userEvent.type(headline, 'Headline 2')
    await userEvent.type(form.getByRole('textbox', { name: 'Text' }), 'Another text')
    await userEvent.click(form.getByRole('button', { name: 'Submit for review' }))
    await screen.findByText('Variant submitted for review')
    const added = canvas.getByRole('listitem', { name: 'Variant B' })
    await expect(within(added).getByText('In review')).toBeVisible()
    await waitFor(() => expect(added).toHaveFocus())
    await canvas.findByRole('radio', { name: /^Let the better one run/ })
  }
})

const three = sampleVariants([
  { weight: 3 },
  { name: 'Short', state: 'pending', is_live: true },
  { state: 'rejected', rejected_reason: 'The link leads to another page than the text says.' }
])

export const ThreeStates = meta.story({
  args: { variants: three },
  async play({ canvas, userEvent }) {
    const second = within(canvas.getByRole('listitem', { name: 'Variant Short' }))
    await expect(second.getByText('Live, change in review')).toBeVisible()
    await expect(canvas.getByText(/^The link leads to another page/)).toBeVisible()
    await expect(canvas.getByText('3, 75% of the views')).toBeVisible()
    const weight = await canvas.findByRole('textbox', { name: 'Weight of Short' })
    await userEvent.clear(weight)
    await userEvent.type(weight, '9')
    await expect(weight).toHaveAccessibleDescription('75% of the views')
    await userEvent.click(canvas.getByRole('button', saveChoice))
    await screen.findByText('Choice saved')
    await expect(canvas.getByText('9, 75% of the views')).toBeVisible()
  }
})

export const BestRuns = meta.story({
  args: { variants: sampleVariants([{}, {}], 'best') },
  async play({ canvas, userEvent }) {
    const best = await canvas.findByRole('radio', { name: /^Let the better one run/ })
    await expect(best).toBeChecked()
    await expect(canvas.getByText(/10% divided by their number, which is 5% now/)).toBeVisible()
    await expect(canvas.queryByRole('textbox')).toBe(null)
    await expect(canvas.getByRole('button', saveChoice)).toBeDisabled()
    await userEvent.click(canvas.getByRole('radio', { name: /^By weight/ }))
    await userEvent.click(canvas.getByRole('button', saveChoice))
    await screen.findByText('Choice saved')
    await expect(canvas.getAllByText('1, 50% of the views')).toHaveLength(2)
  }
})

export const Removed = meta.story({
  args: { variants: three },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Remove variant Short' }))
    const question = within(await screen.findByRole('dialog', { name: 'Remove variant Short?' }))
    await userEvent.click(question.getByRole('button', { name: 'Remove' }))
    await screen.findByText('Variant removed')
    await expect(canvas.queryByRole('listitem', { name: 'Variant Short' })).toBe(null)
    await waitFor(() => expect(canvas.getByRole('list', { name: 'Variants' })).toHaveFocus())
  }
})

export const Needed = meta.story({
  args: {
    variants: three,
    answer: () =>
      errorResponse(
        422,
        'variant_needed',
        'No other variant is approved. Remove this one after another one is approved.'
      )
  },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Remove variant A' }))
    const question = within(await screen.findByRole('dialog', { name: 'Remove variant A?' }))
    await userEvent.click(question.getByRole('button', { name: 'Remove' }))
    await expect(await question.findByRole('alert')).toHaveTextContent(
      /^No other variant is approved/
    )
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    const remove = canvas.getByRole('button', { name: 'Remove variant A' })
    await waitFor(() => expect(remove).toHaveFocus())
  }
})

export const WeightRefused = meta.story({
  args: {
    variants: three,
    answer: () =>
      errorResponse(
        422,
        'invalid',
        'weight must be a whole number from 1 to 100',
        '/data/attributes/weight'
      )
  },
  async play({ canvas, userEvent }) {
    const weight = await canvas.findByRole('textbox', { name: 'Weight of A' })
    await userEvent.clear(weight)
    await userEvent.type(weight, '500')
    await userEvent.click(canvas.getByRole('button', saveChoice))
    await canvas.findByText('Weight of A must be a whole number from 1 to 100.')
    await expect(weight).toHaveValue('500')
  }
})

export const AddRefused = meta.story({
  args: {
    variants: sampleVariants([{}]),
    answer: () =>
      errorResponse(422, 'invalid', 'link_text must not be empty', '/data/attributes/link_text')
  },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', add))
    const form = within(await screen.findByRole('dialog', { name: 'Add a variant' }))
    const text = form.getByRole('textbox', { name: 'Text' })
    await userEvent.type(text, 'Another text')
    await userEvent.click(form.getByRole('button', { name: 'Submit for review' }))
    await expect(await form.findByRole('alert')).toHaveFocus()
    await expect(form.getByRole('textbox', { name: 'Headline' })).toHaveAccessibleDescription(
      /must not be empty/
    )
    await expect(text).toHaveValue('Another text')
  }
})

export const KeptText = meta.story({
  args: { variants: sampleVariants([{}, {}]) },
  async play({ canvas, userEvent }) {
    const open = async (button: string, title: string) => {
      await userEvent.click(canvas.getByRole('button', { name: button }))
      return within(await screen.findByRole('dialog', { name: title }))
    }
    const close = async (form: Awaited<ReturnType<typeof open>>) => {
      await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBe(null))
    }
    const adding = ['Add variant', 'Add a variant'] as const
    const editing = ['Edit variant A', 'Edit variant A'] as const
    const restored = /what you entered before/
    let form = await open(...adding)
    await expect(form.queryByText(restored)).toBe(null)
    await userEvent.type(form.getByRole('textbox', { name: 'Headline' }), 'Kept')
    await close(form)
    form = await open(...editing)
    await expect(form.queryByText(restored)).toBe(null)
    const saved = (form.getByRole('textbox', { name: 'Text' }) as HTMLTextAreaElement).value
    await userEvent.type(form.getByRole('textbox', { name: 'Text' }), ' More.')
    await close(form)
    form = await open(...adding)
    await expect(form.getByRole('textbox', { name: 'Headline' })).toHaveValue('Kept')
    await userEvent.click(form.getByRole('button', { name: 'Submit for review' }))
    await screen.findByText('Variant submitted for review')
    form = await open(...adding)
    await expect(form.getByRole('textbox', { name: 'Headline' })).toHaveValue('')
    await close(form)
    form = await open(...editing)
    await expect(form.getByText(restored)).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Text' })).toHaveValue(`${saved} More.`)
    await userEvent.click(form.getByRole('button', { name: 'Start over' }))
    await expect(form.getByRole('textbox', { name: 'Text' })).toHaveValue(saved)
    await expect(form.queryByText(restored)).toBe(null)
    await close(form)
    form = await open(...editing)
    await expect(form.queryByText(restored)).toBe(null)
  }
})

export const NumbersNotLoaded = meta.story({
  args: { variants: three, rows: null },
  async play({ canvas, userEvent }) {
    await expect(canvas.getByText(/could not be loaded/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await canvas.findByText('12,480')
    await expect(canvas.queryByText(/could not be loaded/)).toBe(null)
  }
})

export const Full = meta.story({
  args: { variants: sampleVariants([{}, {}, {}, {}, {}, {}]) },
  async play({ canvas }) {
    await expect(canvas.getByRole('button', add)).toBeDisabled()
    await expect(canvas.getByText(/up to 6 variants/)).toBeVisible()
  }
})

export const Archived = meta.story({
  args: { variants: sampleVariants([{}, { state: 'superseded' }]), isArchived: true },
  async play({ canvas }) {
    await expect(canvas.getByText('Not shown')).toBeVisible()
    await expect(canvas.queryByRole('button')).toBe(null)
    await expect(canvas.queryByRole('radio')).toBe(null)
  }
})

export const LongName = meta.story({
  args: { variants: sampleVariants([{ name: longText.slice(0, 100) }, {}]) }
})
export const Dark = ThreeStates.extend(dark)
export const RightToLeft = ThreeStates.extend(rightToLeft)
