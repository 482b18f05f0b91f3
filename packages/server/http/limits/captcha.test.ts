import type { CaptchaPurpose } from '@mille/api/constants.ts'
import { createCampaign } from '@mille/testing/campaigns.ts'
import { type Browser, createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Changes, solveProof } from '../testing/proof.ts'
import { freeOfCaptcha } from './limits.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ campaignsWithoutCaptcha: 3 })
})
afterAll(() => app.close())

const prove = ({ api }: Browser, purpose: CaptchaPurpose, changes: Changes = {}) =>
  solveProof(api, purpose, changes)

let asked = 0
const askForCode = ({ api }: Browser, captcha?: string) =>
  api.accounts.requestAccessCode({
    email: `asked-${asked++}@example.com`,
    ...(captcha === undefined ? {} : { captcha })
  })

/** Opens a browser in a network that has used up its free attempts. */
async function busyNetwork(): Promise<Browser> {
  const browser = app.open()
  for (let times = 0; times < freeOfCaptcha.codeRequestsByBlock; times++)
    expect(await askForCode(browser)).toMatchObject({ status: 202 })
  return browser
}

const refusal = (code: string) => ({
  ok: false,
  status: 422,
  errors: [{ code, source: { pointer: '/data/attributes/captcha' } }]
})

test('a network that asks for many codes has to work for the next ones', async () => {
  const browser = await busyNetwork()
  // Refused attempts are not counted: they can be repeated any number of times.
  for (let times = 0; times < 20; times++)
    expect(await askForCode(browser)).toMatchObject(refusal('captcha_required'))
  expect(await askForCode(browser, await prove(browser, 'access_code'))).toMatchObject({
    status: 202
  })
  expect(await askForCode(browser)).toMatchObject(refusal('captcha_required'))
})

test('a proof is good once, however many requests carry it at the same moment', async () => {
  const browser = await busyNetwork()
  const proof = await prove(browser, 'access_code')
  const answers = await Promise.all(Array.from({ length: 10 }, () => askForCode(browser, proof)))
  expect(answers.filter(answer => answer.ok)).toHaveLength(1)
  expect(answers.find(answer => !answer.ok)).toMatchObject(refusal('captcha_invalid'))
  expect(await askForCode(browser, proof)).toMatchObject(refusal('captcha_invalid'))
})

test('a proof for something else, a changed one and a late one are refused', async () => {
  const browser = await busyNetwork()
  const late = await prove(browser, 'access_code')
  const wrong = [
    await prove(browser, 'campaign'),
    await prove(browser, 'access_code', { until: 9e15 }),
    await prove(browser, 'campaign', { purpose: 'access_code' }),
    '',
    'AAAA',
    Buffer.from('null').toString('base64'),
    Buffer.from('{"challenge":{},"solution":{}}').toString('base64')
  ]
  for (const proof of wrong)
    expect(await askForCode(browser, proof)).toMatchObject(refusal('captcha_invalid'))
  app.context.clock.advance(10 * 60_000)
  expect(await askForCode(browser, late)).toMatchObject(refusal('captcha_invalid'))
})

test('an unsolved challenge is refused', async () => {
  const browser = await busyNetwork()
  const given = await browser.api.captcha.readChallenge({ purpose: 'access_code' })
  if (!given.ok) throw new Error(given.code)
  const { challenge } = given.value.data.attributes
  const { keyPrefix } = challenge.parameters
  const solution = { counter: 1, derivedKey: keyPrefix.padEnd(64, '0') }
  const proof = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  expect(await askForCode(browser, proof)).toMatchObject(refusal('captcha_invalid'))
})

test('anonymous accounts from one network take a proof after some', async () => {
  const address = '10.200.0.7'
  for (let times = 0; times < freeOfCaptcha.anonymousSignUps; times++)
    expect((await app.open(address).api.accounts.signUp({ anonymous: true })).ok).toBe(true)
  const browser = app.open(address)
  expect(await browser.api.accounts.signUp({ anonymous: true })).toMatchObject(
    refusal('captcha_required')
  )
  const captcha = await prove(browser, 'sign_up')
  expect(await browser.api.accounts.signUp({ anonymous: true, captcha })).toMatchObject({
    status: 201
  })
})

test('many campaigns of one account take a proof, which may be in meta', async () => {
  const browser = await app.signIn()
  for (let times = 0; times < 3; times++) await createCampaign(browser.api)
  const attributes = {
    link_text: 'Fresh bread',
    creative_link: 'https://shop.example/',
    creative_text: 'Every morning.',
    daily_budget: '1000'
  }
  expect(await browser.api.campaigns.createCampaign(attributes)).toMatchObject(
    refusal('captcha_required')
  )
  const given = await browser.transport('/api/v1/authenticity_token', { method: 'POST' })
  const answer = await browser.transport('/api/v1/campaigns', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json;charset=utf-8',
      'X-CSRF-Token': (await given.json()).data.attributes.base64
    },
    body: JSON.stringify({
      data: { type: 'campaigns', attributes },
      meta: { captcha: await prove(browser, 'campaign') }
    })
  })
  expect(answer.status).toBe(201)
})
