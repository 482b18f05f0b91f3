import { dark, longText, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { insideWidget, WidgetStory } from '../../../.storybook/widget-story.tsx'
import { boardAddress } from './board-address.ts'
import { FeedbackLink } from './feedback-link.tsx'
import './feedback-link.css'

type Args = { token: string; board: string; label: string }

const meta = preview.meta({
  component: FeedbackStory,
  title: 'Widgets/Feedback',
  tags: ['both'],
  parameters: { docs: { story: { inline: false, height: '160px' } } },
  args: { token: 'a-feedback-token', board: '', label: 'Feedback' }
})

function FeedbackStory({ token, board, label }: Args) {
  const href = token && boardAddress(location.origin, board || null, token)
  return (
    <WidgetStory name="feedback" attributes={{ token, label, ...(board && { board }) }}>
      {href && (
        <div style={{ position: 'fixed', insetBlockEnd: 16, insetInlineStart: 16 }}>
          <FeedbackLink href={href} label={label} />
        </div>
      )}
    </WidgetStory>
  )
}

export const Playground = meta.story({
  async play({ canvasElement }) {
    const widget = await insideWidget(canvasElement, 'feedback')
    await expect(await widget.findByRole('link', { name: 'Feedback' })).toHaveAttribute(
      'href',
      `${location.origin}/suggestions?token=a-feedback-token`
    )
  }
})
export const NoltBoard = meta.story({
  args: { board: 'https://mille.nolt.io/top' },
  async play({ canvasElement }) {
    const widget = await insideWidget(canvasElement, 'feedback')
    await expect(await widget.findByRole('link')).toHaveAttribute(
      'href',
      'https://mille.nolt.io/sso/a-feedback-token'
    )
  }
})
export const WithoutToken = meta.story({
  args: { token: '' },
  async play({ canvas }) {
    await expect(canvas.queryByRole('link')).toBeNull()
  }
})
export const LongText = meta.story({ args: { label: longText } })
export const Dark = Playground.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)
