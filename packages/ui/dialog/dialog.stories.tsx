import { useState } from 'react'
import { expect, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Button } from '../button/button.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { TextField } from '../text-field/text-field.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

const meta = preview.meta({
  title: 'Components/Dialog',
  component: Dialog,
  args: {
    isOpen: false,
    onOpenChange: () => undefined,
    title: 'Sign in',
    description: 'We email you a code that works for 10 minutes.',
    children: <TextField label="Email address" type="email" autoComplete="email" />,
    footer: <Button variant="primary">Email me a code</Button>
  },
  decorators: [inFrame()],
  render: Live
})

function Live(props: DialogProps) {
  const [isOpen, setIsOpen] = useState(props.isOpen)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      <Dialog {...props} isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}

export const Playground = meta.story({})
export const Open = meta.story({ args: { isOpen: true } })
export const Small = meta.story({
  args: {
    isOpen: true,
    size: 'small',
    title: 'Delete “Blog sidebar”?',
    description: 'The snippet on your pages will stay empty. You keep what it has earned.',
    children: undefined,
    footer: (
      <>
        <Button>Keep it</Button>
        <Button variant="danger">Delete the unit</Button>
      </>
    )
  }
})
export const LongText = meta.story({
  args: {
    isOpen: true,
    title: longText,
    children: <p>{`${longText}. `.repeat(30)}</p>
  }
})
export const Large = meta.story({ args: { isOpen: true, size: 'large' } })

export const Focus = meta.story({
  async play({ canvas, userEvent }) {
    const opener = canvas.getByRole('button', { name: 'Open' })
    await userEvent.click(opener)
    const dialog = await screen.findByRole('dialog', { name: 'Sign in' })
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
    for (let press = 0; press < 5; press += 1) {
      await userEvent.tab()
      // After the last control, the focus passes a guard element beside the dialog before it returns to the first
      // control.
      await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
    }
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(opener).toHaveFocus())
  }
})
export const Dark = Open.extend(dark)
export const RightToLeft = Open.extend(rightToLeft)
