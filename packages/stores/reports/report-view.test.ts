import { expect, test } from 'vitest'
import {
  breakdownInput,
  breakdownsOf,
  changeView,
  excludableOf,
  intervalsOf,
  metricsOf,
  periodBefore,
  reportFilePath,
  searchOfView,
  timeInput,
  toggleFilter,
  viewOfSearch
} from './report-view.ts'

const now = Date.parse('2026-03-05T10:00:00Z')
const open = (search = '') => viewOfSearch(new URLSearchParams(search), now)

test.each([
  ['', '2026-02-04', '2026-03-05', 'day'],
  ['range=today', '2026-03-05', '2026-03-05', 'hour'],
  ['range=yesterday', '2026-03-04', '2026-03-04', 'hour'],
  ['range=7_days', '2026-02-27', '2026-03-05', 'day'],
  ['range=this_month', '2026-03-01', '2026-03-05', 'day'],
  ['range=last_month', '2026-02-01', '2026-02-28', 'day'],
  ['range=custom&from=2025-06-01&to=2025-12-31', '2025-06-01', '2025-12-31', 'month']
])('an address “%s” is a report from %s to %s by %s', (search, from, to, interval) => {
  expect(open(search)).toMatchObject({ from, to, interval })
})

test.each([
  'range=custom&from=2026-02-30x&to=1',
  'range=custom&from=2026-03-02&to=2026-03-01',
  'range=custom&from=2020-01-01&to=2026-01-01',
  'range=ever&by=nothing&sort=-nothing&page=-4&metric=&side=&interval=year&campaign=a%20b'
])('what an address “%s” says wrongly is as usual', search => {
  expect(open(search)).toEqual(open())
})

test('an address says only what is chosen, and says it again', () => {
  expect(searchOfView(open('side=advertiser')).toString()).toBe('side=advertiser')
  for (const search of [
    'side=publisher&range=custom&from=2026-03-01&to=2026-03-02&interval=day&metric=BTC&by=language&sort=name',
    'side=advertiser&compare=1&by=banner&campaign=3%2C4&language=de&search=a&page=3'
  ])
    expect(searchOfView(open(search)).toString()).toBe(search)
})

test.each([
  ['Pacific/Kiritimati', '2026-03-06'],
  ['Pacific/Pago_Pago', '2026-03-04'],
  ['UTC', '2026-03-05']
])('today in %s is %s, and the calls are told so', (timeZone, day) => {
  const search = new URLSearchParams('side=advertiser&range=today')
  const view = viewOfSearch(search, now, { timeZone })
  expect(timeInput(view)).toMatchObject({ from: day, to: day, time_zone: timeZone })
  expect(breakdownInput(view)).toMatchObject({ from: day, to: day, time_zone: timeZone })
  expect(reportFilePath(view)).toContain(`time_zone=${encodeURIComponent(timeZone)}`)
  // The time zone is the account's own, so the address never contains it, whatever else is changed.
  const next = changeView(view, { metric: 'clicked' }, now)
  expect(next).toMatchObject({ timeZone, from: day })
  expect(searchOfView(next).toString()).toBe('side=advertiser&range=today&metric=clicked')
})

test('an address can name another time zone, and keeps it', () => {
  const usual = { timeZone: 'Asia/Tokyo' }
  const search = new URLSearchParams('side=advertiser&range=today&zone=Pacific%2FHonolulu')
  const view = viewOfSearch(search, now, usual)
  expect(view).toMatchObject({ timeZone: 'Pacific/Honolulu', from: '2026-03-05' })
  const next = changeView(view, { range: 'yesterday' }, now)
  expect(next).toMatchObject({ timeZone: 'Pacific/Honolulu', from: '2026-03-04' })
  expect(searchOfView(next).get('zone')).toBe('Pacific/Honolulu')
  const wrong = viewOfSearch(new URLSearchParams('zone=Mars%2FOlympus'), now, usual)
  expect(wrong).toMatchObject(usual)
})

