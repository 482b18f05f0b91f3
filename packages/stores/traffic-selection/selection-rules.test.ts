import { expect, test } from 'vitest'
import {
  block,
  isSelected,
  noTraffic,
  remove,
  select,
  stateOf,
  targetTypes,
  trafficAttributes
} from './selection-rules.ts'

const item = { id: '7', name: 'seven' }

test.each(targetTypes)('selecting a %s takes it out of what is blocked, and back', type => {
  const blocked = block(noTraffic, type, item)
  expect(stateOf(blocked, type, '7')).toBe('blocked')
  expect(isSelected(blocked)).toBe(false)
  const selected = select(blocked, type, item)
  expect(stateOf(selected, type, '7')).toBe('selected')
  expect(isSelected(selected)).toBe(true)
  expect(block(selected, type, item)).toEqual(blocked)
})

test.each(targetTypes)('removing a %s takes it out of both', type => {
  expect(remove(select(noTraffic, type, item), type, '7')).toEqual(noTraffic)
  expect(remove(block(noTraffic, type, item), type, '7')).toEqual(noTraffic)
})

test.each(targetTypes)('a %s is in its list once, with its newest name', type => {
  const twice = select(select(noTraffic, type, item), type, { id: '7', name: 'VII' })
  expect(Object.values(twice).flat()).toEqual([{ id: '7', name: 'VII' }])
  expect(block(block(noTraffic, type, item), type, item)).toEqual(block(noTraffic, type, item))
})

test('the kinds do not touch each other', () => {
  const all = select(block(select(noTraffic, 'site', item), 'ad_unit', item), 'category', item)
  expect(trafficAttributes(all)).toEqual({
    selected_site_ids: ['7'],
    blocked_site_ids: [],
    selected_ad_unit_ids: [],
    blocked_ad_unit_ids: ['7'],
    selected_category_ids: ['7'],
    blocked_category_ids: []
  })
})
