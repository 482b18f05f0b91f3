import { createBinder } from '@mille/api/create-binder.ts'
import {
  type ChatMessage,
  markChatRead,
  readChatConfiguration,
  readChatMessages,
  sendChatMessage,
  uploadChatPicture
} from '@mille/api/support/endpoints.ts'
import { chatStream } from '@mille/api/support/streams.ts'
import { createFetchTransport } from '@mille/api/transport.ts'
import { createChatStores } from '@mille/stores/chat/chat.ts'
import { dark, longText, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { useEffect, useMemo, useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import { type Answer, answering, planNetwork, refused } from '../../../.storybook/network.ts'
import preview from '../../../.storybook/preview.tsx'
import { insideWidget, WidgetStory } from '../../../.storybook/widget-story.tsx'
import { Dialog } from '../shared/dialog.tsx'
import type { ChatElement } from './chat-element.ts'
import { ChatPanel } from './chat-panel.tsx'
import { subscribeToChat } from './stream.ts'
import { createOwnPictureField } from './upload-picture.ts'
import '../shared/dialog.css'
import './chat-dialog.css'
import './chat-element.css'
import './chat-panel.css'

type Args = {
  isOpen: boolean
  configuration: Answer
  page: Answer
  sent: Answer
  uploaded: Answer
}

const drawn = (width: number, height: number) => ({
  source: `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#c8ccd6"/><circle cx="30%" cy="40%" r="12%" fill="#e8a33d"/><path d="M0 ${height} ${width * 0.4} ${height * 0.5} ${width} ${height}" fill="#41506b"/></svg>`)}`,
  width,
  height
})
const screen = drawn(1600, 1000)

const messages = [
  message('1', 'user', 'My banner was refused, and I do not see why.'),
  message('2', 'operator', 'It is 12 kB over the limit. The rest of it is fine.'),
  message('3', 'user', 'Thank you, I will make it smaller.')
]

const meta = preview.meta({
  component: ChatStory,
  title: 'Widgets/Chat',
  tags: ['both'],
  parameters: { layout: 'fullscreen', docs: { story: { inline: false, height: '640px' } } },
  args: {
    isOpen: true,
    configuration: { status: 200, body: { provider: 'built-in' } },
    page: holding(messages),
    sent: { status: 201, body: { data: message('4', 'user', 'One more thing') } },
    uploaded: {
      status: 201,
      body: { data: { type: 'chat_pictures', id: '1', attributes: screen } }
    }
  } as Args,
  argTypes: Object.fromEntries(
    ['configuration', 'page', 'sent', 'uploaded'].map(name => [name, { table: { disable: true } }])
  ),
  beforeEach: ({ args }) =>
    planNetwork(
      answering(readChatConfiguration, args.configuration),
      answering(readChatMessages, args.page),
      answering(sendChatMessage, args.sent),
      answering(uploadChatPicture, args.uploaded),
      answering(markChatRead, { status: 204 }),
      // Chat stream without events.
      answering(chatStream, 'waiting')
    )
})

function ChatStory({ isOpen }: Args) {
  return (
    <WidgetStory
      name="chat"
      attributes={{}}
      onElement={element => void (isOpen && openChat(element as ChatElement))}
    >
      <OwnChat isOpenAtFirst={isOpen} />
    </WidgetStory>
  )
}

async function openChat(element: ChatElement) {
  await customElements.whenDefined(element.localName)
  element.open()
}

function OwnChat({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const stores = useMemo(() => {
    const bind = createBinder({ transport: createFetchTransport(location.origin) })
    const calls = { readChatConfiguration, readChatMessages, sendChatMessage, markChatRead }
    return createChatStores(bind(calls), subscribeToChat, async () => createOwnPictureField())
  }, [])
  useEffect(() => {
    if (isOpen) void stores.start()
    return stores.stop
  }, [isOpen, stores])
  return (
    <>
      <button type="button" className="mille-chat-open" onClick={() => setIsOpen(true)}>
        Contact us
      </button>
      {isOpen && (
        <Dialog title="Contact us" onClose={() => setIsOpen(false)}>
          <ChatPanel stores={stores} onSignIn={() => setIsOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

export const Playground = meta.story({ play: waitForText(/12 kB over/) })
export const Closed = meta.story({ args: { isOpen: false }, play: waitForText('Contact us') })
export const Loading = meta.story({
  args: { configuration: 'waiting' },
  play: waitForText(/Loading the conversation/)
})
export const Failed = meta.story({
  args: { page: { status: 503 } },
  play: waitForText(/could not be loaded/)
})
export const Offline = meta.story({
  args: { configuration: 'offline' },
  play: waitForText(/could not be loaded/)
})
export const SignedOut = meta.story({
  args: { page: refused(401, 'not_authenticated') },
  play: waitForText(/Sign in so that/)
})
export const Elsewhere = meta.story({
  args: {
    configuration: {
      status: 200,
      body: { provider: 'chatwoot', url: 'https://chat.example', website_token: 'token' }
    }
  },
  play: waitForText(/in a separate window/)
})
export const Empty = meta.story({
  args: { page: holding([], { is_other_online: false }) },
  play: waitForText(/Ask us anything/)
})
export const Older = meta.story({
  args: { page: holding(messages, { has_more: true }) },
  play: waitForText('Show older messages')
})
export const Read = meta.story({
  args: { page: holding(messages, { other_read_id: '3' }) },
  play: waitForText('Read')
})
export const LongText = meta.story({
  args: {
    page: holding([
      message('1', 'user', `${longText}\n\n${longText}`),
      message('2', 'operator', `${longText}. `.repeat(6))
    ])
  },
  play: waitForText(/Contact us/)
})
export const Dark = Playground.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)

export const Sent = meta.story({
  async play({ canvasElement, userEvent }) {
    const widget = await insideWidget(canvasElement, 'chat')
    const field = await widget.findByLabelText('Your message')
    await userEvent.type(field, 'One more thing{Enter}')
    await widget.findByText('One more thing', { selector: 'article p' })
    await waitFor(() => expect(field).toHaveValue(''))
  }
})
export const Sending = meta.story({
  args: { sent: 'waiting' },
  async play({ canvasElement, userEvent }) {
    const widget = await insideWidget(canvasElement, 'chat')
    await userEvent.type(await widget.findByLabelText('Your message'), 'One more thing{Enter}')
    await waitFor(() =>
      expect(widget.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-busy', 'true')
    )
  }
})
export const NotSent = meta.story({
  args: { sent: 'offline' },
  async play({ canvasElement, userEvent }) {
    const widget = await insideWidget(canvasElement, 'chat')
    const field = await widget.findByLabelText('Your message')
    await userEvent.type(field, 'One more thing{Enter}')
    await widget.findByText(/Not sent/)
    await expect(field).toHaveValue('One more thing')
  }
})

const withPictures = holding([
  message('1', 'user', 'This is what I see.', screen),
  message('2', 'operator', '', drawn(300, 1400)),
  message('3', 'user', '', drawn(64, 20)),
  message('4', 'operator', 'A line', drawn(4, 1400))
])
export const Pictures = meta.story({
  args: { page: withPictures },
  async play({ canvasElement }) {
    const widget = await insideWidget(canvasElement, 'chat')
    const all = await widget.findAllByRole('img', { name: /^Picture from/ })
    await expect(all).toHaveLength(4)
    for (const { offsetHeight, offsetWidth } of all) {
      await expect(offsetHeight).toBeLessThanOrEqual(240)
      await expect(offsetWidth).toBeLessThanOrEqual(320)
    }
  }
})
export const DarkPictures = Pictures.extend(dark)
export const RightToLeftPictures = Pictures.extend(rightToLeft)

export const PictureUploading = meta.story({
  args: { uploaded: 'waiting' },
  async play({ canvasElement }) {
    const widget = await choose(canvasElement)
    await expect(await widget.findByRole('progressbar')).toHaveAccessibleName(/Uploading/)
  }
})
export const PictureReady = meta.story({
  async play({ canvasElement }) {
    const widget = await choose(canvasElement)
    await expect(await widget.findByAltText(/ready to send/)).toBeVisible()
  }
})
export const DarkPictureReady = PictureReady.extend(dark)
export const RightToLeftPictureReady = PictureReady.extend(rightToLeft)
export const PictureSent = meta.story({
  args: { sent: { status: 201, body: { data: message('4', 'user', '', screen) } } },
  async play({ canvasElement, userEvent }) {
    const widget = await choose(canvasElement)
    await userEvent.click(widget.getByRole('button', { name: 'Send' }))
    await widget.findByAltText(/^Picture from You/)
    await waitFor(() => expect(widget.queryByText('screen.png')).toBeNull())
  }
})
export const PictureRefused = meta.story({
  args: {
    uploaded: refused(422, 'chat_picture_not_taken', 'The picture is damaged.')
  },
  async play({ canvasElement, userEvent }) {
    const widget = await choose(canvasElement)
    await expect(await widget.findByText('The picture is damaged.')).toBeVisible()
    await expect(widget.queryByRole('button', { name: 'Try again' })).toBeNull()
    await userEvent.click(widget.getByRole('button', { name: 'Remove the picture' }))
    await waitFor(() => expect(widget.queryByText('screen.png')).toBeNull())
  }
})
export const PictureOffline = meta.story({
  args: { uploaded: 'offline' },
  async play({ canvasElement, userEvent }) {
    const widget = await insideWidget(canvasElement, 'chat')
    const field = await widget.findByLabelText('Your message')
    await userEvent.type(field, 'Look at this')
    await choose(canvasElement)
    await expect(await widget.findByText(/could not be uploaded/)).toBeVisible()
    await expect(widget.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(field).toHaveValue('Look at this')
  }
})
export const PictureDropped = meta.story({
  async play({ canvasElement }) {
    const widget = await insideWidget(canvasElement, 'chat')
    const log = await widget.findByRole('log')
    drop(log, new File(['<svg/>'], 'drawing.svg', { type: 'image/svg+xml' }))
    await expect(await widget.findByText(/not a PNG, JPEG/)).toBeVisible()
    drop(log, picture())
    await expect(await widget.findByAltText(/ready to send/)).toBeVisible()
  }
})
export const PicturePasted = meta.story({
  async play({ canvasElement }) {
    const widget = await insideWidget(canvasElement, 'chat')
    const field = await widget.findByLabelText('Your message')
    const clipboardData = new DataTransfer()
    clipboardData.items.add(picture())
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    )
    await expect(await widget.findByAltText(/ready to send/)).toBeVisible()
  }
})

function picture(): File {
  return new File(['x'], 'screen.png', { type: 'image/png' })
}

/** Chooses a file as the system's file dialog would. */
async function choose(canvasElement: HTMLElement) {
  const widget = await insideWidget(canvasElement, 'chat')
  const form = (await widget.findByLabelText('Your message')).closest('form')
  const input = form?.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is nothing to choose a file with')
  const chosen = new DataTransfer()
  chosen.items.add(picture())
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  return widget
}

function drop(target: HTMLElement, file: File): void {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  for (const type of ['dragover', 'drop'])
    target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
}

function message(
  id: string,
  author: 'user' | 'operator',
  text: string,
  picture: Omit<NonNullable<ChatMessage['attributes']['picture']>, 'id'> | null = null
): ChatMessage {
  return {
    type: 'chat_messages',
    id,
    attributes: {
      conversation_id: '7',
      author,
      author_name: author === 'operator' ? 'Grace' : null,
      text,
      picture: picture && { id, ...picture },
      created_at: `2026-11-0${id}T09:30:00.000Z`
    }
  }
}

function holding(data: ChatMessage[], meta: Record<string, unknown> = {}): Answer {
  const nothing = {
    has_more: false,
    unread_count: 0,
    own_read_id: null,
    other_read_id: null,
    is_other_online: true
  }
  return { status: 200, body: { data, meta: { ...nothing, ...meta } } }
}

function waitForText(text: RegExp | string) {
  return async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const widget = await insideWidget(canvasElement, 'chat')
    await expect((await widget.findAllByText(text)).length).toBeGreaterThan(0)
  }
}
