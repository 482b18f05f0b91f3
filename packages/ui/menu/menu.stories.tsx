import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Button } from '../button/button.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { Menu, type MenuItem } from './menu.tsx'

const onPause = fn()

const items: MenuItem[] = [
  { kind: 'link', label: 'Statistics', icon: 'chart', href: '#statistics' },
  { kind: 'action', label: 'Pause', icon: 'pause', onSelect: onPause },
  { kind: 'action', label: 'Fund', icon: 'coin', isDisabled: true, onSelect: fn() },
  { kind: 'separator', id: 'end' },
  { kind: 'action', label: 'Archive', icon: 'trash', isDanger: true, onSelect: fn() }
]

const meta = preview.meta({
  title: 'Components/Menu',
  component: Menu,
  args: {
    trigger: <Button icon="menu">Actions</Button>,
    align: 'start' as const,
    items
  },
  decorators: [inFrame()]
})

export const Playground = meta.story({})
export const Open = meta.story({
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Actions' }))
    await screen.findByRole('menu')
  }
})
export const Keyboard = meta.story({
  async play({ canvas, userEvent }) {
    const trigger = canvas.getByRole('button', { name: 'Actions' })
    trigger.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Statistics' })).toHaveFocus())
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Pause' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(onPause).toHaveBeenCalled())
    await waitFor(() => expect(trigger).toHaveFocus())
  }
})
export const Dark = Open.extend(dark)
export const RightToLeft = Open.extend(rightToLeft)
