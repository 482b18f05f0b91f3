import { createApi } from '@mille/api/client.ts'
import { noTraffic, type SelectedTraffic } from '@mille/stores/traffic-selection/selection-rules.ts'
import { createTrafficSelectionStores } from '@mille/stores/traffic-selection/traffic-selection.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TrafficLists } from './traffic-lists.tsx'

const site = { id: '1', name: 'blog.example' }

test.each<[string, boolean, Partial<SelectedTraffic>]>([
  ['nothing', true, {}],
  ['blocked sites alone', true, { blockedSites: [site] }],
  ['a selected site', false, { selectedSites: [site] }],
  ['a selected ad unit', false, { selectedAdUnits: [site] }],
  ['a selected category', false, { selectedCategories: [{ id: '10', name: 'bitcoin' }] }]
])('with %s the lists say that the campaign runs everywhere: %s', (_, isEverywhere, chosen) => {
  expect(textWith(chosen).includes('Everything that matches')).toBe(isEverywhere)
})

function textWith(chosen: Partial<SelectedTraffic>): string {
  const api = createApi({ transport: async () => new Response() })
  const initial = { ...noTraffic, ...chosen }
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <TrafficLists stores={createTrafficSelectionStores(api, { initial })} />
  )
  return page.textContent ?? ''
}
