import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anybody, makeCampaign, makeSite, makeUnit, targets } from '../testing/inventory.ts'
import { addCampaign, addUnit } from '../testing/network.ts'
import { diagnoseCampaign, diagnoseUnit } from './diagnosis.ts'

const { nowMs } = anybody
const noVisitors = { places: [], systems: [] }
let app: TestApp
let publisher: SignedInBrowser
let advertiser: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  publisher = await app.signIn()
  advertiser = await app.signIn()
})
afterAll(() => app.close())

test('counts the campaigns that a unit takes, and the others by reason', () => {
  const campaigns = [
    makeCampaign(),
    makeCampaign({ blocked: targets({ units: [1] }) }),
    makeCampaign({ balance: 0n }),
    makeCampaign({ balance: 0n })
  ]
  expect(diagnoseUnit(makeUnit(), campaigns, noVisitors, nowMs)).toEqual({
    problems: [],
    total: 4,
    eligible: 1,
    reasons: { blocked: 1, no_funds: 2 }
  })
})

test('counts what a publisher’s rules keep out, and tells the advertiser of how many units', () => {
  const refusing = makeUnit({ refused: new Set(['advertiser 2', 'domain shop.example']) })
  const campaigns = [
    makeCampaign(),
    makeCampaign({ owner: 3 }),
    makeCampaign({ owner: 3, creative: { link: 'https://www.shop.example/' } })
  ]
  expect(diagnoseUnit(refusing, campaigns, noVisitors, nowMs)).toMatchObject({
    eligible: 1,
    reasons: { refused: 2 }
  })
  const units = [refusing, makeUnit({ id: 2 }), makeUnit({ id: 3 })]
  expect(diagnoseCampaign(makeCampaign(), units, new Set(), nowMs)).toEqual({
    problems: [],
    total: 3,
    eligible: 2,
    reasons: { refused: 1 }
  })
})

test('tells the advertiser how many units refuse what the ad sells', () => {
  const ids = Array.from({ length: 29 }, (_, at) => at + 1)
  const units = ids.map(id =>
    makeUnit({ id, refused: new Set(id <= 3 ? ['category gambling', 'category vpn'] : []) })
  )
  const find = (productCategory: 'gambling' | null) =>
    diagnoseCampaign(makeCampaign({ creative: { productCategory } }), units, new Set(), nowMs)
  expect(find('gambling')).toMatchObject({ total: 29, eligible: 26, reasons: { refused: 3 } })
  expect(find(null)).toMatchObject({ total: 29, eligible: 29, reasons: {} })
})

test('counts what waits for an approval and nothing else, and tells the advertiser of how many units', () => {
  const asking = makeUnit({ approved: new Set(['creative 5']) })
  const campaigns = [
    makeCampaign({ creative: { id: 5 } }),
    makeCampaign(),
    makeCampaign({ creative: { language: 'ja' } })
  ]
  expect(diagnoseUnit(asking, campaigns, noVisitors, nowMs)).toMatchObject({
    eligible: 1,
    reasons: { not_approved: 1, language: 1 }
  })
  const units = [asking, makeUnit({ id: 2 }), makeUnit({ id: 3, approved: new Set() })]
  expect(diagnoseCampaign(makeCampaign(), units, new Set(), nowMs)).toMatchObject({
    total: 3,
    eligible: 1,
    reasons: { not_approved: 2 }
  })
})

test('counts what is below a floor, where nothing else keeps it away', () => {
  const unit = makeUnit({
    floor: { asset: 'USD', netCpm: 500n },
    disallowedRatings: new Set(['nsfw'])
  })
  const price = (usd: bigint) => ({ BTC: null, USD: usd })
  const campaigns = [
    makeCampaign(),
    makeCampaign({ price: price(500n) }),
    makeCampaign({ price: price(499n) }),
    makeCampaign({ price: { BTC: 1n, USD: null } }),
    makeCampaign({ price: price(499n), creative: { rating: 'nsfw' } })
  ]
  expect(diagnoseUnit(unit, campaigns, noVisitors, nowMs)).toMatchObject({
    eligible: 2,
    reasons: { below_floor: 2, rating: 1 }
  })
  const units = [unit, makeUnit({ id: 2 }), makeUnit({ id: 3 })]
  expect(
    diagnoseCampaign(makeCampaign({ price: price(1n) }), units, new Set(), nowMs)
  ).toMatchObject({ total: 3, eligible: 2, reasons: { below_floor: 1 } })
})

