import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Button } from '../button/button.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { type ToastMessage, ToastProvider, useToast } from './toast.tsx'

const meta = preview.meta({
  title: 'Components/Toast',
  args: { message: { title: 'Campaign paused' } as ToastMessage },
  decorators: [inFrame()],
  render: ({ message }) => (
    <ToastProvider>
      <ShowButton message={message} />
    </ToastProvider>
  )
})

function ShowButton({ message }: { message: ToastMessage }) {
  const toast = useToast()
  return (
    <>
      <Button onClick={() => toast.show(message)}>Do it</Button>
      {message.id !== undefined && (
        <>
          <Button onClick={() => toast.show({ ...message, title: 'Another one' })}>
            Replace it
          </Button>
          <Button onClick={() => toast.hide(message.id ?? '')}>Hide it</Button>
        </>
      )}
    </>
  )
}

const onUndo = fn()

export const Playground = meta.story({})
export const Success = meta.story({
  async play({ canvas, userEvent, args }) {
    const button = canvas.getByRole('button', { name: 'Do it' })
    await userEvent.click(button)
    await screen.findAllByText(args.message.title)
    await expect(button).toHaveFocus()
  }
})
export const Undo = meta.story({
  args: {
    message: {
      title: 'Ad unit deleted',
      description: 'Its snippet will stay empty.',
      action: { label: 'Undo', onSelect: onUndo }
    }
  },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Do it' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await expect(onUndo).toHaveBeenCalled()
    await waitFor(() => expect(screen.queryByText('Ad unit deleted')).toBeNull())
  }
})
export const KeptUntilHidden = meta.story({
  args: {
    message: {
      id: 'undo',
      isKept: true,
      title: 'Approved',
      action: { label: 'Undo (Z)', onSelect: onUndo }
    }
  },
  async play({ canvas, userEvent }) {
    const press = async (name: string) => userEvent.click(canvas.getByRole('button', { name }))
    await press('Do it')
    await screen.findAllByText('Approved')
    await press('Replace it')
    await screen.findAllByText('Another one')
    await expect(screen.queryByText('Approved')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Undo (Z)' }))
    await waitFor(() => expect(screen.getByText('Another one')).toBeVisible())
    await press('Hide it')
    await waitFor(() => expect(screen.queryByText('Another one')).toBeNull())
  }
})
export const Alarm = Success.extend({
  args: {
    message: {
      title: 'Not saved',
      description: 'The server did not answer. Your text is still here.',
      tone: 'alarm'
    }
  }
})
export const Info = Success.extend({
  args: { message: { title: 'A new version is ready', tone: 'info' } }
})
export const LongText = Success.extend({
  args: { message: { title: longText, description: longText } }
})
export const Dark = Success.extend(dark)
export const RightToLeft = Success.extend(rightToLeft)
