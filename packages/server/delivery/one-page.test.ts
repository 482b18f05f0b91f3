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
  for (let index = 0; index < 3; index++) await addCampaign(context.db)
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

/** The ads of a page, looked at; gives the campaigns. */
async function openPage(address: string) {
  const decisions = await Promise.all(units.map(unit => decide(unit, address)))
  context.clock.advance(1000)
  const tokens = decisions.flatMap(it => (it.filled ? [it.token] : []))
  for (const token of tokens) await view(token, address)
  return tokens.map(token => campaignOf(token))
}

/** The value of a token is its decision, unit and campaign, then the rest. */
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
  expect(await sums()).toEqual({ served: 90n, viewable: 90n, billable: 90n })
})

test('nor does the same page do so when it is loaded again and again', async () => {
  const address = newVisitor()
  for (let index = 0; index < 10; index++) {
    const shown = await Promise.all(units.map(unit => decide(unit, address)))
    const campaigns = shown.map(it => (it.filled ? campaignOf(it.token) : 0))
    expect(new Set(campaigns).size).toBe(3)
  }
})