test('days by country are those of UTC for the whole page, and the reader’s again after it', () => {
  const usual = { timeZone: 'Pacific/Kiritimati' }
  const search = new URLSearchParams('side=advertiser&range=today')
  const view = changeView(viewOfSearch(search, now, usual), { breakdown: 'country' }, now)
  for (const input of [timeInput(view), breakdownInput(view)])
    expect(input).toMatchObject({ from: '2026-03-05', time_zone: 'UTC' })
  const after = changeView(view, { breakdown: 'site' }, now)
  expect(timeInput(after)).toMatchObject({ from: '2026-03-06', time_zone: usual.timeZone })
})

test('another breakdown begins at its first page, in its own order', () => {
  const before = open('sort=-clicked&page=3&search=a')
  expect(changeView(before, { breakdown: 'weekday' }, now)).toMatchObject({
    ...{ page: 1, sort: 'key', isDescending: false, search: '' }
  })
  expect(changeView(before, { sort: 'name', isDescending: false }, now)).toMatchObject({
    ...{ page: 1, sort: 'name', search: 'a' }
  })
  expect(changeView(before, { page: 4 }, now)).toMatchObject({ page: 4, sort: 'clicked' })
})

test('a day that is typed makes the range the reader’s own, in whichever order the days are', () => {
  expect(changeView(open(), { from: '2026-04-01' }, now)).toMatchObject({
    ...{ range: 'custom', from: '2026-03-05', to: '2026-04-01' }
  })
})

test('a publisher has no campaigns and banners to choose', () => {
  expect(
    open('side=publisher&by=campaign&campaign=4&banner=0&site=7&metric=fill_rate')
  ).toMatchObject({
    breakdown: 'ad_unit',
    metric: 'fill_rate',
    filters: { site: ['7'] }
  })
  expect(open('side=advertiser&metric=fill_rate')).toMatchObject({ metric: 'billable' })
})

test('a row that is pressed narrows the report, and pressed again does not', () => {
  const narrowed = toggleFilter(open(), 'site', '7', now)
  expect(timeInput(narrowed)).toMatchObject({
    site_ids: ['7'],
    group_by: 'day'
  })
  expect(breakdownInput(toggleFilter(narrowed, 'site', '8', now))).toMatchObject({
    site_ids: ['7', '8'],
    ...{ sort: 'billable', order: 'desc', 'page[offset]': 0 }
  })
  expect(toggleFilter(narrowed, 'site', '7', now)).toEqual(open())
})

test('the period before is as long and ends where this one begins', () => {
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-05' })).toEqual({
    ...{ from: '2026-02-24', to: '2026-02-28' }
  })
})

test('a day is drawn by hours, a year by days and months', () => {
  expect(
    intervalsOf({ side: 'advertiser', from: '2026-03-01', to: '2026-03-01', filters: {} })
  ).toEqual(['hour'])
  expect(
    intervalsOf({ side: 'advertiser', from: '2026-03-01', to: '2026-03-20', filters: {} })
  ).toEqual(['hour', 'day'])
  expect(
    intervalsOf({ side: 'advertiser', from: '2025-03-01', to: '2026-02-01', filters: {} })
  ).toEqual(['day', 'month'])
})

test('hours of page languages are offered for a week, and of campaigns on sites for two days', () => {
  const week = open('language=de&interval=hour&range=7_days&by=hour_of_day')
  expect(week).toMatchObject({ interval: 'hour', breakdown: 'hour_of_day' })
  expect(intervalsOf(week)).toEqual(['hour', 'day'])
  const month = changeView(week, { range: '30_days' }, now)
  expect(month).toMatchObject({ interval: 'day', breakdown: 'campaign' })
  expect(intervalsOf(month)).toEqual(['day'])
  expect(breakdownsOf(month)).not.toContain('hour_of_day')
  expect(intervalsOf(open('campaign=1&site=7&range=7_days'))).toEqual(['day'])
  expect(intervalsOf(open('campaign=1&site=7&range=today'))).toEqual(['hour'])
  expect(intervalsOf(open('site=7&range=30_days'))).toEqual(['hour', 'day'])
  expect(intervalsOf(open('side=publisher&language=de&range=30_days'))).toEqual(['hour', 'day'])
})

