import { createServer, type Server } from 'node:http'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshRates } from './rates.ts'

/** Markers for a source that does not answer, and for one whose answer is not JSON. */
const silent = Symbol('silent')
const broken = Symbol('broken')

let app: TestApp
let market: Server
let sources: string[]
const prices: Record<string, unknown> = {}

beforeAll(async () => {
  app = await createTestApp()
  market = createServer((request, response) => {
    const price = prices[request.url ?? '']
    if (price === silent) return void request.socket.destroy()
    if (price === broken) return void response.end('<html>')
    response.statusCode = price === undefined ? 500 : 200
    response.end(JSON.stringify({ bitcoin: { usd: price } }))
  })
  await new Promise<void>(done => market.listen(0, '127.0.0.1', done))
  const address = market.address()
  const port = typeof address === 'object' && address ? address.port : 0
  sources = ['a', 'b', 'c'].map(name => `http://127.0.0.1:${port}/${name}#/bitcoin/usd`)
})
afterAll(async () => {
  await new Promise(done => market.close(done))
  await app.close()
})

async function read() {
  const answer = await app.open().api.payments.readCurrencies()
  if (!answer.ok) throw new Error(answer.code)
  return answer.value.data.map(it => it.attributes)
}

test('development has a fixed rate', async () => {
  expect(await read()).toMatchObject([
    { code: 'BTC', usd_rate: '6400000000000', btc_rate: '100000000', age_seconds: 0 },
    { code: 'USD', usd_rate: '100000000', btc_rate: '1562', is_stale: false }
  ])
})

test('the middle of the sources counts, with its age, until they agree again', async () => {
  app.context.config.payments.rates = { sources, staleSeconds: 600 }
  expect(await read()).toMatchObject([
    { usd_rate: null, age_seconds: null, is_stale: true },
    { btc_rate: null }
  ])
  Object.assign(prices, { '/a': '60000.5', '/b': 60100.25, '/c': 1 })
  await refreshRates(app.context)
  expect((await read())[0]).toMatchObject({ usd_rate: '6000050000000', age_seconds: 0 })
  // A single source does not change the rate, and neither does an answer that is not a price.
  app.context.clock.advance(601_000)
  Object.assign(prices, { '/a': 90_000, '/b': 'none' })
  await refreshRates(app.context)
  expect((await read())[0]).toMatchObject({
    usd_rate: '6000050000000',
    age_seconds: 601,
    is_stale: true
  })
})

test.each([
  ['says nothing', silent],
  ['answers with an error', undefined],
  ['answers with a page', broken],
  ['has no price', null],
  ['has a list', [60_000]],
  ['is far away', 80_000],
  ['is at nought', 0],
  ['is below nought', -60_000],
  ['writes thousands', '60,000'],
  ['writes an exponent', '6e4'],
  ['writes a word behind', '60000 USD'],
  ['is beyond all prices', 1e300]
])('a source that %s is left out, and two that agree are enough', async (_, answer) => {
  app.context.config.payments.rates = { sources, staleSeconds: 600 }
  Object.assign(prices, { '/a': 60_000, '/b': 60_100, '/c': answer })
  await refreshRates(app.context)
  expect((await read())[0]).toMatchObject({ usd_rate: '6000000000000', is_stale: false })
  // One correct source does not change the rate.
  app.context.clock.advance(601_000)
  Object.assign(prices, { '/a': 50_000, '/b': silent })
  await refreshRates(app.context)
  expect((await read())[0]).toMatchObject({ usd_rate: '6000000000000', is_stale: true })
})

test('decimals beyond the eighth are cut', async () => {
  app.context.config.payments.rates = { sources: sources.slice(0, 1), staleSeconds: 600 }
  prices['/a'] = '61000.123456789012345678901234'
  await refreshRates(app.context)
  expect((await read())[0]).toMatchObject({ usd_rate: '6100012345678', age_seconds: 0 })
})
