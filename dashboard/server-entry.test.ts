import type { Transport } from '@mille/api/transport.ts'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageOptions } from './server-entry.ts'

let vite: ViteDevServer
let handlePage: (request: Request, options: PageOptions) => Promise<Response>

beforeAll(async () => {
  // Loads the pages through Vite's development server, so that the tests need no build.
  vite = await createServer({
    root: import.meta.dirname,
    appType: 'custom',
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null }
  })
  const entry = await vite.ssrLoadModule('/server-entry.ts')
  handlePage = entry.handlePage
  // Vite compiles a page's modules on its first request, which must not count toward a page's time limit.
  await renderFor('nobody', '/finances').catch(() => {})
}, 120_000)

afterAll(() => vite.close())

test('two visitors rendered at once never see a byte of each other', async () => {
  // The names must not look like ids that React generates, which have no letter after the v.
  const names = ['alice', 'zoe']
  const pages = await Promise.all(
    Array.from({ length: 40 }, (_, index) => renderFor(names[index % 2] ?? '', '/finances/history'))
  )
  for (const [index, html] of pages.entries()) {
    const [own = '', other = ''] = index % 2 === 0 ? names : names.toReversed()
    expect(html).toContain(`${own}@example.com`)
    expect(html).toContain(`Campaign of ${own}`)
    expect(html).not.toContain(other)
  }
})

test('a visitor who is not signed in is led to signing in and back', async () => {
  const response = await render('', '/finances?x=1')
  expect(response.status).toBe(302)
  expect(response.headers.get('Location')).toBe(
    '/user/sign_in?flash=not_authenticated&return_to=%2Ffinances%3Fx%3D1'
  )
})

test('an address of the history as it was before it had a page of its own leads to that page', async () => {
  const response = await render('alice', '/de/finances?types=deposit&sort=date&x=1')
  expect(response.status).toBe(302)
  expect(response.headers.get('Location')).toBe('/de/finances/history?types=deposit&sort=date')
})

test('every answer has its own nonce, on each of its scripts', async () => {
  const [one, other] = await Promise.all([render('', '/user/sign_in'), render('', '/user/sign_in')])
  const nonces = [one, other].map(nonceOf)
  expect(nonces[0]).not.toBe(nonces[1])
  const scripts = (await one.text()).match(/<script[^>]*>/g) ?? []
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts) expect(script).toContain(`nonce="${nonces[0]}"`)
})

test('what a signed-in person sees is kept by no cache', async () => {
  const [personal, open] = await Promise.all([
    render('alice', '/finances'),
    render('', '/user/sign_in')
  ])
  expect(personal.headers.get('Cache-Control')).toBe('private, no-store')
  expect(open.headers.get('Cache-Control')).toBe('private, no-cache')
})

test('the home page is rendered with the offers of the marketplace widget, and links of its own', async () => {
  const html = await (await render('alice', '/de/')).text()
  expect(html).toContain('<section class="mille-offers"')
  expect(html).toMatch(/<a class="mille-offer" href="\/de\/marketplace\/7"/)
  expect(html).toContain('A long read of alice')
  // If the offers cannot be read, the page is still shown, with a button to retry.
  const failed = await (await render('', '/')).text()
  expect(failed).toContain('The offers could not be loaded')
})

test('the frame is rendered with the feedback widget’s link for an account with a token', async () => {
  const html = await (await render('alice', '/user/sign_in')).text()
  expect(html).toMatch(/<a class="mille-feedback" href="\/suggestions"[^>]*>Feedback<\/a>/)
  const visitors = await (await render('', '/user/sign_in')).text()
  expect(visitors).not.toContain('mille-feedback"')
})

test('a balance is rendered with what it is worth in the other currency', async () => {
  expect(await renderFor('alice', '/finances')).toContain('≈\u00a032.00\u00a0USD')
})

test('an unknown address is a 404 inside of the frame', async () => {
  const response = await render('alice', '/nothing/here')
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('Page not found')
})

test.each([
  ['/pt/user/sign_in', 200, 'https://mille.example/pt/user/sign_in'],
  ['/en/user/sign_in', 200, 'https://mille.example/user/sign_in'],
  ['/user/sign_in?x=1', 200, 'https://mille.example/user/sign_in'],
  ['/xx/user/sign_in', 404, null]
])('%s answers %i with the canonical link %s', async (path, status, canonical) => {
  const response = await render('', path)
  expect(response.status).toBe(status)
  const html = await response.text()
  const link = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? null
  if (canonical !== null) expect(link).toBe(canonical)
})

test.each([
  ['/pt/user/sign_in', true],
  ['/en/user/sign_in', false],
  ['/user/sign_in', false]
])('%s is kept out of search engines: %s', async (path, isKeptOut) => {
  const html = await (await render('', path)).text()
  expect(html.includes('<meta name="robots" content="noindex"/>')).toBe(isKeptOut)
})

test('the links of a page keep the language of its address', async () => {
  const html = await (await render('', '/pt/user/sign_in')).text()
  expect(html).toContain('href="/pt/marketplace"')
})

