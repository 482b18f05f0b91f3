import { expect, test, vi } from 'vitest'
import type { Config } from '../config.ts'
import { createLog } from '../context.ts'
import { warnOfBlockedHost } from './blocked-host.ts'

function warnings(publicUrl: string, mode: Config['mode'] = 'production'): unknown[] {
  const log = createLog({ logLevel: 'silent' })
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
  warnOfBlockedHost({ config: { publicUrl, mode } as Config, log })
  return warn.mock.calls.map(([said]) => said)
}

test.each([
  'https://ads.example',
  'https://ad.shop.example',
  'https://ads2.example:8443',
  'https://promo.example',
  'https://matomo.shop.example'
])('%s is refused by ad blockers, and the operator is warned', url => {
  expect(warnings(url)).toEqual([{ host: new URL(url).hostname }])
  expect(warnings(url, 'development')).toEqual([])
})

test.each([
  'https://mille.example',
  'https://adsum.example',
  'https://network.ads.example',
  'https://promotion.example'
])('nothing is said of %s', url => expect(warnings(url)).toEqual([]))
