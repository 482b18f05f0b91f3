import {
  type AttentionItem,
  type AttentionKind,
  attentionNeeds,
  attentionNotes
} from '@mille/stores/attention/attention.ts'
import { sampleConsents } from '@mille/stores/samples/sample-legal.ts'
import { sampleMoment } from '@mille/stores/samples/sample-moments.ts'
import type { ReactNode } from 'react'
import { expect, fn, within } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { legalTitles } from '../legal/messages.ts'
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

const nothing = { consents: [], needs: [], notes: [], isRunning: false }
const all = {
  consents: [],
  needs: items(attentionNeeds),
  notes: items(attentionNotes),
  isRunning: true
}
const some = {
  consents: [],
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
const both = sampleConsents(1).data
const [terms, privacy] = both
/** The terms changed since the account agreed to them. */
export const TermsChanged = meta.story({
  args: { attention: { ...some, consents: terms ? [terms] : [] }, isNew: false },
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('link', { name: legalTitles.terms })).toHaveAttribute(
      'href',
      '/legal/terms?version=2'
    )
    await userEvent.click(canvas.getByRole('button', { name: messages.agree.terms }))
    await expect(args.onAgree).toHaveBeenCalledWith([terms])
  }
})
export const PrivacyPolicyChanged = meta.story({
  args: { attention: { ...nothing, consents: privacy ? [privacy] : [] }, isNew: false }
})
/** Both pages are in one line with one button. */
export const BothChanged = meta.story({
  args: { attention: { ...some, consents: both }, isNew: false },
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getAllByRole('button')).toHaveLength(1)
    const line = canvas.getByRole('link', { name: legalTitles.privacy }).closest('li')
    await expect(line).toHaveTextContent(
      /^Terms of service and Privacy policy changed, most recently on .+\. Read them\. I agree to both$/
    )
    await userEvent.click(canvas.getByRole('button', { name: messages.agree.both }))
    await expect(args.onAgree).toHaveBeenCalledWith(both)
  }
})
export const BothChangedNarrow = BothChanged.extend({
  globals: { viewport: { value: 'phone' } }
})
export const BothChangedRightToLeft = BothChanged.extend({ globals: { direction: 'rtl' } })
