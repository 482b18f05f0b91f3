import { createApi } from '@mille/api/client.ts'
import { createMemoryStorage } from '@mille/api/csrf.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { createLegalFormStores } from './legal.ts'

const published = (version: number, text: string) => ({
  type: 'legal_texts' as const,
  id: 'terms',
  attributes: { version, published_at: '2026-03-01T00:00:00.000Z', text, versions: [] }
})

function create(answer: Response) {
  const bodies: string[] = []
  const { transport } = createFakeTransport(({ path, body }) => {
    if (!path.includes('legal')) return jsonResponse({ data: { attributes: { base64: 'x' } } }, 201)
    bodies.push(String(body))
    return answer
  })
  const list = { data: [published(2, 'Old')] }
  const stores = createLegalFormStores(createApi({ transport }), 'terms', list)
  const storage = createMemoryStorage()
  stores.restore(storage)
  return { stores, storage, bodies }
}

test('what is typed is kept until it is published as the next version', async () => {
  const { stores, storage, bodies } = create(jsonResponse({ data: published(3, 'New') }, 201))
  expect(stores.$draft.get().text).toBe('Old')
  stores.change('New')
  expect(storage.getItem('draft:legalDraft-terms')).toContain('New')
  expect(await stores.publish()).toBe(true)
  expect(JSON.parse(bodies[0] ?? '').data.attributes).toEqual({
    kind: 'terms',
    version: 3,
    text: 'New'
  })
  expect(stores.$published.get()?.attributes.version).toBe(3)
  expect(storage.getItem('draft:legalDraft-terms')).toBeNull()
  stores.change('Newer')
  expect(storage.getItem('draft:legalDraft-terms')).toContain('Newer')
})

test('a text that is refused stays as it was typed', async () => {
  const { stores, storage } = create(errorResponse(422, 'state_not_allowed', 'Read it first.'))
  stores.change('New')
  expect(await stores.publish()).toBe(false)
  expect(stores.$problem.get()).toMatchObject({ code: 'state_not_allowed' })
  expect(stores.$published.get()?.attributes.version).toBe(2)
  expect(storage.getItem('draft:legalDraft-terms')).toContain('New')
})
