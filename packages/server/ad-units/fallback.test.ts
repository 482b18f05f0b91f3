import { addUnit } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkFallback } from './fallback.ts'

let app: TestApp
let owner: SignedInBrowser
let unit: string

beforeAll(async () => {
  app = await createTestApp({ allowPrivateHosts: false })
  owner = await app.signIn()
})
beforeEach(async () => {
  unit = await addUnit(app.context, owner)
})
afterAll(() => app.close())

/** Changes the unit, and returns its fallback, or the code and the field of the refusal. */
async function change(changes: object, by = owner) {
  const result = await by.api.adUnits.updateAdUnit({ id: unit, ...changes })
  if (!result.ok) return [result.code, result.errors[0]?.source?.pointer?.split('/').at(-1)]
  const { fallback, fallback_url } = result.value.data.attributes
  return { fallback, fallback_url }
}

const page = 'https://ads.other.example/tag?zone=7'

test('the address of another network’s page is kept while the unit shows something else', async () => {
  const shown = { fallback: 'frame', fallback_url: page }
  expect(await change(shown)).toEqual(shown)
  expect(await change({ name: 'Sidebar' })).toEqual(shown)
  expect(await change({ fallback: 'collapse' })).toEqual({ ...shown, fallback: 'collapse' })
  expect(await change({ fallback: 'frame' })).toEqual(shown)
  expect(await change({ fallback: 'collapse', fallback_url: null })).toEqual({
    fallback: 'collapse',
    fallback_url: null
  })
})

test.each([
  ['no address', null, 'fallback_url_missing'],
  ['a text', 'other network', 'invalid'],
  ['a script', 'javascript:alert(1)', 'invalid'],
  ['an address with a password', 'https://ada:secret@other.example/', 'invalid'],
  ['an address that is too long', `https://other.example/${'a'.repeat(2000)}`, 'invalid'],
  ['a page without https', 'http://other.example/', 'fallback_url_insecure'],
  ['an address of the local network', 'https://192.168.0.1/', 'fallback_url_private'],
  ['a number that is a local address', 'https://2130706433/', 'fallback_url_private'],
  ['a local name', 'https://printer.local/', 'fallback_url_private']
])('refuses %s', async (_, fallback_url, code) => {
  const before = await change({})
  expect(await change({ fallback: 'frame', fallback_url })).toEqual([code, 'fallback_url'])
  expect(await change({})).toEqual(before)
})

test.each(['ads.example', 'ADS.example.', 'ads.example:8443'])(
  'refuses this network’s own pages, at %s',
  host => {
    const config = { publicUrl: 'https://ads.example', allowPrivateHosts: true }
    const before = { fallback: 'collapse', fallback_url: null } as const
    const refused = { ok: false, code: 'fallback_url_of_network' }
    const check = (fallback_url: string) => checkFallback({ fallback_url }, before, config)
    expect(check(`https://${host}/serve/frame/1`)).toMatchObject(refused)
    expect(check('https://other.example/')).toBe(null)
  }
)

test('an address that is shown cannot be removed, and no one else changes it', async () => {
  await change({ fallback: 'frame', fallback_url: page })
  expect(await change({ fallback_url: null })).toEqual(['fallback_url_missing', 'fallback_url'])
  const stranger = await app.signIn()
  expect(await change({ fallback: 'collapse' }, stranger)).toEqual(['not_found', undefined])
})

test('two changes at once never leave a frame without an address', async () => {
  await change({ fallback: 'collapse', fallback_url: page })
  const [one, other] = await Promise.all([
    change({ fallback: 'frame' }),
    change({ fallback_url: null })
  ])
  // The second of them is refused, whichever it is.
  expect([one, other].filter(Array.isArray)).toEqual([['fallback_url_missing', 'fallback_url']])
})

test('“Why no ad” says what is shown instead', async () => {
  const instead = async () => {
    const result = await owner.api.diagnosis.readAdUnitDiagnosis({ id: unit })
    return result.ok && result.value.data.attributes.instead
  }
  await app.context.db.updateTable('sites').set({ state: 'verified' }).execute()
  expect(await instead()).toBe('invitation')
  await change({ fallback: 'collapse', fallback_url: page })
  expect(await instead()).toBe('nothing')
  await change({ fallback: 'frame' })
  expect(await instead()).toBe('frame')
  const words = { text: 'Our shop', link: 'https://blog.example/' }
  await owner.api.adUnits.createHouseAd({ id: unit, ...words })
  expect(await instead()).toBe('house_ads')
})
