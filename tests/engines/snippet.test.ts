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
})

for (const [name, start] of Object.entries(engines)) {
  describe(name, () => {
    let engine: Engine
    beforeAll(async () => {
      engine = await start()
    })
    afterAll(() => engine?.stop())

    test('one request serves the preload of the snippet and the ad', async () => {
      const settings = { position: 'fixed' } as const
      const unit = { id: 1, user_id: 1, size: '300x250', settings } as const
      const { script } = buildCode(unit, network.origin)
      site.pages.set('/', {
        html: `<!doctype html><meta charset="utf-8"><title>A page</title>${script}`
      })
      await engine.open(site.origin)
      const kinds = () => network.seen.map(it => it.kind)
      await expect.poll(kinds, { timeout: 15_000 }).toEqual(['rendered', 'viewable'])
      const asked = network.requests.map(it => it.address)
      expect(asked.filter(it => it.startsWith('/serve/units/'))).toEqual(['/serve/units/1'])
    })
  })
}
