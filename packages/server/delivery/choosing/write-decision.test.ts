import type { Decision } from '@mille/api/delivery/protocol.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { banner, inventoryOf, makeCampaign, makeUnit } from '../testing/inventory.ts'
import { createTokens } from '../visitors/token.ts'
import { type Answered, createDecider } from './decide.ts'
import { createRandomness } from './randomness.ts'
import { writeDecision } from './write-decision.ts'

const randomBytes = (size: number) => Buffer.alloc(size, 7)

function decide(text: string, hasInvitation: boolean, isBanner: boolean): Answered {
  const creative = {
    linkText: text,
    text,
    link: 'https://wallet.example/',
    logo: '/media/banners/3/c',
    banners: isBanner ? [banner('300x250')] : []
  }
  const unit = makeUnit({ hasInvitation, colors: isBanner ? { text: '#112233' } : {} })
  const inventory = inventoryOf([makeCampaign({ creative })], [unit])
  const decider = createDecider({
    config: { publicUrl: 'https://ads.example:8443' },
    now: () => new Date('2026-03-02T10:00:00Z'),
    inventory: () => inventory,
    visitors: { hash: () => Buffer.alloc(8) },
    tokens: createTokens(Buffer.alloc(32, 1)),
    random: createRandomness({ randomBytes }),
    frequency: { seenBy: () => null },
    lately: { of: () => [], remember: () => {} }
  })
  return decider({
    unit: '1',
    place: { width: 300, height: 250, screen: 800 },
    address: '192.0.2.1',
    userAgent: 'Firefox'
  })
}

test('writes a decision as JSON.stringify does, whatever the advertiser wrote', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 })
  fc.assert(
    fc.property(text, fc.boolean(), fc.boolean(), (text, hasInvitation, isBanner) => {
      const answered = decide(text, hasInvitation, isBanner)
      expect(answered.decision.filled).toBe(true)
      // Twice: the second time from what was kept.
      for (const copy of [answered, { ...answered }])
        expect(writeDecision(copy)).toBe(JSON.stringify(answered.decision))
    })
  )
})

test('the pictures of a text have absolute addresses', () => {
  expect(decide('Bread', false, false).decision.creative?.pictures).toEqual({
    logo: 'https://ads.example:8443/media/banners/3/c'
  })
  expect(decide('Bread', false, true).decision.creative).not.toHaveProperty('pictures')
})

test('an empty decision is plain JSON', () => {
  const empty: Decision = {
    filled: false,
    unit: '\u2028"',
    reason: 'unit_unknown',
    size: 'Adaptive',
    position: 'fixed',
    stickySide: 'header',
    colors: {},
    invitationUrl: null
  }
  expect(writeDecision({ decision: empty, shown: null })).toBe(JSON.stringify(empty))
})
