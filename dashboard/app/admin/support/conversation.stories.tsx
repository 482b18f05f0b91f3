import { createApi } from '@mille/api/client.ts'
import {
  answerConversation,
  type ChatMessage,
  markConversationRead,
  uploadConversationPicture
} from '@mille/api/support/endpoints.ts'
import { createFetchTransport } from '@mille/api/transport.ts'
import { createConversationStores } from '@mille/stores/admin/conversation.ts'
import { dark, inFrame, longText, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { useMemo } from 'react'
import { expect, waitFor } from 'storybook/test'
import { type Answer, answering, planNetwork, refused } from '../../../../.storybook/network.ts'
import preview from '../../../../.storybook/preview.tsx'
import { Conversation } from './conversation.tsx'

type Args = { name: string; messages: ChatMessage[]; sent: Answer; uploaded: Answer }

const drawn = (width: number, height: number) => ({
  source: `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#c8ccd6"/><circle cx="30%" cy="40%" r="12%" fill="#e8a33d"/></svg>`)}`,
  width,
  height
})

const meta = preview.meta({
  component: ConversationStory,
  title: 'Dashboard/Conversation',
  decorators: [inFrame('48rem')],
  args: {
    name: 'Ann',
    messages: [
      message('1', 'user', 'My banner was refused, and I do not see why.'),
      message('2', 'operator', 'It is 12 kB over the limit. The rest of it is fine.')
    ],
    sent: { status: 201, body: { data: message('3', 'operator', 'Sent') } },
    uploaded: {
      status: 201,
      body: { data: { type: 'chat_pictures', id: '1', attributes: drawn(1600, 1000) } }
    }
  } as Args,
  beforeEach: ({ args }) =>
    planNetwork(
      answering(answerConversation, args.sent),
      answering(uploadConversationPicture, args.uploaded),
      answering(markConversationRead, { status: 204 })
    )
})

function ConversationStory({ name, messages }: Args) {
  const stores = useMemo(() => {
    const api = createApi({ transport: createFetchTransport(location.origin) })
    const meta = {
      has_more: false,
      unread_count: 0,
      own_read_id: null,
      other_read_id: '2',
      is_other_online: true
    }
    return createConversationStores(api, { id: '7', messages: { data: messages, meta } }, () => {})
  }, [messages])
  return <Conversation name={name} stores={stores} onRead={async () => {}} />
}

export const Playground = meta.story()
export const LongText = meta.story({
  args: { name: longText, messages: [message('1', 'user', `${longText}\n\n${longText}`)] }
})
export const Pictures = meta.story({
  args: {
    messages: [
      message('1', 'user', 'This is what I see.', drawn(1600, 1000)),
      message('2', 'operator', '', drawn(300, 1400)),
      message('3', 'user', '', drawn(64, 20)),
      message('4', 'user', 'A line', drawn(4, 1400))
    ]
  },
  async play({ canvas }) {
    const all = canvas.getAllByRole('img', { name: /^Picture from (Ann|Grace), / })
    await expect(all).toHaveLength(4)
    for (const { offsetHeight } of all) await expect(offsetHeight).toBeLessThanOrEqual(240)
  }
})
export const Dark = Pictures.extend(dark)
export const RightToLeft = Pictures.extend(rightToLeft)

export const PictureUploading = meta.story({
  args: { uploaded: 'waiting' },
  async play({ canvas, canvasElement }) {
    choose(canvasElement)
    await expect(await canvas.findByRole('progressbar')).toHaveAccessibleName(/screen\.png/)
  }
})
export const PictureReady = meta.story({
  async play({ canvas, canvasElement }) {
    choose(canvasElement)
    await expect(await canvas.findByAltText(/ready to send/)).toBeVisible()
  }
})
export const DarkPictureReady = PictureReady.extend(dark)
export const PictureSent = meta.story({
  args: { sent: { status: 201, body: { data: message('3', 'operator', '', drawn(800, 500)) } } },
  async play({ canvas, canvasElement, userEvent }) {
    choose(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }))
    await canvas.findByAltText(/^Picture from Grace/)
    await waitFor(() => expect(canvas.queryByText('screen.png')).toBeNull())
  }
})
export const PictureRefused = meta.story({
  args: { uploaded: refused(422, 'chat_picture_not_taken', 'The picture is damaged.') },
  async play({ canvas, canvasElement, userEvent }) {
    choose(canvasElement)
    await expect(await canvas.findByText('The picture is damaged.')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Try again' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Remove the picture' }))
    await waitFor(() => expect(canvas.queryByText('screen.png')).toBeNull())
  }
})
export const PictureOffline = meta.story({
  args: { uploaded: 'offline' },
  async play({ canvas, canvasElement, userEvent }) {
    await userEvent.type(canvas.getByLabelText('Your reply'), 'Look at this')
    choose(canvasElement)
    await expect(await canvas.findByText(/could not be reached/)).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(canvas.getByLabelText('Your reply')).toHaveValue('Look at this')
  }
})

/** Chooses a file in the same way as the system's file dialog. */
function choose(canvasElement: HTMLElement): void {
  const input = canvasElement.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is nothing to choose a file with')
  const chosen = new DataTransfer()
  chosen.items.add(new File(['x'], 'screen.png', { type: 'image/png' }))
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

function message(
  id: string,
  author: 'user' | 'operator',
  text: string,
  picture: ReturnType<typeof drawn> | null = null
): ChatMessage {
  const attributes = {
    conversation_id: '7',
    author,
    author_name: author === 'operator' ? 'Grace' : null,
    text,
    picture: picture && { id, ...picture },
    created_at: `2026-11-0${id}T09:30:00.000Z`
  }
  return { type: 'chat_messages', id, attributes }
}
