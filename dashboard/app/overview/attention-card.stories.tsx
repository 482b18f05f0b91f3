import {
  type AttentionItem,
  type AttentionKind,
  attentionNeeds,
  attentionNotes
} from '@mille/stores/attention/attention.ts'
import { sampleMoment } from '@mille/stores/samples/sample-moments.ts'
import type { ReactNode } from 'react'
import { expect, fn, within } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { AttentionCard } from './attention-card.tsx'
import { overviewMessages as messages } from './messages.ts'

const meta = preview.meta({
  title: 'Dashboard/Needs attention',
  component: AttentionCard,
  args: { onAgree: fn() }
})

const names = {
  campaign: 'Bread from the next village',
  site: 'blog.example',
  unit: 'Under the articles',
  order: 'An article about your product'
}

function items<Kind extends AttentionKind>(kinds: readonly Kind[]): AttentionItem<Kind>[] {
  return kinds.map((kind, index) => ({
    kind,
    id: String(index),
    name: names[kind.split('_')[0] as keyof typeof names],
    href: '#',
    at: sampleMoment(-3)
  }))
}

const nothing = { needs: [], notes: [], isRunning: false }
const all = { needs: items(attentionNeeds), notes: items(attentionNotes), isRunning: true }
const some = {
  needs: items(['campaign_review_unfunded', 'unit_without_views', 'order_to_confirm']),
  notes: items(['campaign_paused']),
  isRunning: false
}

export const Running = meta.story({
  args: { attention: { ...nothing, isRunning: true }, isNew: false }
})
export const NotRunning = meta.story({ args: { attention: nothing, isNew: false } })
export const New = meta.story({ args: { attention: nothing, isNew: true } })
export const SomeNeeds = meta.story({ args: { attention: some, isNew: false } })
export const OnlyNotes = meta.story({ args: { attention: { ...some, needs: [] }, isNew: false } })
export const EveryNeed = meta.story({
  args: { attention: { ...all, notes: [] }, isNew: false },
  async play({ canvasElement }) {
    const hidden = attentionNeeds.length - 10
    await expect(within(canvasElement).getByText(messages.more(hidden))).toBeVisible()
  }
})
export const EveryNote = meta.story({ args: { attention: { ...all, needs: [] }, isNew: false } })
export const Narrow = meta.story({
  args: { attention: some, isNew: false },
  decorators: [(Story: () => ReactNode) => <div style={{ inlineSize: 320 }}>{Story()}</div>],
  globals: { viewport: { value: 'phone' } }
})
export const Dark = meta.story({
  args: { attention: some, isNew: false },
  globals: { theme: 'dark' }
})
export const RightToLeft = meta.story({
  args: { attention: some, isNew: false },
  globals: { direction: 'rtl' }
})
/** The terms changed since the account agreed to them. */
export const TermsChanged = meta.story({
  args: {
    attention: { ...some, needs: [...items(['terms_changed']), ...some.needs] },
    isNew: false
  },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: messages.agree.terms }))
    await expect(args.onAgree).toHaveBeenCalledWith('terms', 0)
  }
})