test('counts the sites that took their share of a campaign’s day, on both sides', () => {
  const siteShare = { percent: 10, settled: new Map([['site 1', 100_000n]]), counted: new Map() }
  const campaign = makeCampaign({ siteShare })
  const units = [makeUnit(), makeUnit({ id: 2 }), makeUnit({ id: 3, site: makeSite({ id: 2 }) })]
  expect(diagnoseCampaign(campaign, units, new Set(), nowMs)).toEqual({
    problems: [],
    total: 3,
    eligible: 1,
    reasons: { site_share: 2 }
  })
  expect(diagnoseUnit(makeUnit(), [campaign, makeCampaign()], noVisitors, nowMs)).toMatchObject({
    eligible: 1,
    reasons: { site_share: 1 }
  })
})

test('names what keeps the unit itself from showing anything', () => {
  const site = makeSite({ isVerified: false })
  expect(diagnoseUnit(makeUnit({ site }), [], noVisitors, nowMs).problems).toEqual([
    'site_unverified'
  ])
  expect(diagnoseUnit(makeUnit({ state: 'archived' }), [], noVisitors, nowMs).problems).toEqual([
    'unit_archived'
  ])
  expect(
    diagnoseUnit(makeUnit({ kind: 'affiliate', site: null }), [], noVisitors, nowMs).problems
  ).toEqual(['affiliate_unit'])
})

test('says that a campaign is yet to start, and that it has ended', () => {
  const ended = makeCampaign({ endsAt: new Date(nowMs) })
  const coming = makeCampaign({ startsAt: new Date(nowMs + 1) })
  const findings = [ended, coming].map(it => diagnoseCampaign(it, [makeUnit()], new Set(), nowMs))
  expect(findings).toEqual([
    { problems: ['ended'], total: 1, eligible: 1, reasons: {} },
    { problems: ['not_started'], total: 1, eligible: 1, reasons: {} }
  ])
  expect(diagnoseUnit(makeUnit(), [ended, coming], noVisitors, nowMs)).toMatchObject({
    eligible: 0,
    reasons: { ended: 1, not_started: 1 }
  })
})

test('says that a campaign is outside of its hours', () => {
  const schedule = { hours: '1'.padStart(168, '0'), timeZone: 'UTC' }
  const sunday = Date.parse('2026-03-01T23:30Z')
  const campaign = makeCampaign({ schedule })
  const problemsAt = (ms: number) =>
    diagnoseCampaign(campaign, [makeUnit()], new Set(), ms).problems
  expect(problemsAt(sunday)).toEqual([])
  expect(problemsAt(sunday + 1_800_000)).toEqual(['outside_hours'])
  expect(diagnoseUnit(makeUnit(), [campaign], noVisitors, sunday - 1_800_001)).toMatchObject({
    eligible: 0,
    reasons: { outside_hours: 1 }
  })
})

test('counts the open units for a campaign as if it ran', () => {
  const units = [
    makeUnit(),
    makeUnit({ id: 2, owner: 2 }),
    makeUnit({ id: 3, adType: 'banners' }),
    makeUnit({ id: 4, state: 'archived' }),
    makeUnit({ id: 5, kind: 'affiliate', site: null })
  ]
  expect(diagnoseCampaign(makeCampaign({ state: 'paused' }), units, new Set(), nowMs)).toEqual({
    problems: ['not_active'],
    total: 3,
    eligible: 1,
    reasons: { own_traffic: 1, no_fitting_creative: 1 }
  })
})

test('does not give the width as a reason: an Adaptive unit may have any width', () => {
  const banners = [{ id: 1, size: '970x250', width: 970, height: 250, hash: '' }]
  const campaign = makeCampaign({ creative: { isBannersOnly: true, banners } })
  expect(diagnoseUnit(makeUnit({ size: 'Adaptive' }), [campaign], noVisitors, nowMs).eligible).toBe(
    1
  )
})

test('tells the publisher about the own unit in numbers alone', async () => {
  const { db } = app.context
  const unit = await addUnit(db, { siteState: 'unverified', disallowedRatings: ['nsfw'] })
  await db
    .updateTable('ad_units')
    .set({ user_id: Number(publisher.userId) })
    .where('id', '=', unit.id)
    .execute()
  await addCampaign(db, { title: 'Secret plan' })
  await addCampaign(db, { language: 'ja' })
  await addCampaign(db, { state: 'paused' })
  await addCampaign(db, { balance: 0n })
  const id = String(unit.id)
  const answer = await publisher.api.diagnosis.readAdUnitDiagnosis({ id })
  expect(answer).toMatchObject({
    value: {
      data: {
        type: 'diagnoses',
        id,
        attributes: {
          problems: ['site_unverified'],
          total: 3,
          eligible: 1,
          reasons: { language: 1, no_funds: 1 }
        }
      }
    }
  })
  expect(JSON.stringify(answer)).not.toContain('Secret')
  expect(await advertiser.api.diagnosis.readAdUnitDiagnosis({ id })).toMatchObject({ status: 404 })
})

