import { expect, test } from 'vitest'
import { createInventory } from '../choosing/inventory.ts'
import { makeCampaign, makeCreative, makeUnit } from '../testing/inventory.ts'
import { createClickAddress } from './click-address.ts'

const decided = {
  decision: Buffer.alloc(16),
  unit: 1,
  campaign: 1,
  creative: 1,
  banner: 0,
  issuedAtMs: 0,
  visitor: Buffer.alloc(8)
}

function create(site: ReturnType<typeof makeUnit>['site'] = makeUnit().site) {
  const inventory = createInventory()
  inventory.putUnit(makeUnit({ site }))
  const addressOf = createClickAddress({
    // There is no database: any query would throw.
    db: null as never,
    inventory: () => inventory,
    now: () => new Date('2026-03-01T00:00:00.999Z'),
    randomBytes: size => Buffer.alloc(size, 7)
  })
  /** Adds a campaign and returns a function that counts how often the campaign's link has been read since. */
  function load(link: string) {
    let reads = 0
    const campaign = makeCampaign({ utm: { utm_content: '{language}' } })
    const get = () => {
      reads++
      return link
    }
    Object.defineProperty(campaign.creatives[0], 'link', { get })
    inventory.putCampaign(campaign, { weight: 1, allowance: 1 })
    const before = reads
    return () => reads - before
  }
  return { inventory, load, press: (creative = 1) => addressOf({ ...decided, creative }) }
}

test('a link is read at the first press and when its campaign was loaded again, and the database never', async () => {
  const { load, press } = create()
  const reads = load('https://wallet.example/?at={timestamp}')
  for (let count = 0; count < 3; count++)
    expect(await press()).toBe('https://wallet.example/?at=1772323200&utm_content=en')
  expect(reads()).toBe(1)
  load('https://other.example/{unit}?id={click}')
  expect(await press()).toBe(`https://other.example/1?id=${'07'.repeat(16)}&utm_content=en`)
})

test.each([
  ['blog.example', 'blog.example'],
  ['blog.example:8443', 'blog.example'],
  ['[2001:db8::1]', '%5B2001%3Adb8%3A%3A1%5D'],
  ['[2001:db8::1]:8443', '%5B2001%3Adb8%3A%3A1%5D']
])('the site of a unit on %s is its host without the port', async (domain, site) => {
  const { load, press } = create({
    id: 1,
    domain,
    isVerified: true,
    language: '',
    words: new Set()
  })
  load('https://wallet.example/?from={site}')
  expect(await press()).toBe(`https://wallet.example/?from=${site}`)
})

test('a unit without a site has neither its host nor its language', async () => {
  const { load, press } = create(null)
  load('https://wallet.example/?from={site}&in={language}')
  expect(await press()).toBe('https://wallet.example/?from=&in=')
})

test('each creative of a campaign leads to its own link', async () => {
  const { inventory, press } = create()
  const [first, second] = [1, 2].map(id =>
    makeCreative({ id, link: `https://shop${id}.example/?ad={creative}` })
  )
  if (!first || !second) throw new Error('no creatives')
  const campaign = makeCampaign({ creatives: [first, second] })
  inventory.putCampaign(campaign, { weight: 1, allowance: 1 })
  for (const _ of ['first press', 'second press']) {
    expect(await press(1)).toBe('https://shop1.example/?ad=1')
    expect(await press(2)).toBe('https://shop2.example/?ad=2')
  }
})
