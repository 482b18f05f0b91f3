import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stylesOf } from './styles.ts'

let app: TestApp
let admin: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const acme = { name: 'Acme Ads', accent: '#0b57d0', support_address: null }
const origin = 'https://blog.example'
const read = (path: string, headers = {}) => app.open().transport(path, { headers })

test('the colors are a style sheet with the tokens of both themes', () => {
  expect(stylesOf(null)).toBeNull()
  expect(stylesOf('#0b57d0')).toBe(
    ':host{--mille-accent:light-dark(#0b57d0,#5389de);--mille-accent-hover:light-dark(#0a4db7,#75a1e5);--mille-accent-ink:light-dark(#ffffff,#11161f);--mille-accent-text:light-dark(#0b57d0,#5389de);--mille-accent-soft:light-dark(#f0f5fc,#13223a);--mille-info:var(--mille-accent-text);--mille-info-soft:var(--mille-accent-soft)}'
  )
})

test('what widgets read on other sites has the colors of the network', async () => {
  await admin.api.announcements.createAnnouncement({ header: 'Late', content: 'Tonight.' })
  const stylesIn = async () => [
    (await (await read('/api/v1/brand', { origin })).json()).data.attributes.styles,
    (await (await read('/api/v1/publication_offers/preview', { origin })).json()).meta.styles,
    (await (await read('/api/v1/announce/', { origin })).json()).styles
  ]
  expect(await stylesIn()).toEqual([null, null, null])
  await admin.api.brand.changeBrand(acme)
  const styles = stylesOf(acme.accent)
  expect(await stylesIn()).toEqual([styles, styles, styles])
})

test('other sites may keep the brand for five minutes; pages of the network read it each time', async () => {
  const elsewhere = await read('/api/v1/brand', { origin })
  expect(elsewhere.headers.get('access-control-allow-origin')).toBe('*')
  expect(elsewhere.headers.get('access-control-allow-credentials')).toBeNull()
  expect(elsewhere.headers.get('set-cookie')).toBeNull()
  expect(elsewhere.headers.get('cache-control')).toBe('public, max-age=300')
  expect(elsewhere.headers.get('vary')).toContain('Origin')
  const own = await read('/api/v1/brand')
  expect(own.headers.get('cache-control')).toBe('no-store')
  expect(own.headers.get('vary')).toContain('Origin')
})