test('tells the advertiser about the own campaign, also before it runs', async () => {
  const { db } = app.context
  const campaign = await addCampaign(db, { state: 'pending', balance: 0n })
  await db
    .updateTable('campaigns')
    .set({ user_id: Number(advertiser.userId) })
    .where('id', '=', campaign.id)
    .execute()
  await db
    .updateTable('creatives')
    .set({ state: 'pending' })
    .where('id', '=', campaign.creative)
    .execute()
  await addUnit(db)
  await addUnit(db, { adType: 'banners' })
  const id = String(campaign.id)
  expect(await advertiser.api.diagnosis.readCampaignDiagnosis({ id })).toMatchObject({
    value: {
      data: {
        attributes: {
          problems: ['not_active'],
          total: 2,
          eligible: 1,
          reasons: { no_fitting_creative: 1 }
        }
      }
    }
  })
  expect(await publisher.api.diagnosis.readCampaignDiagnosis({ id })).toMatchObject({ status: 404 })
  expect(await app.open().api.diagnosis.readCampaignDiagnosis({ id })).toMatchObject({
    status: 401
  })
})

test('counts what is not for the visitors of a unit’s last days, for both', async () => {
  const { db } = app.context
  const seen = await addUnit(db)
  const unseen = await addUnit(db)
  await db
    .updateTable('ad_units')
    .set({ user_id: Number(publisher.userId) })
    .where('id', 'in', [seen.id, unseen.id])
    .execute()
  const others = await addUnit(db)
  const today = app.context.now().toISOString().slice(0, 10)
  const longAgo = '2020-01-01'
  await db
    .insertInto('unit_day_places')
    .values([
      { unit_id: seen.id, day: today, country: 'DE', device: 'phone' },
      { unit_id: seen.id, day: today, country: 'ZZ', device: 'unknown' },
      { unit_id: seen.id, day: longAgo, country: 'JP', device: 'tablet' },
      { unit_id: others.id, day: today, country: 'JP', device: 'tablet' }
    ])
    .execute()
  await db
    .insertInto('unit_day_systems')
    .values([
      { unit_id: seen.id, day: today, system: 'ios' },
      { unit_id: seen.id, day: today, system: 'unknown' },
      { unit_id: seen.id, day: longAgo, system: 'linux' },
      { unit_id: others.id, day: today, system: 'linux' }
    ])
    .execute()
  const countOf = async (unit: { id: number }) => {
    const answer = await publisher.api.diagnosis.readAdUnitDiagnosis({ id: String(unit.id) })
    return answer.ok && answer.value.data.attributes.reasons.visitors
  }
  const before = await countOf(seen)
  expect(before).toBe(undefined)
  const include = (...codes: string[]) => ({ mode: 'include' as const, codes })
  const exclude = (...codes: string[]) => ({ mode: 'exclude' as const, codes })
  const cases: [Parameters<typeof addCampaign>[1], isForSeen: boolean, isForOthers: boolean][] = [
    [{ countries: include('DE', 'FR') }, true, false],
    [{ countries: include('DE'), devices: ['tablet'] }, false, false],
    [{ countries: include('JP') }, false, true],
    [{ countries: exclude('DE') }, true, true],
    [{ countries: exclude('DE'), devices: ['phone'] }, false, false],
    [{ devices: ['other'] }, true, false],
    [{ devices: ['tablet'] }, false, true],
    [{ systems: ['ios', 'windows'] }, true, false],
    [{ systems: ['linux'] }, false, true],
    [{ systems: ['other'] }, true, false],
    [{ systems: ['macos'] }, false, false],
    [{ countries: include('JP'), systems: ['ios'] }, false, false],
    [{ countries: exclude('FR'), devices: ['tablet'], systems: ['linux'] }, false, true]
  ]
  for (const [options, isForSeen, isForOthers] of cases) {
    const { id } = await addCampaign(db, options)
    const campaign = db.updateTable('campaigns').where('id', '=', id)
    expect(await countOf(seen), JSON.stringify(options)).toBe(isForSeen ? undefined : 1)
    expect(await countOf(unseen)).toBe(undefined)
    await campaign.set({ user_id: Number(advertiser.userId) }).execute()
    const answer = await advertiser.api.diagnosis.readCampaignDiagnosis({ id: String(id) })
    const wanted = [isForSeen, isForOthers].filter(it => !it).length || undefined
    expect(answer.ok && answer.value.data.attributes.reasons.visitors).toBe(wanted)
    await campaign.set({ state: 'paused' }).execute()
  }
})

