import type { AnnouncementRecord } from '@mille/api/announcements/endpoints.ts'
import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { createAnnouncementsStores, draftOf, emptyAnnouncement } from './announcements.ts'

function record(state: 'scheduled' | 'current' | 'ended', header = 'Maintenance') {
  const attributes = {
    header,
    content: 'For an hour.',
    link: null,
    link_text: null,
    type: 'default' as const,
    state,
    starts_at: '2026-03-02T10:00:00.000Z',
    ends_at: null,
    created_at: '2026-03-02T09:00:00.000Z',
    dismissals_count: 0
  }
  return { type: 'announcements', id: '1', attributes } satisfies AnnouncementRecord
}

function createStores(answer: () => Response, data: AnnouncementRecord[] = []) {
  const { transport, calls } = createFakeTransport(answer)
  const list = { data, meta: { pagination: { records: data.length } } }
  return { stores: createAnnouncementsStores(createApi({ transport }), list), calls }
}

test('what is left empty is at once, until it is ended, and without a link', async () => {
  const { stores, calls } = createStores(() => jsonResponse({ data: record('current') }, 201))
  const draft = { ...emptyAnnouncement, header: 'Maintenance', content: 'For an hour.' }
  expect(await stores.create(draft)).toBe(true)
  expect(attributesOf(calls[0])).toEqual({
    header: 'Maintenance',
    content: 'For an hour.',
    type: 'default',
    link: null,
    link_text: null,
    ends_at: null
  })
  expect(stores.$items.get().map(it => it.id)).toEqual(['1'])
})

test('moments are typed in UTC', async () => {
  const { stores, calls } = createStores(() => jsonResponse({ data: record('scheduled') }, 201))
  await stores.create({
    ...emptyAnnouncement,
    starts_at: '2026-03-02T10:00',
    ends_at: '2026-03-02T11:30'
  })
  expect(attributesOf(calls[0])).toMatchObject({
    starts_at: '2026-03-02T10:00:00Z',
    ends_at: '2026-03-02T11:30:00Z'
  })
  expect(draftOf(record('scheduled')).starts_at).toBe('2026-03-02T10:00')
})

test('does not send the start of an announcement that has been published', async () => {
  const current = record('current')
  const { stores, calls } = createStores(() => jsonResponse({ data: current }), [current])
  await stores.update(current, { ...draftOf(current), header: 'Longer' })
  expect(attributesOf(calls[0])).not.toHaveProperty('starts_at')
  await stores.update(record('scheduled'), draftOf(current))
  expect(attributesOf(calls[1])).toHaveProperty('starts_at')
})

test('what the server refuses is shown at its field', async () => {
  const { stores } = createStores(() =>
    errorResponse(422, 'announcement_overlaps', '“First” stands.', '/data/attributes/starts_at')
  )
  expect(await stores.create(emptyAnnouncement)).toBe(false)
  expect(stores.$problems.get().fields).toEqual({ starts_at: '“First” stands.' })
  stores.clearProblems()
  expect(stores.$problems.get().fields).toEqual({})
})

test('one that is ended stays in the list as that', async () => {
  const { stores } = createStores(
    () => jsonResponse({ data: record('ended') }),
    [record('current')]
  )
  expect(await stores.end('1')).toBe(true)
  expect(stores.$items.get()).toMatchObject([{ attributes: { state: 'ended' } }])
})
