import { expect, test } from 'vitest'
import { checkLightning } from './lightning-check.ts'

const now = new Date('2026-03-02T10:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const running = {
  height: 812,
  connectedPeers: 1,
  usableChannels: 2,
  holdings: 5_000n,
  failures: {},
  stopped: null,
  seenAt: ago(4)
}

test.each([
  ['ok', running, 'The node said 4 s ago: block 812, peers connected: 1, usable channels: 2.'],
  ['warning', { ...running, usableChannels: 0 }, 'usable channels: 0'],
  ['warning', { ...running, seenAt: ago(90) }, 'said 2 minutes ago'],
  ['alarm', { ...running, seenAt: ago(900) }, 'said 15 minutes ago'],
  ['warning', { ...running, height: null, seenAt: null }, 'has not started yet'],
  ['alarm', { ...running, stopped: 'Another process has started this node' }, 'Another process']
] as const)('%s: %#', (state, lightning, text) => {
  const found = checkLightning(lightning, now)
  expect(found).toMatchObject({ name: 'Lightning', state })
  expect(found.text).toContain(text)
})
