import preview from '../../../.storybook/preview.tsx'
import { FeedbackLink } from './feedback-link.tsx'
import './feedback-link.css'

const meta = preview.meta({
  title: 'Widgets/Parts/Feedback link',
  component: FeedbackLink,
  args: { href: '#suggestions' }
})

export const Playground = meta.story({})
export const LongText = meta.story({
  args: { label: 'Tell us what is missing, what gets in your way, and what you would fix first' }
})
export const RightToLeft = meta.story({ globals: { direction: 'rtl' }, args: { label: 'משוב' } })
export const Dark = meta.story({ globals: { theme: 'dark' } })
