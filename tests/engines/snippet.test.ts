import { buildCode } from '@mille/server/ad-units/code.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DeliveryStandIn, HostSite, textDecision } from '../embed/stand-in.ts'
import { type Engine, engines } from './engine.ts'

const network = new DeliveryStandIn()
const site = new HostSite()

beforeAll(async () => {
  await network.start()
  await site.start()
  network.decisions.set('1', textDecision('1'))
})
afterAll(async () => {
  await site.stop()
  await network.stop()
})
beforeEach(() => {
  network.requests.length = 0
  network.seen.length = 0
  network.decide = undefined
})

function pageWith(...units: number[]) {
  const codes = units.map(id => {
    const settings = { position: 'fixed' } as const
    return buildCode({ id, user_id: 1, size: '300x250', settings }, network.origin).script
  })
  return {
    html: `<!doctype html><meta charset="utf-8"><title>A page</title>${codes.join('\n')}`
  }
}

for (const [name, start] of Object.entries(engines)) {
  describe(name, () => {
    let engine: Engine
    beforeAll(async () => {
      engine = await start()
    })
    afterAll(() => engine?.stop())

    test('one request serves the preload of the snippet and the ad', async () => {
      site.pages.set('/', pageWith(1))
      await engine.open(site.origin)
      const kinds = () => network.seen.map(it => it.kind)
      await expect.poll(kinds, { timeout: 15_000 }).toEqual(['rendered', 'viewable'])
      const asked = network.requests
        .map(it => it.address)
        .filter(it => it.startsWith('/serve/units/'))
      expect(new Set(asked)).toEqual(new Set(['/serve/units/1']))
      // WebKit requests the decision again if the preload is complete before the script runs.
      expect(asked.length).toBeLessThanOrEqual(name === 'WebKit' ? 2 : 1)
    })

    test('five pages of two ad units get ten decisions, each rendered once', async () => {
      let decisions = 0
      network.decide = unit => textDecision(unit, { token: `${unit}-${++decisions}` })
      for (const path of ['/1', '/2', '/3', '/4', '/5']) {
        site.pages.set(path, pageWith(1, 2))
        const before = network.seen.length
        await engine.open(site.origin + path)
        await expect.poll(() => network.seen.length - before, { timeout: 15_000 }).toBe(4)
      }
      const tokens = network.seen.filter(it => it.kind === 'rendered').map(it => it.token)
      expect(new Set(tokens).size).toBe(10)
      expect(tokens).toHaveLength(10)
    })

    test.each(['ad.classic.js', 'mille.js'])(
      '%s without type="module" shows and counts a sticky ad',
      async script => {
        network.decide = unit => textDecision(unit, { size: '320x100', position: 'sticky' })
        const path = `/${script}`
        const src = `${network.origin}/embed/v1/${script}`
        site.pages.set(path, {
          html: `<!doctype html><meta charset="utf-8"><title>A page</title><script src="${src}"></script><mille-ad unit="1"></mille-ad>`
        })
        await engine.open(site.origin + path)
        const kinds = () => network.seen.map(it => it.kind)
        await expect.poll(kinds, { timeout: 15_000 }).toEqual(['rendered', 'viewable'])
      }
    )
  })
}
