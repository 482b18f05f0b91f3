import { emptySelection } from '@mille/api/campaigns/selection-names.ts'
import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { loadPreviewPlaces } from './preview-places.ts'

const meta = { pagination: { records: 0 } }
const ran = (id: string, domain_name: string | null, more: object = {}) => ({
  type: 'ad_units_traffic',
  id,
  attributes: {
    ...{ domain_name, size: '300x250', excluded_by_ad_unit: false, excluded_by_site: false },
    ...{ served: 1, billable: 1, clicked: 0, spent: '1', ...more }
  }
})
const unit = (id: string, domain_name: string | null, siteId = '1') => ({
  type: 'ad_units',
  id,
  attributes: {
    ...{ domain_name, kind: 'site', size: '728x90', ad_type: 'text', disallowed_ratings: [] },
    ...{ avg_all_cpm: null, avg_all_impressions: 0 }
  },
  relationships: { site: { data: { type: 'sites', id: siteId } } }
})
const site = (id: string, units: string[]) => ({
  type: 'sites',
  id,
  attributes: {
    ...{ domain_name: 'chosen.example', language: 'en', ad_units_count: units.length },
    ...{ avg_all_cpm: null, avg_all_impressions: 0 }
  },
  relationships: {
    categories: { data: [] },
    ad_units: { data: units.map(it => ({ type: 'ad_units', id: it })) }
  }
})

/** Loads the places of a campaign from a network that answers by a part of the address. */
async function load(answers: Record<string, object>, selection: object = {}) {
  const { transport, calls } = createFakeTransport(call => {
    const address = decodeURIComponent(call.path)
    const found = Object.keys(answers).find(it => address.includes(it))
    return found === undefined ? errorResponse(500, 'internal') : jsonResponse(answers[found])
  })
  const places = await loadPreviewPlaces(createApi({ transport }), {
    id: '1',
    selection: { ...emptySelection, ...selection }
  })
  return { places, paths: calls.map(it => it.path) }
}

test('lists where the campaign ran and what it selects, each unit once, without what it excludes', async () => {
  const { places } = await load(
    {
      'campaigns/1/traffic_sources': {
        data: [
          ran('1', 'blog.example'),
          ran('2', 'news.example', { excluded_by_ad_unit: true }),
          ran('3', null),
          ran('4', 'forum.example', { excluded_by_site: true })
        ],
        meta
      },
      '[site_ids]': { data: [site('9', ['6', '7'])], included: [] },
      '[ad_unit_ids]': {
        data: [unit('1', 'blog.example'), unit('6', 'chosen.example'), unit('7', 'chosen.example')],
        included: []
      }
    },
    { selected_site_ids: ['9'], selected_ad_unit_ids: ['1'], blocked_ad_unit_ids: ['7'] }
  )
  expect(places.map(it => [it.id, it.domain])).toEqual([
    ['1', 'blog.example'],
    ['6', 'chosen.example']
  ])
})

test('lists units of the largest sites while the campaign has not run and selects none', async () => {
  const { places, paths } = await load(
    {
      'campaigns/1/traffic_sources': { data: [], meta },
      'traffic_selections?': {
        data: [],
        included: [unit('5', 'large.example', '3'), unit('8', 'blocked.example', '4')],
        meta: { ...meta, categories: [], total_records: 2 }
      }
    },
    { blocked_site_ids: ['4'] }
  )
  expect(places).toEqual([{ id: '5', domain: 'large.example', size: '728x90' }])
  expect(paths).toHaveLength(2)
})

test('is empty if nothing can be read', async () => {
  expect((await load({})).places).toEqual([])
})
