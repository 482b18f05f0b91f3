import { expect, fireEvent, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { FileDrop } from './file-drop.tsx'

const picture =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="300" height="250"%3E%3Crect width="300" height="250" fill="%23f59e0b"/%3E%3C/svg%3E'

const meta = preview.meta({
  title: 'Components/File drop',
  component: FileDrop,
  args: {
    label: 'Banners',
    help: 'PNG, JPEG, GIF, WebP, or AVIF, up to 700 kB.',
    isMultiple: true,
    onFiles: fn(),
    onRemove: fn(),
    onRetry: fn()
  },
  decorators: [inFrame('34rem')]
})

export const Playground = meta.story({})
export const OneFile = meta.story({ args: { isMultiple: false, label: 'Logo' } })

export const Dropped = meta.story({
  async play({ args, canvas }) {
    const file = new File(['a'], 'banner.png', { type: 'image/png' })
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(file)
    const event = { dataTransfer, bubbles: true, cancelable: true }
    const zone = canvas.getByText(/drop them here/)
    await fireEvent(zone, new DragEvent('dragover', event))
    await fireEvent(zone, new DragEvent('drop', event))
    await expect(args.onFiles).toHaveBeenCalledWith([
      expect.objectContaining({ name: 'banner.png' })
    ])
  }
})

export const ChosenByKeyboard = meta.story({
  async play({ args, canvas, userEvent }) {
    await userEvent.tab()
    const input = canvas.getByLabelText(/Banners/)
    await expect(input).toHaveFocus()
    await userEvent.upload(input, [
      new File(['a'], 'a.png', { type: 'image/png' }),
      new File(['b'], 'b.png')
    ])
    await expect(args.onFiles).toHaveBeenCalledOnce()
  }
})

export const WithFiles = meta.story({
  args: {
    items: [
      {
        id: '1',
        name: 'spring-300x250.png',
        previewUrl: picture,
        detail: '300 × 250, 48 kB',
        state: 'ready'
      },
      { id: '2', name: 'spring-728x90.webp', detail: '112 kB', state: 'uploading', progress: 0.62 },
      {
        id: '3',
        name: 'logo.svg',
        state: 'failed',
        error: 'SVG is not supported. Save it as PNG or WebP.'
      },
      { id: '4', name: longText, previewUrl: picture, state: 'ready' }
    ]
  },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Remove spring-300x250.png' }))
    await expect(args.onRemove).toHaveBeenCalledOnce()
    await userEvent.click(canvas.getByRole('button', { name: 'Upload logo.svg again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  }
})
export const WithError = meta.story({ args: { error: 'Add at least one banner.' } })
export const Disabled = meta.story({ args: { isDisabled: true } })
export const Dark = WithFiles.extend(dark)
export const RightToLeft = WithFiles.extend(rightToLeft)
