import { useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { Tabs, type TabsProps } from './tabs.tsx'

const meta = preview.meta({
  title: 'Components/Tabs',
  component: Tabs,
  args: {
    label: 'Notifications',
    value: 'all',
    onChange: () => undefined,
    tabs: [
      { id: 'all', label: 'All', content: 'Everything that happened.' },
      { id: 'unread', label: 'Unread', count: 4, content: 'Four unread notifications.' },
      { id: 'archive', label: 'Archive', content: 'Nothing yet.' }
    ]
  },
  decorators: [inFrame()],
  render: Live
})

function Live(props: TabsProps) {
  const [value, setValue] = useState(props.value)
  return <Tabs {...props} value={value} onChange={setValue} />
}

export const Playground = meta.story({})
export const Keyboard = meta.story({
  async play({ canvas, userEvent }) {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() =>
      expect(canvas.getByRole('tab', { name: /Unread/ })).toHaveAttribute('aria-selected', 'true')
    )
    await expect(canvas.getByRole('tabpanel', { name: /Unread/ })).toHaveTextContent(
      'Four unread notifications.'
    )
  }
})
export const Narrow = meta.story({
  args: {
    tabs: ['Meta tag', 'File', 'DNS record'].map(label => ({
      id: label,
      label,
      content: label
    })),
    value: 'File'
  },
  decorators: [inFrame('16rem')],
  async play({ canvas }) {
    const list = canvas.getByRole('tablist')
    await expect(list.scrollWidth).toBeLessThanOrEqual(list.clientWidth)
  }
})
export const LongText = meta.story({
  args: {
    tabs: [1, 2, 3].map(index => ({
      id: String(index),
      label: longText.slice(0, 40 + index),
      content: longText
    })),
    value: '1'
  }
})
export const Dark = Playground.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)
