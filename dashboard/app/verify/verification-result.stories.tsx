import type { Verification } from '@mille/stores/bill-verification/bill-verification.ts'
import { fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { VerificationResult } from './verify-page.tsx'

const verified = (...sentences: string[]) =>
  sentences.map(sentence => ({ kind: 'verified' as const, sentence }))
const said = verified(
  'Signature ok: ads.example/log, 18,204 entries, key ads.example/log+560e4dbc+AdjflHAS45kYP0icDDWGoj+0haaZCzffKJnzcxWPoUuQ.',
  'Log consistent with the checkpoint kept at 17,100 entries.'
)
const name = 'mille-campaign-12-bill.jsonl'

const meta = preview.meta({
  title: 'Pages/Verify a bill/Result',
  component: VerificationResult,
  args: { verification: { kind: 'idle' } as Verification, onStop: fn() }
})

export const Idle = meta.story({})
export const Running = meta.story({
  args: { verification: { kind: 'running', name, said, part: 0.4 } }
})
export const Right = meta.story({
  args: {
    verification: {
      kind: 'ended',
      name,
      problem: null,
      result: 'right',
      said: [
        ...said,
        ...verified(
          '31 of 31 charges are in the public log.',
          '12,480 of 12,480 views included.',
          'Charge recomputed: 0.03120000 BTC, charged: 0.03120000 BTC, difference 0.'
        ),
        {
          kind: 'compare',
          sentence:
            '2026-11-01T00:00:00.000Z to 2026-11-23T12:00:00.000Z: 31 charges, 0.03120000 BTC in all.'
        }
      ]
    }
  }
})
export const Wrong = meta.story({
  args: {
    verification: {
      kind: 'ended',
      name,
      problem:
        'Window 2026-11-23T10:00:00.000Z: ad unit 5 is paid for 8 views, but 7 are listed. [views_differ]',
      result: 'wrong',
      said
    }
  }
})
export const NotVerified = meta.story({
  args: {
    verification: {
      kind: 'ended',
      name,
      problem: null,
      result: 'unverified',
      said: [
        ...said,
        {
          kind: 'unverified',
          sentence: '1,539 views: the network says that it no longer keeps them.'
        }
      ]
    }
  }
})