test('counts what is not for the language of a page, for both', async () => {
  const { db } = app.context
  const german = await addUnit(db, { language: 'de' })
  const inApp = await addUnit(db, { kind: 'app' })
  await db
    .updateTable('ad_units')
    .set({ user_id: Number(publisher.userId) })
    .where('id', 'in', [german.id, inApp.id])
    .execute()
  const countOf = async (unit: { id: number }) => {
    const answer = await publisher.api.diagnosis.readAdUnitDiagnosis({ id: String(unit.id) })
    return answer.ok && answer.value.data.attributes.reasons.page_language
  }
  // The units of the previous tests are on sites in English.
  const cases = [
    [{ mode: 'include', codes: ['de', 'ja'] }, undefined, 1, (total: number) => total - 1],
    [{ mode: 'include', codes: ['ja'] }, 1, 1, (total: number) => total],
    [{ mode: 'exclude', codes: ['de'] }, 1, undefined, () => 1],
    [{ mode: 'exclude', codes: ['ja'] }, undefined, undefined, () => undefined]
  ] as const
  for (const [{ mode, codes }, here, there, inAll] of cases) {
    const { id } = await addCampaign(db, { pageLanguages: { mode, codes: [...codes] } })
    expect([await countOf(german), await countOf(inApp)]).toEqual([here, there])
    const campaign = db.updateTable('campaigns').where('id', '=', id)
    await campaign.set({ user_id: Number(advertiser.userId) }).execute()
    const answer = await advertiser.api.diagnosis.readCampaignDiagnosis({ id: String(id) })
    if (!answer.ok) throw new Error(answer.code)
    const { total, reasons } = answer.value.data.attributes
    expect(total).toBeGreaterThan(4)
    expect(reasons.page_language).toBe(inAll(total))
    await campaign.set({ state: 'paused' }).execute()
  }
})

type KeywordOptions = { included?: string[]; excluded?: string[] }

test('counts what is not for the words of a page, for both', async () => {
  const { db } = app.context
  const minted = await addUnit(db, { words: ['mint', 'coins'] })
  const unread = await addUnit(db)
  const inApp = await addUnit(db, { kind: 'app' })
  await db
    .updateTable('ad_units')
    .set({ user_id: Number(publisher.userId) })
    .where('id', 'in', [minted.id, unread.id, inApp.id])
    .execute()
  const countOf = async (unit: { id: number }) => {
    const answer = await publisher.api.diagnosis.readAdUnitDiagnosis({ id: String(unit.id) })
    return answer.ok && answer.value.data.attributes.reasons.page_keywords
  }
  // No words were read for the sites of the previous tests.
  const cases: [
    KeywordOptions,
    number | undefined,
    number | undefined,
    (total: number) => number | undefined
  ][] = [
    [{ included: ['coin*', 'gold'] }, undefined, 1, total => total - 1],
    [{ included: ['coin'] }, 1, 1, total => total],
    [{ included: ['mint'], excluded: ['coins'] }, 1, 1, total => total],
    [{ excluded: ['coin*'] }, 1, undefined, () => 1],
    [{ excluded: ['gold'] }, undefined, undefined, () => undefined]
  ]
  for (const [keywords, here, there, inAll] of cases) {
    const { id } = await addCampaign(db, { keywords })
    expect(await Promise.all([minted, unread, inApp].map(countOf))).toEqual([here, there, there])
    const campaign = db.updateTable('campaigns').where('id', '=', id)
    await campaign.set({ user_id: Number(advertiser.userId) }).execute()
    const answer = await advertiser.api.diagnosis.readCampaignDiagnosis({ id: String(id) })
    if (!answer.ok) throw new Error(answer.code)
    const { total, reasons } = answer.value.data.attributes
    expect(total).toBeGreaterThan(5)
    expect(reasons.page_keywords).toBe(inAll(total))
    await campaign.set({ state: 'paused' }).execute()
  }
})

test('tells the publisher that all visitors come from a proxy that is not declared', async () => {
  const { db, pool } = app.context
  const unit = await addUnit(db)
  await db
    .updateTable('ad_units')
    .set({ user_id: Number(publisher.userId) })
    .where('id', '=', unit.id)
    .execute()
  const problems = async () => {
    const answer = await publisher.api.diagnosis.readAdUnitDiagnosis({ id: String(unit.id) })
    return answer.ok && answer.value.data.attributes.problems
  }
  const addRequests = (trustedProxies: number, inside: number) =>
    pool.query(
      'insert into inside_requests (minute, trusted_proxies, asked, inside, entries) values ($1, $2, 100, $3, 1)',
      [app.context.now(), trustedProxies, inside]
    )
  await addRequests(1, 5)
  expect(await problems()).toEqual([])
  await addRequests(2, 90)
  expect(await problems()).toEqual(['inside_address'])
})
