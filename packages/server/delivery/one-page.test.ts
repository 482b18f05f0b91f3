import type { Decision } from '@mille/api/delivery/protocol.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countAll, readSums } from './testing/counting.ts'
import { askFrom, chrome, startDelivery, type TestDelivery } from './testing/delivery.ts'
import { addCampaign, addUnit } from './testing/network.ts'

let context: TestContext
let delivery: TestDelivery
const units: number[] = []
let visitors = 0

beforeAll(async () => {
  context = await createTestContext({ publicUrl: 'https://network.example' })
  for (let index = 0; index < 3; index++) units.push((await addUnit(context.db)).id)
  for (let index = 0; index < 15; index++) await addCampaign(context.db)
  delivery = await startDelivery(context)
})
beforeEach(() => delivery.clear())
afterAll(() => delivery.close())

const headers = { 'user-agent': chrome }
const newVisitor = () => `198.51.${visitors++}.1`

async function decide(unit: number, address: string): Promise<Decision> {
  const answer = await askFrom(delivery, address, `/serve/units/${unit}`, { headers })
  return answer.json() as Promise<Decision>
}

function view(token: string, address: string) {
  const body = JSON.stringify({ token, kind: 'viewable' })
  return askFrom(delivery, address, '/serve/view', { method: 'POST', headers, body })
}

/** Views all ads of a page and returns their campaigns. */
async function openPage(address: string) {
  const decisions = await Promise.all(units.map(unit => decide(unit, address)))
  context.clock.advance(1000)
  const tokens = decisions.flatMap(it => (it.filled ? [it.token] : []))
  for (const token of tokens) await view(token, address)
  return tokens.map(token => campaignOf(token))
}

/** A token's value begins with its decision, unit and campaign. */
function campaignOf(token: string): number {
  return Buffer.from(token, 'base64url').readUInt32BE(20)
}

async function sums() {
  await delivery.flush()
  await countAll(context)
  return readSums(context.db)
}

test('the ad units of a page never show one campaign twice, and each view is paid for', async () => {
  const pages: number[][] = []
  for (let index = 0; index < 30; index++) pages.push(await openPage(newVisitor()))
  expect(pages.filter(it => new Set(it).size < 3)).toEqual([])
  expect(await sums()).toEqual({ viewable: 90n, billable: 90n })
})

test('nor does the same page do so when it is loaded again and again', async () => {
  const address = newVisitor()
  for (let index = 0; index < 10; index++) {
    const shown = await Promise.all(units.map(unit => decide(unit, address)))
    const campaigns = shown.map(it => (it.filled ? campaignOf(it.token) : 0))
    expect(new Set(campaigns).size).toBe(3)
  }
})

test('a page that asks for another ad each second is paid for ten of them in half a minute', async () => {
  const address = newVisitor()
  const [unit = 0] = units
  const ask = async (times: number) => {
    for (let index = 0; index < times; index++) {
      let decision = await decide(unit, address)
      // Within a second of real time, the draw learns which views were not paid.
      await expect
        .poll(
          async () => {
            if (!decision.filled) decision = await decide(unit, address)
            return decision.filled
          },
          { timeout: 20_000 }
        )
        .toBe(true)
      if (!decision.filled) throw new Error(decision.reason)
      context.clock.advance(1300)
      await view(decision.token, address)
      context.clock.advance(500)
      await delivery.flush()
      await countAll(context)
    }
  }
  await ask(15)
  expect(await sums()).toEqual({
    viewable: 10n,
    billable: 10n,
    rejected_refreshed: 5n
  })
  context.clock.advance(30_000)
  await ask(1)
  expect(await sums()).toMatchObject({ billable: 11n })
})

test('a reader of a page each seven seconds is paid for on each of them', async () => {
  const address = newVisitor()
  for (let page = 0; page < 5; page++) {
    expect(new Set(await openPage(address)).size).toBe(3)
    context.clock.advance(6_000)
  }
  expect(await sums()).toEqual({ viewable: 15n, billable: 15n })
})