test('the chosen theme is there from the first byte', async () => {
  const response = await render('', '/user/sign_in', 'theme=dark')
  expect(await response.text()).toContain('<html lang="en" data-theme="dark">')
})

test.each([
  ['/user/sign_in?handoff=https%3A%2F%2Fblog.example', 'unsafe-none'],
  ['/user/sign_in?handoff=https%3A%2F%2Fevil.example', 'same-origin'],
  ['/user/sign_in', 'same-origin'],
  ['/marketplace?handoff=https%3A%2F%2Fblog.example', 'same-origin']
])('%s is sent with the opener policy %s', async (path, policy) => {
  const { headers } = await render('', path)
  expect(headers.get('Cross-Origin-Opener-Policy')).toBe(policy)
})

test('a site that is not on the list gets that error, and nothing else, whether a person is signed in or not', async () => {
  for (const name of ['', 'ada']) {
    const response = await render(name, '/user/sign_in?handoff=https%3A%2F%2Fevil.example')
    const main = /<main.*<\/main>/s.exec(await response.text())?.[0] ?? ''
    expect(main).toContain('This site is not allowed to ask who you are.')
    expect(main).not.toMatch(/<button|<form|<input|evil\.example/)
  }
})

async function renderFor(name: string, path: string): Promise<string> {
  const response = await render(name, path)
  expect(response.status).toBe(200)
  return response.text()
}

function render(name: string, path: string, cookie = '') {
  const request = new Request(`https://mille.example${path}`, { headers: { Cookie: cookie } })
  const publicUrl = 'https://mille.example'
  return handlePage(request, {
    transport: transportOf(name),
    publicUrl,
    allowedOrigins: new Set(['https://blog.example']),
    development: true
  })
}

function nonceOf(response: Response): string {
  return /'nonce-([^']+)'/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1] ?? ''
}

/** A fake server with one visitor's data. Each answer has a random delay, so that renderings overlap in every way. */
function transportOf(name: string): Transport {
  return async path => {
    await new Promise(resolve => setTimeout(resolve, Math.random() * 30))
    if (name === '')
      return answer(
        { errors: [{ status: '401', code: 'not_authenticated', title: '', detail: '' }] },
        401
      )
    if (path === '/api/v1/current_user') return answer(userDocument(name))
    if (path === '/api/v1/currencies') return answer(currenciesDocument)
    if (path.endsWith('/finances/balances')) return answer({ data: [balance] })
    if (path.includes('/finances/stats?')) return answer({ data: [] })
    if (path.includes('/finances/earnings?')) return answer(earningsDocument)
    if (path.includes('/finances/holds?'))
      return answer({ data: [], meta: { pagination: { records: 0 } } })
    if (path.startsWith('/api/v1/publication_offers/preview')) return answer(previewDocument(name))
    if (path.includes('/finances/history?')) return answer(historyDocument(name))
    return answer({ errors: [] }, 404)
  }
}

function answer(document: unknown, status = 200): Response {
  return new Response(JSON.stringify(document), { status })
}

const currenciesDocument = {
  data: [
    {
      type: 'currencies',
      id: 'BTC',
      attributes: { code: 'BTC', usd_rate: '6400000000000', btc_rate: '100000000', is_stale: false }
    }
  ]
}

const earningsDocument = {
  data: [],
  meta: { pagination: { records: 0 }, days: [], slow_starts: [], slow_start_limits: [] }
}

const balance = {
  type: 'account_balances',
  id: 'BTC',
  attributes: {
    currency: 'BTC',
    available: '50000',
    held: '0',
    in_campaigns: '0',
    in_ad_units: '0',
    pending_deposits: '0',
    pending_withdrawals: '0',
    promotion: '0'
  }
}

function userDocument(name: string) {
  const attributes = {
    email: `${name}@example.com`,
    username: null,
    roles: [],
    locale: 'en',
    advertiser_name: null,
    non_withdrawable_balance: '0'
  }
  const token = 'a-token'
  const meta = {
    jwt_nolt_token: token,
    feedback_url: `https://mille.example/suggestions?token=${token}`
  }
  return { data: { type: 'users', id: `id-of-${name}`, attributes, relationships: {} }, meta }
}

function previewDocument(name: string) {
  const attributes = {
    name: `A long read of ${name}`,
    domain_name: 'stackframe.example',
    logo: null,
    publication_offer_type: 'article',
    price_us_cents: 12_345
  }
  return { data: [{ type: 'publication_offers', id: '7', attributes }] }
}

function historyDocument(name: string) {
  const attributes = {
    date: '2026-11-20T00:00:00.000Z',
    period_start: null,
    type: 'spending',
    source: { type: 'campaign', id: '1', name: `Campaign of ${name}` },
    currency: 'BTC',
    amount: '-100',
    state: 'done',
    reference: name
  }
  return {
    data: [{ type: 'user_finance_operations', id: '1', attributes }],
    meta: { pagination: { records: 1 }, days: [] }
  }
}