test('countries are chosen where they are counted, and nothing that is not counted by them', () => {
  const german = toggleFilter(open('by=country&interval=hour&range=today'), 'country', 'DE', now)
  expect(german).toMatchObject({
    breakdown: 'country',
    interval: 'day',
    filters: { country: ['DE'] }
  })
  expect(timeInput(german)).toMatchObject({ group_by: 'day', countries: ['DE'] })
  expect(intervalsOf(german)).toEqual(['day'])
  expect(metricsOf(german)).toEqual(['viewable', 'billable', 'clicked', 'click_rate'])
  expect(breakdownsOf(german)).toEqual(['campaign', 'country', 'device', 'day', 'weekday'])
  expect(breakdownsOf(open('site=7'))).not.toContain('country')
  expect(breakdownsOf(open('side=publisher&site=7'))).toContain('country')
  expect(open('site=7&country=DE&by=device')).toMatchObject({
    ...{ filters: { site: ['7'] }, breakdown: 'campaign' }
  })
  expect(open('side=network&campaign=3&device=computer&metric=served')).toMatchObject({
    ...{ filters: { campaign: ['3'], device: ['computer'] }, breakdown: 'day', metric: 'billable' }
  })
  const search = 'by=device&country=DE%2CZZ%2Cother&device=computer'
  expect(searchOfView(open(search), 'advertiser').toString()).toBe(search)
})

test('sites and ad units are taken out of the only campaign of a report, else of one that is asked for', () => {
  const keysOf = (search: string) => excludableOf(open(`side=advertiser&${search}`), ['0', '7'])
  expect(keysOf('by=site&campaign=4')).toEqual({ target: 'site', campaignId: '4', keys: ['7'] })
  expect(keysOf('by=ad_unit&campaign=4,5')).toMatchObject({ target: 'ad_unit', campaignId: null })
  expect(keysOf('by=ad_unit')).toMatchObject({ campaignId: null })
  expect(keysOf('by=campaign&campaign=4')).toBe(null)
  expect(excludableOf(open('side=publisher&by=site'), ['7'])).toBe(null)
  expect(excludableOf(open('side=network&by=site'), ['7'])).toBe(null)
})

test('creatives are chosen apart from places, and have served ads too', () => {
  const one = toggleFilter(open('by=creative&interval=hour&range=today'), 'creative', '7', now)
  expect(one).toMatchObject({
    ...{ breakdown: 'creative', interval: 'day', filters: { creative: ['7'] } }
  })
  expect(timeInput(one)).toMatchObject({ group_by: 'day', creative_ids: ['7'], time_zone: 'UTC' })
  expect(metricsOf(one)).toEqual(['served', 'viewable', 'billable', 'clicked', 'click_rate'])
  expect(breakdownsOf(one)).toEqual(['campaign', 'creative', 'day', 'weekday'])
  expect(breakdownsOf(open('country=DE'))).not.toContain('creative')
  expect(breakdownsOf(open('site=7'))).not.toContain('creative')
  expect(breakdownsOf(open('side=network'))).toContain('creative')
  expect(open('side=publisher&by=creative&creative=7')).toMatchObject({
    ...{ breakdown: 'creative', filters: {} }
  })
  expect(breakdownsOf(open('side=publisher'))).toContain('advertiser')
  expect(breakdownsOf(open('side=advertiser'))).not.toContain('advertiser')
})

test('operating systems are chosen apart from countries and devices', () => {
  const apple = toggleFilter(open('by=system&interval=hour&range=today'), 'system', 'ios', now)
  expect(apple).toMatchObject({
    breakdown: 'system',
    interval: 'day',
    filters: { system: ['ios'] }
  })
  expect(timeInput(apple)).toMatchObject({ group_by: 'day', systems: ['ios'] })
  expect(metricsOf(apple)).toEqual(['viewable', 'billable', 'clicked', 'click_rate'])
  expect(breakdownsOf(apple)).toEqual(['campaign', 'system', 'day', 'weekday'])
  expect(breakdownsOf(open('device=phone'))).not.toContain('system')
  expect(breakdownsOf(open('side=publisher&site=7'))).toContain('system')
  expect(open('country=DE&system=ios&by=system')).toMatchObject({
    ...{ filters: { country: ['DE'] }, breakdown: 'campaign' }
  })
  const search = 'by=system&system=chromeos%2Cother'
  expect(searchOfView(open(search), 'advertiser').toString()).toBe(search)
})
