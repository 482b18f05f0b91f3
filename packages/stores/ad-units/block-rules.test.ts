import type { BlockRule } from '@mille/api/ad-units/endpoints.ts'
import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { createBlockRulesStores, sameRule } from './block-rules.ts'

const rule = (id: string, domain: string): BlockRule => ({
  type: 'block_rules',
  id,
  attributes: {
    kind: 'domain',
    domain,
    ad: null,
    product_category: null,
    site_id: null,
    ad_unit_id: '7',
    note: 'Ours',
    created_at: '2026-03-02T10:00:00.000Z'
  }
})
const listOf = (...data: BlockRule[]) => ({ data, meta: { pagination: { records: data.length } } })

test('makes a rule for each domain of a pasted list, with the same place and note', async () => {
  let id = 1
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({ data: rule(`${++id}`, `a${id}.example`) }, 201)
  )
  const stores = createBlockRulesStores(createApi({ transport }), {
    list: listOf(rule('1', 'old.example')),
    query: ''
  })
  const text = ' a.example\n\nhttps://www.b.example/page, c.example; '
  const { made, rest } = await stores.blockDomains(text, { ad_unit_id: '7', note: 'Ours' })
  expect(made).toHaveLength(3)
  expect(rest).toBe('')
  expect(calls.map(attributesOf)).toEqual(
    ['a.example', 'https://www.b.example/page', 'c.example'].map(domain => ({
      kind: 'domain',
      domain,
      ad_unit_id: '7',
      note: 'Ours'
    }))
  )
  expect(stores.$items.get().map(it => it.id)).toEqual(['4', '3', '2', '1'])
  expect(stores.$records.get()).toBe(4)
})

test('makes a rule for each chosen category, and keeps those from a refused one on', async () => {
  const category = (id: string) => ({
    ...rule(id, ''),
    attributes: {
      ...rule(id, '').attributes,
      ...{ kind: 'category', domain: null, product_category: 'gambling' }
    }
  })
  const answers = [
    jsonResponse({ data: category('1') }, 201),
    errorResponse(422, 'too_many', 'You have too many', '/data/attributes/product_category'),
    errorResponse(422, 'invalid', 'must not be empty', '/data/attributes/product_category')
  ]
  const { transport, calls } = createFakeTransport(
    () => answers.shift() ?? errorResponse(500, 'internal')
  )
  const stores = createBlockRulesStores(createApi({ transport }), { list: listOf(), query: '' })
  const chosen = ['gambling', 'dating', 'weapons'] as const
  const { made, rest } = await stores.blockCategories(chosen, { site_id: '2' })
  expect(made.map(it => it.id)).toEqual(['1'])
  expect(rest).toEqual(['dating', 'weapons'])
  expect(calls.map(attributesOf)).toEqual(
    ['gambling', 'dating'].map(product_category => ({
      ...{ kind: 'category', product_category, site_id: '2' }
    }))
  )
  expect(await stores.blockCategories([], {})).toEqual({ made: [], rest: [] })
  expect(stores.$problems.get().fields).toEqual({ product_category: 'must not be empty' })
  const [first] = made
  expect(first && sameRule(first).product_category).toBe('gambling')
})

test('what was refused is said at its field and stays to be corrected, with what comes after it', async () => {
  const answers = [
    jsonResponse({ data: rule('1', 'a.example') }, 201),
    errorResponse(422, 'invalid', '“co.uk” is not one domain', '/data/attributes/domain')
  ]
  const { transport } = createFakeTransport(() => answers.shift() ?? errorResponse(500, 'internal'))
  const stores = createBlockRulesStores(createApi({ transport }), { list: listOf(), query: '' })
  const { made, rest } = await stores.blockDomains('a.example co.uk b.example', {})
  expect(made.map(it => it.id)).toEqual(['1'])
  expect(rest).toBe('co.uk\nb.example')
  expect(stores.$problems.get().fields).toEqual({ domain: '“co.uk” is not one domain' })
})

test('removes a rule, also one that is gone already, and can make it again', async () => {
  const answers = [new Response(null, { status: 204 }), errorResponse(404, 'not_found')]
  const { transport } = createFakeTransport(() => answers.shift() ?? errorResponse(500, 'internal'))
  const [one, other, kept] = ['1', '2', '3'].map(id => rule(id, `a${id}.example`))
  if (!one || !other || !kept) throw new Error('no rules')
  const stores = createBlockRulesStores(createApi({ transport }), {
    list: listOf(one, other, kept),
    query: ''
  })
  expect(await stores.remove(one)).toBe(true)
  expect(await stores.remove(other)).toBe(true)
  expect(await stores.remove(kept)).toBe(false)
  expect(stores.$items.get()).toEqual([kept])
  expect(stores.$records.get()).toBe(1)
  expect(stores.$removeProblem.get()?.code).toBe('internal')
  expect(sameRule(one)).toEqual({
    kind: 'domain',
    domain: 'a1.example',
    creative_id: null,
    product_category: null,
    site_id: null,
    ad_unit_id: '7',
    note: 'Ours'
  })
})
