import { createApi } from '@mille/api/client.ts'
import { createAdUnitDraftStores } from '@mille/stores/ad-unit-draft/ad-unit-draft.ts'
import { createFakeTransport, errorResponse } from '@mille/stores/shared/fake-transport.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { categoryChoices, sizeChoices } from './choices.ts'
import { ScreenStep } from './size-step.tsx'

const labels = (choices: readonly { label: string }[]) => choices.map(it => it.label)

test('lists the sizes that are offered and fit the screen, Adaptive always', () => {
  expect(labels(sizeChoices('desktop', ['300x250', '728x90'], 'Adaptive'))).toEqual([
    'Adaptive',
    '300 × 250',
    '728 × 90'
  ])
  expect(labels(sizeChoices('mobile', ['300x250', '728x90'], '300x250'))).toEqual([
    'Adaptive',
    '300 × 250'
  ])
  expect(labels(sizeChoices('desktop', [], 'Adaptive'))).toEqual(['Adaptive'])
})

test('marks the size that a unit has though it is offered no more', () => {
  expect(sizeChoices('desktop', ['300x250'], '728x90')).toEqual([
    { value: 'Adaptive', label: 'Adaptive' },
    { value: '300x250', label: '300 × 250' },
    { value: '728x90', label: '728 × 90 (no longer offered)' }
  ])
})

test('lists the categories that are offered, and those one has, but never the root', () => {
  expect(categoryChoices(['1', '10'], ['102'])).toEqual([
    { value: '10', label: 'Bitcoin' },
    { value: '102', label: 'Adult (no longer offered)' }
  ])
})

test('says that the screen decides about sizes, and not about who sees the ad', () => {
  const { transport } = createFakeTransport(() => errorResponse(503, 'unavailable'))
  const stores = createAdUnitDraftStores(createApi({ transport }))
  const draft = stores.$draft.get()
  const step = renderToStaticMarkup(<ScreenStep {...{ stores, draft }} problems={{}} />)
  expect(step).toContain('The ad is shown on phones, tablets and computers alike.')
})
