import { createApi } from '@mille/api/client.ts'
import { createMemoryStorage } from '@mille/api/csrf.ts'
import {
  type CampaignDraftStores,
  createCampaignDraftStores
} from '@mille/stores/campaign-draft/campaign-draft.ts'
import { noUtm } from '@mille/stores/campaign-draft/campaign-rules.ts'
import { draftOfCampaign } from '@mille/stores/campaign-draft/edited-campaign.ts'
import { viewCampaign } from '@mille/stores/campaigns/campaign-view.ts'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '@mille/stores/shared/fake-transport.ts'
import { sampleCampaignDocument } from '@mille/stores/shared/sample-documents.ts'
import { noTraffic } from '@mille/stores/traffic-selection/selection-rules.ts'
import { useStore } from '@nanostores/react'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { DateField } from './date-field.tsx'
import { KeywordsCard } from './keywords-card.tsx'
import { NameField } from './name-field.tsx'
import { SiteShareField } from './site-share-field.tsx'
import type { StepProps } from './step-props.ts'
import { UtmSwitch } from './utm-switch.tsx'
import { VisitorsCard } from './visitors-card.tsx'
import { systemLabels } from './visitors-messages.ts'

let storage = createMemoryStorage()

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  storage = createMemoryStorage()
})

const create = (answer: () => Response) => {
  const stores = createCampaignDraftStores(createApi(createFakeTransport(answer)))
  stores.restore(storage)
  return stores
}
const refuse = () =>
  errorResponse(422, 'invalid', 'is refused for a reason', '/data/attributes/name')
const refuseEnd = () =>
  errorResponse(422, 'end_passed', 'The end is in the past', '/data/attributes/ends_at')
const nameField = (props: StepProps) => <NameField {...props} />
const utmSwitch = (props: StepProps) => <UtmSwitch {...props} />
const endField = (props: StepProps) => <DateField {...props} name="ends_at" />

const words = {
  link_text: 'Wallets',
  creative_link: 'example.com',
  creative_text: 'Keys.',
  daily_budget: '0.001'
}

test('the name is kept over a reload, and what the server refuses is said at its field', async () => {
  create(refuse).change({
    ...words,
    name: 'Autumn, docs sites'
  })
  const stores = create(refuse)
  const page = await draw(stores, nameField)
  expect(page.input.value).toBe('Autumn, docs sites')
  expect(page.description()).toContain('Without one, the headline is used.')
  expect(page.input.placeholder).toBe('Wallets')
  const submitted = await act(() => stores.submit())
  expect(submitted).toEqual({ state: 'refused', step: 'creative' })
  expect(page.description()).toContain('Name is refused for a reason')
  expect(page.input.value).toBe('Autumn, docs sites')
  await page.close()
})

test('a campaign that is edited sends its name alone, and keeps what was typed when that fails', async () => {
  const view = viewCampaign(sampleCampaignDocument('12', { name: 'Autumn' }))
  const draft = draftOfCampaign(view, noTraffic)
  const answers = [refuse(), jsonResponse(sampleCampaignDocument('12', { name: 'Winter' }))]
  const { transport, calls } = createFakeTransport(() => answers.shift() ?? refuse())
  const edited = { id: '12', paymentModelId: view.payment?.id ?? '', draft }
  const stores = createCampaignDraftStores(createApi({ transport }), edited)
  const page = await draw(stores, nameField)
  expect([page.input.value, page.input.placeholder]).toEqual(['Autumn', 'Headline 12'])
  await act(async () => stores.change({ name: 'Winter' }))
  expect(await act(() => stores.submit())).toEqual({ state: 'refused', step: 'creative' })
  expect(page.input.value).toBe('Winter')
  expect(page.description()).toContain('Name is refused for a reason')
  expect(await act(() => stores.submit())).toEqual({ state: 'saved', id: '12' })
  expect(calls.map(attributesOf)).toEqual([{ name: 'Winter' }, { name: 'Winter' }])
  await page.close()
})

test('what is too long stays as it was typed, and is said', async () => {
  const stores = create(refuse)
  const page = await draw(stores, nameField)
  await act(async () => stores.change({ name: 'x'.repeat(83) }))
  expect(page.input.value).toHaveLength(83)
  expect(page.description()).toContain('Name is 3 characters too long.')
  await page.close()
})

