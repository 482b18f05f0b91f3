import type { Decision, Filled } from '@mille/api/delivery/protocol.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countAll, readSums } from './testing/counting.ts'
import { askFrom, chrome, startDelivery, type TestDelivery } from './testing/delivery.ts'
import { addCampaign, addUnit } from './testing/network.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const germany = '91.1.2.'
const france = '90.1.2.'
/** Addresses reserved for documentation, which belong to no country. */
const nowhere = '203.0.113.'

let context: TestContext
let delivery: TestDelivery
let unit: number
let unitForPhones: number
let visitors = 0

beforeAll(async () => {
  context = await createTestContext()
  unit = (await addUnit(context.db)).id
  unitForPhones = (await addUnit(context.db, { screenType: 'mobile' })).id
  await addCampaign(context.db, {
    title: 'Phones in Germany',
    countries: { mode: 'include', codes: ['DE'] },
    devices: ['phone']
  })
  await addCampaign(context.db, { title: 'Computers', devices: ['computer'] })
  await addCampaign(context.db, { title: 'Android', systems: ['android'] })
  await addCampaign(context.db, {
    title: 'All but Germany',
    countries: { mode: 'exclude', codes: ['DE'] },
    devices: ['phone', 'tablet']
  })
  delivery = await startDelivery(context)
})
beforeEach(() => delivery.clear())
afterAll(() => delivery.close())

async function decide(
  address: string,
  userAgent: string,
  hints = {},
  asked = unit
): Promise<Decision> {
  const headers = { 'user-agent': userAgent, ...hints }
  const answer = await askFrom(delivery, address, `/serve/units/${asked}`, { headers })
  return answer.json() as Promise<Decision>
}

/** Returns the titles of the ads shown to a dozen visitors of a network. */
async function shownTo(network: string, userAgent: string, hints = {}): Promise<string[]> {
  const shown = new Set<string>()
  for (let count = 0; count < 12; count++) {
    const decision = await decide(`${network}${1 + (visitors++ % 250)}`, userAgent, hints)
    shown.add(decision.filled ? decision.creative.title : decision.reason)
  }
  return [...shown].sort()
}

test('a phone in Germany is shown only what is for it', async () => {
  expect(await shownTo(germany, iphone)).toEqual(['Phones in Germany'])
})

test('elsewhere, and where the country is unknown, it is shown what excludes Germany', async () => {
  expect(await shownTo(france, iphone)).toEqual(['All but Germany'])
  expect(await shownTo(nowhere, iphone)).toEqual(['All but Germany'])
})

test('a computer is shown what is for computers, and a device that is not recognized nothing', async () => {
  expect(await shownTo(germany, chrome)).toEqual(['Computers'])
  expect(await shownTo(germany, 'Mozilla/5.0 (PlayStation 5)')).toEqual(['no_campaign'])
})

test('what the browser says in its hints comes first', async () => {
  const hints = { 'sec-ch-ua-mobile': '?0', 'sec-ch-ua-platform': '"Android"' }
  expect(await shownTo(france, chrome, hints)).toEqual(['All but Germany', 'Android'])
})

test('the screen that an ad unit is for does not close it to other devices', async () => {
  expect(await decide(`${germany}252`, chrome, {}, unitForPhones)).toMatchObject({ filled: true })
  expect(await decide(`${germany}253`, iphone)).toMatchObject({ filled: true })
})

test('what was decided is paid, wherever its visitor is when it is reported', async () => {
  const headers = { 'user-agent': iphone }
  const { token } = (await decide(`${germany}251`, iphone)) as Filled
  const report = (kind: string) =>
    askFrom(delivery, `${france}251`, '/serve/view', {
      method: 'POST',
      body: JSON.stringify({ token, kind }),
      headers
    })
  await report('rendered')
  context.clock.advance(1000)
  await report('viewable')
  await delivery.flush()
  await countAll(context)
  expect(await readSums(context.db)).toMatchObject({ billable: 1n })
})

test('follows a change of the campaign', async () => {
  const set = (countries: string[]) =>
    context.db
      .updateTable('campaigns')
      .set({ countries })
      .where('country_mode', '=', 'include')
      .execute()
  await set(['FR'])
  await expect.poll(() => shownTo(germany, iphone)).toEqual(['no_campaign'])
  await set(['DE'])
  await expect.poll(() => shownTo(germany, iphone)).toEqual(['Phones in Germany'])
})
