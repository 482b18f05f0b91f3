import type { AdToApprove, ApprovalRule } from '@mille/api/ad-units/endpoints.ts'
import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { type ApprovalPlace, createApprovalStores } from './approvals.ts'

const ad = (id: string): AdToApprove => ({
  type: 'ads_to_approve',
  id,
  attributes: {
    title: `Ad ${id}`,
    text: 'Words',
    action: null,
    domain: 'shop.example',
    advertiser_name: null,
    language: 'en',
    banners_only: false,
    banners: [],
    logo: null,
    illustration: null,
    rating: null,
    ad_unit_ids: ['7'],
    ad_units_count: 1
  }
})
const rule = (id: string, place: Partial<ApprovalRule['attributes']> = {}): ApprovalRule => ({
  type: 'approval_rules',
  id,
  attributes: {
    kind: 'only_approved',
    ad: null,
    site_id: null,
    ad_unit_id: null,
    created_at: '2026-03-02T10:00:00.000Z',
    ...place
  }
})
const pageOf = (data: AdToApprove[], records = data.length) => ({
  data,
  meta: { pagination: { records } }
})
const made = () => jsonResponse({ data: rule('50') }, 201)
const gone = () => new Response(null, { status: 204 })
const listed = (...args: Parameters<typeof pageOf>) => jsonResponse(pageOf(...args))

function open(
  answers: Response[],
  given: { ads?: ReturnType<typeof pageOf>; switches?: ApprovalRule[]; place?: ApprovalPlace } = {}
) {
  const { transport, calls } = createFakeTransport(
    () => answers.shift() ?? errorResponse(500, 'internal')
  )
  const {
    ads = pageOf([ad('3'), ad('2'), ad('1')]),
    switches = [],
    place = { kind: 'all' }
  } = given
  return { stores: createApprovalStores(createApi({ transport }), { ads, switches, place }), calls }
}

const idsOf = (stores: ReturnType<typeof open>['stores']) => stores.$items.get().map(it => it.id)

test('a decision is for the place that is shown, and can be undone', async () => {
  const { stores, calls } = open([made(), made(), gone()], { place: { kind: 'site', id: '4' } })
  const approved = await stores.decide(ad('3'), 'approve')
  await stores.decide(ad('2'), 'block')
  expect(calls.map(it => it.path)).toEqual(['/api/v1/approval_rules', '/api/v1/block_rules'])
  expect(calls.map(attributesOf)).toEqual(
    [
      { kind: 'creative', creative_id: '3' },
      { kind: 'creative', creative_id: '2' }
    ].map(it => ({ ...it, site_id: '4' }))
  )
  expect(idsOf(stores)).toEqual(['1'])
  expect(stores.$records.get()).toBe(1)
  expect(approved && (await stores.undo(approved))).toBe(true)
  expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/v1/approval_rules/50' })
  expect(idsOf(stores)).toEqual(['3', '1'])
})

test('an ad whose decision did not arrive stays, with the reason', async () => {
  const { stores } = open([errorResponse(422, 'approval_rules_too_many'), made()])
  expect(await stores.decide(ad('3'), 'approve')).toBe(null)
  expect(idsOf(stores)).toEqual(['3', '2', '1'])
  expect(stores.$waiting.get()['3']).toMatchObject({
    isDeciding: false,
    problem: { code: 'approval_rules_too_many' }
  })
  expect(await stores.decide(ad('3'), 'approve')).not.toBe(null)
  expect(idsOf(stores)).toEqual(['2', '1'])
})

test('the other ads of a trusted advertiser go, too, and what was decided meanwhile does not come back', async () => {
  const { stores } = open([made(), made(), listed([ad('2'), ad('1')])])
  await stores.decide(ad('2'), 'approve')
  await stores.decide(ad('3'), 'trust')
  expect(idsOf(stores)).toEqual(['1'])
  expect(stores.$records.get()).toBe(1)
})

test('after the last ad of a page come the next ones', async () => {
  const { stores } = open([made(), listed([ad('2')], 1)], { ads: pageOf([ad('3')], 2) })
  await stores.decide(ad('3'), 'approve')
  expect(idsOf(stores)).toEqual(['2'])
})

test('the switch is of the place, and what waits is read again', async () => {
  const place: ApprovalPlace = { kind: 'unit', id: '7', siteId: '4' }
  const own = rule('60', { ad_unit_id: '7' })
  const { stores, calls } = open(
    [
      jsonResponse({ data: own }, 201),
      listed([ad('9')]),
      errorResponse(500, 'internal'),
      errorResponse(404, 'not_found'),
      listed([])
    ],
    { place }
  )
  await stores.setOnlyApproved(true)
  expect(attributesOf(calls[0])).toEqual({ kind: 'only_approved', ad_unit_id: '7' })
  expect(calls[1]?.path).toContain('ad_unit_id%5D=7')
  expect(stores.$ownSwitch.get()).toEqual(own)
  expect(idsOf(stores)).toEqual(['9'])
  await stores.setOnlyApproved(false)
  expect(stores.$switchProblem.get()?.code).toBe('internal')
  expect(stores.$ownSwitch.get()).toEqual(own)
  await stores.setOnlyApproved(false)
  expect(stores.$switchProblem.get()).toBe(null)
  expect(stores.$ownSwitch.get()).toBe(null)
  expect(idsOf(stores)).toEqual([])
})

test.each([
  ['all units', rule('1'), true],
  ['its site', rule('1', { site_id: '4' }), true],
  ['another site', rule('1', { site_id: '5' }), false],
  ['another unit', rule('1', { ad_unit_id: '8' }), false]
])('a switch of %s is or is not on for a unit', (_, one, isWider) => {
  const { stores } = open([], { switches: [one], place: { kind: 'unit', id: '7', siteId: '4' } })
  expect(stores.$ownSwitch.get()).toBe(null)
  expect(stores.$widerSwitch.get()).toEqual(isWider ? one : null)
})