test('an end that the server refuses stays as it was typed, and says why', async () => {
  const stores = create(refuseEnd)
  stores.change({ ...words, ends_at: '2026-12-04T17:00' })
  const page = await draw(stores, endField)
  expect(page.input.value).toBe('2026-12-04T17:00')
  expect(page.description()).toContain('In UTC.')
  const submitted = await act(() => stores.submit())
  expect(submitted).toEqual({ state: 'refused', step: 'payment' })
  expect(page.description()).toContain('The end is in the past.')
  expect(page.input.value).toBe('2026-12-04T17:00')
  await page.close()
})

test('a date without its time is refused and not taken for none', async () => {
  const stores = create(refuseEnd)
  stores.change(words)
  const page = await draw(stores, endField)
  Object.defineProperty(page.input, 'validity', { value: { badInput: true } })
  await act(async () => {
    page.input.focus()
    page.input.blur()
  })
  expect(await act(() => stores.finishStep('payment'))).toBe(false)
  expect(page.description()).toContain('End must be a date and a time.')
  await page.close()
})

test('UTM parameters are switched on with the usual values, shown in an example, and kept', async () => {
  const stores = create(refuse)
  stores.change({ ...words, creative_link: 'shop.example/?utm_medium=mail' })
  const page = await draw(stores, utmSwitch)
  expect(page.input.checked).toBe(false)
  await act(async () => {
    page.input.click()
    await import('./utm-fields.tsx')
    await import('./click-preview.tsx')
  })
  expect(page.place.querySelectorAll('input')).toHaveLength(6)
  const address =
    'https://shop.example/?utm_medium=mail&utm_source=localhost&utm_campaign=Wallets&utm_content=blog.example'
  expect(page.place.textContent).toContain(address)
  expect(page.place.querySelector('a')?.href).toBe(address)
  const source = page.place.querySelector<HTMLInputElement>('[name=utm_source]')
  expect(source?.value).toBe('localhost')
  // Clearing the last UTM value does not hide the UTM fields, so that other values can be typed.
  await act(async () => stores.change(noUtm))
  expect(page.input.checked).toBe(true)
  await act(async () => stores.change({ utm_term: '{city}' }))
  expect(await act(() => stores.finishStep('creative'))).toBe(false)
  expect(page.place.textContent).toContain('Term must have no other braces than {campaign}')
  await page.close()

  const later = create(refuse)
  const reloaded = await draw(later, utmSwitch)
  expect(reloaded.input.checked).toBe(true)
  await act(async () => reloaded.input.click())
  expect(reloaded.input.checked).toBe(false)
  expect(later.$draft.get()).toMatchObject(noUtm)
  await reloaded.close()
})

test.each([
  ['shop.example/a', 'https://shop.example/a', ''],
  [
    'shop.example/{unit}?at={timestamp}',
    'https://shop.example/1?at=1800000000',
    'A click opens, for example https://shop.example/1?at=1800000000'
  ],
  ['shop.example/{city}', undefined, ''],
  ['https://{site}/', undefined, ''],
  ['javascript:alert(1)//{unit}', undefined, ''],
  ['https://', undefined, '']
])('the link %s can be tested as a click opens it', async (creative_link, href, example) => {
  const stores = create(refuse)
  stores.change({ ...words, creative_link })
  const page = await draw(stores, utmSwitch)
  await act(async () => void (await import('./click-preview.tsx')))
  const test = page.place.querySelector('a')
  expect(test?.href).toBe(href)
  expect(page.place.querySelector('[aria-live]')?.textContent ?? '').toBe(example)
  if (test)
    expect([test.textContent, test.rel]).toEqual(['Test the link', 'noopener noreferrer nofollow'])
  expect(stores.$draft.get().creative_link).toBe(creative_link)
  await page.close()
})

type FieldProps = { stores: CampaignDraftStores; field: (props: StepProps) => ReactNode }

function Field({ stores, field }: FieldProps) {
  const draft = useStore(stores.$draft)
  const { fields } = useStore(stores.$problems)
  return field({ stores, draft, problems: fields })
}

async function draw(stores: CampaignDraftStores, field: FieldProps['field']) {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () => root.render(<Field stores={stores} field={field} />))
  const input = place.querySelector('input') as HTMLInputElement
  return {
    place,
    input,
    description: () =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map(id => document.getElementById(id)?.textContent)
        .join(' '),
    /** The entries of the first list. */
    listed: () => [...(place.querySelector('ul')?.children ?? [])].map(item => item.textContent),
    async close() {
      await act(async () => root.unmount())
      place.remove()
    }
  }
}

