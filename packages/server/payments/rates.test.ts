import { createServer, type Server } from 'node:http'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshRates } from './rates.ts'

let app: TestApp
let market: Server
let sources: string[]
const prices: Record<string, unknown> = {}

beforeAll(async () => {
  app = await createTestApp()
  market = createServer((request, response) => {
    const price = prices[request.url ?? '']
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
  // One alone moves nothing, and neither does an answer that is none.
  app.context.clock.advance(601_000)
  Object.assign(prices, { '/a': 90_000, '/b': 'none' })
  await refreshRates(app.context)
  expect((await read())[0]).toMatchObject({
    usd_rate: '6000050000000',
    age_seconds: 601,
    is_stale: true
  })
})
