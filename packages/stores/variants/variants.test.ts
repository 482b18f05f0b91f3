import { createApi } from '@mille/api/client.ts'
import { createMemoryStorage } from '@mille/api/csrf.ts'
import type { ReportRow } from '@mille/api/reports/endpoints.ts'
import { expect, test } from 'vitest'
import { emptyCreativeDraft } from '../campaign-draft/creative-draft.ts'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleVariants } from '../shared/sample-documents.ts'
import { createVariantChoiceStores } from './variant-choice.ts'
import { createVariantFormStores } from './variant-form.ts'
import { createVariantStores, viewVariants, weightShares } from './variants.ts'

const three = sampleVariants([
  {},
  { weight: 3, state: 'pending' },
  { state: 'rejected', rejected_reason: 'Too loud' }
])
const none = () => jsonResponse({})

function storesOver(answer: () => Response | Promise<Response>, variants = three) {
  const { transport, calls } = createFakeTransport(answer)
  const api = createApi({ transport })
  return { api, calls, stores: createVariantStores(api, '7', { variants, rows: [] }) }
}

const row = (key: string, billable: number, clicked: number): ReportRow => ({
  ...{ key, name: '', served: 0, rendered: null, viewable: billable, billable, clicked },
  ...{ rejected: null, requests: null, filled: null, money: null }
})

test('adds the numbers of all versions of a variant, and no others', () => {
  const [first] = three.data
  if (!first) throw new Error('there is a first variant')
  const data = [{ ...first, attributes: { ...first.attributes, creative_ids: ['11', '8'] } }]
  const rows = [row('11', 100, 3), row('8', 50, 1), row('12', 1_000, 90)]
  const [view] = viewVariants({ variants: { ...three, data }, rows })
  expect(view?.figures).toEqual({ billable: 150, clicked: 4 })
  expect(viewVariants({ variants: three, rows: null })[0]?.figures).toBe(null)
})

test('a variant whose change is in review is still live', () => {
  const variants = sampleVariants([
    {},
    { state: 'pending' },
    { state: 'pending', is_live: true },
    { state: 'rejected' },
    { state: 'superseded' }
  ])
  const views = viewVariants({ variants, rows: null })
  expect(views.map(it => it.state)).toEqual(['live', 'pending', 'updating', 'rejected', 'ended'])
  expect([...weightShares(views).values()]).toEqual([0.5, null, 0.5, null, null])
})

test('a removed variant leaves the list, also if another window has removed it', async () => {
  const answers = [new Response(null, { status: 204 }), errorResponse(404, 'not_found')]
  const { stores, calls } = storesOver(() => answers.shift() ?? none())
  expect(await stores.remove('2')).toBe(true)
  expect(await stores.remove('3')).toBe(true)
  expect(calls.map(it => `${it.method} ${it.path}`)).toEqual([
    'DELETE /api/v1/campaigns/7/variants/2',
    'DELETE /api/v1/campaigns/7/variants/3'
  ])
  expect(stores.$variants.get().map(it => it.id)).toEqual(['1'])
})

test('typed text of a variant outlives its form until it is saved or discarded', async () => {
  const storage = createMemoryStorage()
  const answer = { data: three.data[0], included: three.included }
  const open = (refused = false) => {
    const { api } = storesOver(() =>
      refused ? errorResponse(422, 'invalid') : jsonResponse(answer, 201)
    )
    const form = createVariantFormStores(api, { campaignId: '7', edited: null, model: null })
    return { form, isRestored: form.restore(storage) }
  }
  const first = open(true)
  expect(first.isRestored).toBe(false)
  first.form.change({ link_text: 'Kept' })
  expect(await first.form.save()).toBe(null)
  const second = open()
  expect([second.isRestored, second.form.$draft.get().link_text]).toEqual([true, 'Kept'])
  second.form.startOver(storage)
  expect(second.form.$draft.get().link_text).toBe('')
  expect(open().isRestored).toBe(false)
  second.form.change({ link_text: 'Saved' })
  expect(open().isRestored).toBe(true)
  expect(await second.form.save()).not.toBe(null)
  expect(open().isRestored).toBe(false)
})

test('a variant that the campaign needs stays, with the reason', async () => {
  const { stores } = storesOver(() => errorResponse(422, 'variant_needed', 'No other is approved.'))
  expect(await stores.remove('1')).toBe(false)
  expect(stores.$problem.get()).toEqual({
    code: 'variant_needed',
    detail: 'No other is approved.'
  })
  expect(stores.$variants.get()).toHaveLength(3)
  expect(stores.$isRemoving.get()).toBe(false)
})

