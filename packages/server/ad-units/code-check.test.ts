import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCode } from './code.ts'
import { readSnippets } from './read-snippets.ts'

const network = 'https://ads.example'
const pageUrl = 'https://blog.example/notes/'
const code = buildCode(
  { id: 7, user_id: 1, size: '300x250', settings: { position: 'fixed' } },
  network
)
const other = buildCode(
  { id: 8, user_id: 1, size: 'Adaptive', settings: { position: 'fixed' } },
  network
)
const read = (html: string) => {
  const { elements, frames, scripts } = readSnippets(html, pageUrl, network)
  const shown = elements.filter(it => it.within === null)
  return {
    elements: shown.map(it => it.attributes.unit),
    frames: frames.map(it => it.unit),
    hasScript: scripts.length > 0
  }
}

let app: TestApp
let owner: SignedInBrowser
let unitId: string
let page: (response: http.ServerResponse) => void
const server = http.createServer((_, response) => page(response))

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signIn()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const made = await owner.api.adUnits.createAdUnit({ page_url: address('/'), kind: 'app' })
  unitId = made.ok ? made.value.data.id : ''
})
afterAll(async () => {
  server.close()
  await app.close()
})

const address = (path: string) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`

async function check(html: string, page_url?: string) {
  page = response => response.end(html)
  const result = await owner.api.adUnits.checkAdUnitCode({
    id: unitId,
    ...(page_url && { page_url })
  })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.value.data.attributes
}

async function ownCode() {
  const result = await owner.api.adUnits.readAdUnitCode({ id: unitId })
  if (!result.ok) throw new Error(result.code)
  return result.value.data.attributes
}

test('every form of the snippet is found as it was given', async () => {
  const { script, head, place, script_with_class, iframe } = await ownCode()
  const found = {
    page_url: address('/'),
    state: 'found',
    findings: [],
    other_unit_ids: [],
    problem: null
  }
  expect(await check(`<p>${script}`)).toEqual({ ...found, form: 'script' })
  expect(await check(`<head>${head}</head><p>${place}`)).toEqual({ ...found, form: 'script' })
  expect(await check(script_with_class)).toEqual({ ...found, form: 'script' })
  expect(await check(iframe)).toEqual({ ...found, form: 'iframe' })
  expect(await check(script, address('/elsewhere'))).toMatchObject({
    page_url: address('/elsewhere'),
    state: 'found'
  })
})

test('says what is missing', async () => {
  const { script } = await ownCode()
  expect(await check('<h1>Nothing')).toMatchObject({ state: 'not_found', form: null })
  expect(await check(script.split('\n')[1] ?? '')).toMatchObject({ state: 'without_script' })
  const foreign = script.replace(`unit="${unitId}"`, 'unit="1000000"')
  expect(await check(foreign)).toMatchObject({ state: 'other_unit', other_unit_ids: ['1000000'] })
  expect(await check(foreign + script)).toMatchObject({
    state: 'found',
    other_unit_ids: ['1000000']
  })
})

test('what keeps the code from working is named, with the line to change', async () => {
  const { script } = await ownCode()
  const html = script.replace(' type="module"', '')
  page = response => response.setHeader('Content-Security-Policy', "img-src 'self'").end(html)
  const result = await owner.api.adUnits.checkAdUnitCode({ id: unitId })
  const { state, form, findings } = (result.ok && result.value.data.attributes) || {}
  expect({ state, form }).toEqual({ state: 'found_with_problems', form: 'script' })
  expect(findings?.map(it => [it.code, it.detail])).toEqual([
    ['module_missing', null],
    ['policy_blocks', 'img-src']
  ])
  expect(script).toContain(findings?.[0]?.replacement)
})

test('a page that does not answer is not an error', async () => {
  page = response => response.writeHead(503).end('<mille-ad unit="1">')
  const result = await owner.api.adUnits.checkAdUnitCode({ id: unitId })
  expect(result.ok && result.value.data.attributes).toMatchObject({
    state: 'unreachable',
    problem: 'responded with status 503'
  })
  expect(await check('', 'http://127.0.0.1:1/')).toMatchObject({ problem: 'refuses connections' })
})

test('a page that is made to cost seconds costs the event loop nothing', async () => {
  const base = `<base href="http://a.example/${'x'.repeat(400_000)}">`
  const hostile = base + '<script src=a></script>'.repeat(26_000)
  const before = process.threadCpuUsage()
  expect(await check(hostile)).toMatchObject({ state: 'not_found' })
  // The time also includes sending the megabyte, which this thread does too.
  expect(process.threadCpuUsage(before).user).toBeLessThan(500_000)
})

test('is for one’s own units', async () => {
  const stranger = await app.signIn()
  const result = await stranger.api.adUnits.checkAdUnitCode({ id: unitId })
  expect(result).toMatchObject({ ok: false, code: 'not_found' })
})

test('reaches nothing that only this machine can', async () => {
  const production = await createTestApp({ allowPrivateHosts: false })
  const { api } = await production.signIn()
  const made = await api.adUnits.createAdUnit({ page_url: address('/'), kind: 'app' })
  const id = made.ok ? made.value.data.id : ''
  const result = await api.adUnits.checkAdUnitCode({ id })
  expect(result.ok && result.value.data.attributes.state).toBe('unreachable')
  await production.close()
})

test('is limited, for each sends a request to a stranger', async () => {
  const { api } = await app.signIn()
  const made = await api.adUnits.createAdUnit({ page_url: 'http://127.0.0.1:1/', kind: 'app' })
  const id = made.ok ? made.value.data.id : ''
  const answers = await Promise.all(
    Array.from({ length: 61 }, () => api.adUnits.checkAdUnitCode({ id }))
  )
  expect(answers.filter(it => it.status === 429)).toHaveLength(1)
})

test.each([
  [`<!-- ${code.script} ${code.iframe} -->`],
  [`<pre>${code.script.replaceAll('<', '&lt;')}</pre>`],
  [`<script>const code = '${code.iframe}'</script>`],
  [`<template>${code.script}${code.iframe}</template>`],
  [`<noscript>${code.script}${code.iframe}</noscript>`],
  ['<iframe src="https://other.example/serve/frame/7"></iframe>'],
  ['<script src="http://[" ></script><iframe src="data:,"></iframe>'],
  ['\0<']
])('shows nothing: %s', html => {
  expect(read(html)).toEqual({ elements: [], frames: [], hasScript: false })
})

test.each([
  `<script src="//ads.example/embed/v1/ad.js"></script>`,
  `<script src="https://ads.example/embed/v1/mille.js" async></script>`,
  `<script src="https://ads.example/embed/0.1.0/ad.js" integrity="sha384-x"></script>`,
  `<base href="https://ads.example/x/"><script src="../embed/v1/ad.js?1"></script>`
])('knows its script as %s', html => {
  expect(read(html).hasScript).toBe(true)
})

test('tells units apart', () => {
  expect(read(`${code.script}${other.iframe}${code.script}`)).toEqual({
    elements: ['7', '7'],
    frames: ['8'],
    hasScript: true
  })
})