test('visitors are narrowed by country and device, kept, and sent', async () => {
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse(sampleCampaignDocument('12'), 201)
  )
  const stores = createCampaignDraftStores(createApi({ transport }))
  stores.restore(storage)
  stores.change(words)
  const page = await draw(stores, props => <VisitorsCard {...props} />)
  const box = (label: string) =>
    [...page.place.querySelectorAll('label')].find(it => it.textContent === label)
  const click = (label: string) => act(async () => box(label)?.click())
  expect(stores.$draft.get()).toMatchObject({ countries: { mode: 'all' }, devices: null })
  await act(async () => {
    box('All except these countries')?.click()
    await import('./code-picker.tsx')
  })
  expect(await act(() => stores.finishStep('traffic'))).toBe(false)
  expect(page.place.textContent).toContain('Countries must contain at least one country.')
  await click('Germany')
  await click('Austria')
  await click('Computers')
  expect(page.place.textContent).not.toContain('must contain')
  await act(async () =>
    page.place.querySelector<HTMLButtonElement>('[aria-label="Remove Austria"]')?.click()
  )
  const again = create(refuse)
  expect(again.$draft.get()).toMatchObject({
    countries: { mode: 'exclude', codes: ['DE'] },
    devices: ['phone', 'tablet', 'other']
  })
  await act(() => stores.submit())
  expect(attributesOf(calls[0])).toMatchObject({
    countries: { mode: 'exclude', codes: ['DE'] },
    devices: ['phone', 'tablet', 'other']
  })
  await page.close()
})

test('operating systems are taken out one by one, kept, and all of them again', async () => {
  const stores = create(refuse)
  stores.change(words)
  const page = await draw(stores, props => <VisitorsCard {...props} />)
  const click = (label: string) =>
    act(async () =>
      [...page.place.querySelectorAll('label')].find(it => it.textContent === label)?.click()
    )
  for (const label of Object.values(systemLabels)) await click(label)
  expect(await act(() => stores.finishStep('traffic'))).toBe(false)
  expect(page.place.textContent).toContain(
    'Operating systems must contain at least one operating system.'
  )
  await click('iOS')
  await click('Android')
  expect(create(refuse).$draft.get().systems).toEqual(['android', 'ios'])
  for (const label of ['Windows', 'macOS', 'Linux', 'ChromeOS', 'Others']) await click(label)
  expect(create(refuse).$draft.get().systems).toBe(null)
  await page.close()
})

test('languages of pages are chosen by name, kept, and sent', async () => {
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse(sampleCampaignDocument('12'), 201)
  )
  const stores = createCampaignDraftStores(createApi({ transport }))
  stores.restore(storage)
  stores.change(words)
  await import('./code-picker.tsx')
  const page = await draw(stores, props => <VisitorsCard {...props} />)
  const click = (label: string) =>
    act(async () =>
      [...page.place.querySelectorAll('label')].find(it => it.textContent === label)?.click()
    )
  expect(page.place.textContent).toContain('The language of the site, not of your ad')
  await click('Only these languages')
  expect(page.place.textContent).toContain('Ad units in apps have no language and do not show')
  expect(await act(() => stores.finishStep('traffic'))).toBe(false)
  expect(page.place.textContent).toContain('Page languages must contain at least one language.')
  await click('Portuguese')
  await click('German')
  const page_languages = { mode: 'include', codes: ['de', 'pt'] }
  expect(create(refuse).$draft.get()).toMatchObject({ page_languages })
  await act(() => stores.submit())
  expect(attributesOf(calls[0])).toMatchObject({ page_languages, countries: null })
  await page.close()
})