test('a new variant begins with only the language and link of the first, and is sent without an empty name', async () => {
  const added = sampleVariants([{}, {}, {}, { state: 'pending' }])
  const { api, calls, stores } = storesOver(() =>
    jsonResponse({ data: added.data[3], included: added.included }, 201)
  )
  const model = stores.$variants.get()[0] ?? null
  const form = createVariantFormStores(api, { campaignId: '7', edited: null, model })
  const { language, creative_link } = model?.creative ?? {}
  expect(creative_link).toMatch(/^https:/)
  expect(form.$draft.get()).toEqual({ ...emptyCreativeDraft, name: '', language, creative_link })
  const text = { link_text: 'Another', creative_text: 'Text' }
  form.change({ ...text, creative_link: 'example.com/two' })
  const saved = await form.save()
  expect(attributesOf(calls[0])).toMatchObject({
    ...{ name: null, link_text: 'Another', creative_text: 'Text' },
    creative_link: 'https://example.com/two'
  })
  expect(saved).toMatchObject({ id: '4', name: 'D', state: 'pending' })
  if (saved) stores.put(saved)
  expect(stores.$variants.get().map(it => it.id)).toEqual(['1', '2', '3', '4'])
})

test('an edit sends only what was changed, so that a new name needs no review', async () => {
  const { api, calls, stores } = storesOver(() =>
    jsonResponse({ data: three.data[0], included: three.included })
  )
  const edited = stores.$variants.get()[0] ?? null
  const form = createVariantFormStores(api, { campaignId: '7', edited, model: edited })
  form.change({ name: 'Short' })
  expect(await form.save()).toMatchObject({ figures: { billable: 0, clicked: 0 } })
  expect(calls[0]?.path).toBe('/api/v1/campaigns/7/variants/1')
  expect(attributesOf(calls[0])).toEqual({ name: 'Short' })
})

test('a refused variant keeps what was typed, with the problem at its field', async () => {
  const { api, stores } = storesOver(() =>
    errorResponse(422, 'invalid', 'link_text must not be empty', '/data/attributes/link_text')
  )
  const edited = stores.$variants.get()[0] ?? null
  const form = createVariantFormStores(api, { campaignId: '7', edited, model: null })
  form.change({ link_text: '' })
  expect(await form.save()).toBe(null)
  expect(form.$problems.get().fields).toEqual({ link_text: 'must not be empty' })
  expect(form.$attempt.get()).toBe(1)
  expect(form.$draft.get().link_text).toBe('')
  form.change({ link_text: 'Something' })
  expect(form.$problems.get().fields).toEqual({})
})

test('saves changed weights and the choice, and nothing else', async () => {
  const answers = [none(), new Response(null, { status: 204 })]
  const { api, calls, stores } = storesOver(() => answers.shift() ?? none())
  const form = createVariantChoiceStores(api, stores)
  form.change({ weights: { 1: '1', 2: '40' } })
  expect(form.$isChanged.get()).toBe(true)
  expect(await form.save()).toBe(true)
  expect(calls.map(it => it.path)).toEqual(['/api/v1/campaigns/7/variants/2'])
  expect(attributesOf(calls[0])).toEqual({ weight: 40 })
  expect(stores.$variants.get().map(it => it.weight)).toEqual([1, 40, 1])
  expect(form.$isChanged.get()).toBe(false)
  // Weights have no effect on the other choice, so they are not sent with it.
  form.change({ choice: 'best', weights: { 1: 'much' } })
  expect(await form.save()).toBe(true)
  expect(calls[1]?.path).toBe('/api/v1/campaigns/7/variant_choice')
  expect(attributesOf(calls[1])).toEqual({ choice: 'best' })
  expect(stores.$choice.get()).toBe('best')
})

test.each(['', '0', '101', 'much', '1.5'])('a weight of %j is refused at its field', async text => {
  const { api, calls, stores } = storesOver(() =>
    errorResponse(422, 'invalid', 'weight must be a whole number', '/data/attributes/weight')
  )
  const form = createVariantChoiceStores(api, stores)
  form.change({ weights: { 2: text } })
  expect(form.$isChanged.get()).toBe(true)
  expect(await form.save()).toBe(false)
  expect(attributesOf(calls[0])).toEqual({ weight: text === '101' ? 101 : 0 })
  expect(form.$problems.get().fields).toEqual({ weight_2: 'must be a whole number' })
  expect(form.$form.get().weights).toEqual({ 2: text })
})
