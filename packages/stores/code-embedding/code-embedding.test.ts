import { newUnitSettings } from '@mille/api/ad-units/new-unit-settings.ts'
import { embedSettings } from '@mille/api/ad-units/schema.ts'
import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleAdUnit } from '../shared/sample-documents.ts'
import { createCodeEmbeddingStores, previewDecision } from './code-embedding.ts'

const code = {
  script: 'a',
  head: 'f',
  place: 'g',
  script_with_class: 'b',
  style: 'c',
  iframe: 'd',
  invitation: 'e'
}

test('knows what is not saved yet', () => {
  const { transport } = createFakeTransport(() => jsonResponse({}))
  const stores = createCodeEmbeddingStores(createApi({ transport }), sampleAdUnit('1'), code)
  stores.change({ position: 'sticky' })
  expect(stores.$isChanged.get()).toBe(true)
  stores.change({ position: 'fixed' })
  expect(stores.$isChanged.get()).toBe(false)
  for (const change of [{ look: 'plain' }, { font: 'page' }] as const) {
    stores.change(change)
    expect(stores.$isChanged.get()).toBe(true)
    stores.change({ look: 'card', font: 'own' })
    expect(stores.$isChanged.get()).toBe(false)
  }
  stores.changeColor('title', '#112233')
  expect(stores.$isChanged.get()).toBe(true)
  stores.changeColor('title', '')
  expect(stores.$isChanged.get()).toBe(false)
})

test('saves the look and takes the new code', async () => {
  const settings = { ...sampleAdUnit('1').attributes.settings, position: 'sticky' as const }
  const unit = sampleAdUnit('1')
  const { transport, calls } = createFakeTransport(({ method }) =>
    method === 'PATCH'
      ? jsonResponse({ data: { ...unit, attributes: { ...unit.attributes, settings } } })
      : jsonResponse({ data: { attributes: { ...code, script: 'new' } } })
  )
  const stores = createCodeEmbeddingStores(createApi({ transport }), unit, code)
  stores.change({ position: 'sticky' })
  await stores.save()
  expect(attributesOf(calls[0])).toEqual({ settings })
  expect(stores.$isChanged.get()).toBe(false)
  expect(stores.$code.get().script).toBe('new')
})

test('a refused look stays in the form', async () => {
  const { transport } = createFakeTransport(() => errorResponse(422, 'invalid', 'No colour.'))
  const stores = createCodeEmbeddingStores(createApi({ transport }), sampleAdUnit('1'), code)
  stores.changeColor('text', 'red')
  await stores.save()
  expect(stores.$problem.get()?.detail).toBe('No colour.')
  expect(stores.$settings.get().color.text).toBe('red')
})

test('previews with the colors that are complete', () => {
  const settings = {
    ...newUnitSettings,
    look: 'plain' as const,
    font: 'page' as const,
    color: { text: '#aabbcc', link: '#aab' }
  }
  const words = { title: 'T', text: 'X' }
  const decision = previewDecision({ id: '1', size: '300x250' }, settings, words)
  expect(decision).toMatchObject({
    filled: true,
    size: '300x250',
    colors: { text: '#aabbcc' },
    look: 'plain',
    font: 'page',
    label: 'Ad',
    creative: { ...words, action: 'Learn more' }
  })
  expect(decision.colors).not.toHaveProperty('link')
})

test('a unit is previewed, before there is one, with the settings that it will be made with', () => {
  expect(newUnitSettings).toEqual(embedSettings.parse({}))
})