test('keywords are added by Enter and comma, kept, removed, and sent', async () => {
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse(sampleCampaignDocument('12'), 201)
  )
  const stores = createCampaignDraftStores(createApi({ transport }))
  stores.restore(storage)
  stores.change(words)
  const page = await draw(stores, props => <KeywordsCard {...props} />)
  await type(page.input, 'Bitcoin')
  expect(page.listed()).toEqual([])
  await press(page.input, 'Enter')
  await type(page.input, 'wallet*,')
  await type(page.input, 'BITCOIN,')
  expect([page.listed(), page.input.value]).toEqual([['bitcoin', 'wallet*'], ''])
  expect(page.place.textContent).toContain('2 of 20 keywords')
  const first = page.place.querySelector<HTMLButtonElement>('[aria-label="Remove bitcoin"]')
  await act(async () => first?.click())
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove wallet*')
  await act(async () => (document.activeElement as HTMLElement).click())
  expect(document.activeElement).toBe(page.input)
  await type(page.input, 'ledger,')
  const [, exclude] = page.place.querySelectorAll('input')
  await type(exclude as HTMLInputElement, 'casino')
  expect(create(refuse).$draft.get()).toMatchObject({
    page_keywords: { include: ['ledger'], exclude: [] },
    typed_exclude: 'casino'
  })
  // What is still in a field when the step is left was meant to be added.
  await page.close()
  const page_keywords = { include: ['ledger'], exclude: ['casino'] }
  expect(create(refuse).$draft.get()).toMatchObject({ page_keywords, typed_exclude: '' })
  await act(() => stores.submit())
  expect(attributesOf(calls[0])).toMatchObject({ page_keywords })
})

test('a pasted list is added line by line, and what is refused stays in the field', async () => {
  const stores = create(refuse)
  stores.change(words)
  const page = await draw(stores, props => <KeywordsCard {...props} />)
  await paste(page.input, 'bitcoin\r\nmachine learning\nc++;Straße')
  expect(page.listed()).toEqual(['bitcoin', 'strasse'])
  expect(page.input.value).toBe('machine learning, c++')
  expect(page.description()).toContain(
    'Keywords to include must be single words of up to 40 letters or digits, with or without * at the end. Please change “machine learning”, “c++”.'
  )
  expect(await act(() => stores.finishStep('traffic'))).toBe(false)
  // While it is corrected, nothing is added before the next comma.
  await type(page.input, 'machine, c++')
  expect([page.listed().length, page.input.value]).toEqual([2, 'machine, c++'])
  await type(page.input, 'machine')
  expect(page.description()).not.toContain('Please change')
  const many = Array.from({ length: 20 }, (_, index) => `word${index}`)
  await paste(page.input, ` ,${many.join(',')}`)
  expect(page.listed()).toHaveLength(20)
  expect(page.input.value).toBe('word17, word18, word19')
  expect(page.description()).toContain(
    'Keywords to include must be at most 20. Not added: “word17”, “word18”, “word19”.'
  )
  await page.close()
  expect(create(refuse).$draft.get().typed_include).toBe('word17, word18, word19')
})

test('the share of one site is kept as typed without its sign, checked, and sent', async () => {
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse(sampleCampaignDocument('12'), 201)
  )
  const stores = createCampaignDraftStores(createApi({ transport }))
  stores.restore(storage)
  stores.change(words)
  const page = await draw(stores, props => <SiteShareField {...props} />)
  expect(page.description()).toContain('leave it empty for no limit')
  await type(page.input, '120')
  expect(await act(() => stores.finishStep('traffic'))).toBe(false)
  expect(page.description()).toContain(
    'Maximum share of one site must be a whole number from 1 to 100.'
  )
  await type(page.input, '20%')
  expect([page.input.value, page.input.getAttribute('aria-invalid')]).toEqual(['20', null])
  await page.close()
  expect(create(refuse).$draft.get().site_share_percent).toBe('20')
  await act(() => stores.submit())
  expect(attributesOf(calls[0])).toMatchObject({ site_share_percent: 20 })
})

test('countries are found by a part of their name, without accents', async () => {
  const stores = create(refuse)
  stores.change({ countries: { mode: 'include', codes: [] } })
  await import('./code-picker.tsx')
  const page = await draw(stores, props => <VisitorsCard {...props} />)
  const search = page.place.querySelector<HTMLInputElement>('[type=search]')
  const listed = () =>
    [...page.place.querySelectorAll('ul[aria-label="Countries"] li')].map(it => it.textContent)
  expect(listed().length).toBeGreaterThan(240)
  await type(search, 'cote d')
  expect(listed()).toEqual(['Côte d’Ivoire'])
  await act(async () =>
    search?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    )
  )
  expect(stores.$draft.get().countries.codes).toEqual(['CI'])
  await type(search, 'Atlantis')
  expect(page.place.textContent).toContain('No country has this name.')
  await page.close()
})

async function press(input: HTMLInputElement, key: string) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  await act(async () => input.dispatchEvent(event))
}

async function paste(input: HTMLInputElement, text: string) {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  input.setSelectionRange(input.value.length, input.value.length)
  await act(async () =>
    input.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }))
  )
}

async function type(input: HTMLInputElement | null, text: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
