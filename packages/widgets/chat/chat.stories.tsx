import { createBinder } from '@mille/api/create-binder.ts'
import {
  type ChatMessage,
  markChatRead,
  readChatConfiguration,
  readChatMessages,
  sendChatMessage
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
import type { ChatElement } from './chat-element.tsx'
import { ChatPanel } from './chat-panel.tsx'
import { subscribeToChat } from './stream.ts'
import '../shared/dialog.css'
import './chat-element.css'
import './chat-panel.css'

type Args = { isOpen: boolean; configuration: Answer; page: Answer; sent: Answer }

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
    sent: { status: 201, body: { data: message('4', 'user', 'One more thing') } }
  } as Args,
  beforeEach: ({ args }) =>
    planNetwork(
      answering(readChatConfiguration, args.configuration),
      answering(readChatMessages, args.page),
      answering(sendChatMessage, args.sent),
      answering(markChatRead, { status: 204 }),
      // A stream in which nothing happens.
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
    return createChatStores(bind(calls), subscribeToChat)
  }, [])
  useEffect(() => {
    if (isOpen) void stores.start()
    return stores.stop
  }, [isOpen, stores])
  return (
    <>
      <button type="button" className="mille-chat-open" onClick={() => setIsOpen(true)}>
        Talk to us
      </button>
      {isOpen && (
        <Dialog title="Talk to us" onClose={() => setIsOpen(false)}>
          <ChatPanel stores={stores} onSignIn={() => setIsOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

export const Playground = meta.story({ play: waitForText(/12 kB over/) })
export const Closed = meta.story({ args: { isOpen: false }, play: waitForText('Talk to us') })
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
  play: waitForText(/Sign in to talk/)
})
export const Elsewhere = meta.story({
  args: {
    configuration: {
      status: 200,
      body: { provider: 'chatwoot', url: 'https://chat.example', website_token: 'token' }
    }
  },
  play: waitForText(/window of its own/)
})
export const Empty = meta.story({
  args: { page: holding([], { is_other_online: false }) },
  play: waitForText(/Ask us anything/)
})
export const Older = meta.story({
  args: { page: holding(messages, { has_more: true }) },
  play: waitForText('Earlier messages')
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
  play: waitForText(/Talk to us/)
})
export const Dark = Playground.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)

export const Sent = meta.story({
  async play({ canvasElement, userEvent }) {
    const widget = await insideWidget(canvasElement, 'chat')
    const field = await widget.findByLabelText('Your message')
    await userEvent.type(field, 'One more thing{Enter}')
    await widget.findByText('One more thing', { selector: 'article p' })
    await expect(field).toHaveValue('')
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
    await widget.findByText(/This was not sent/)
    await expect(field).toHaveValue('One more thing')
  }
})

function message(id: string, author: 'user' | 'operator', text: string): ChatMessage {
  return {
    type: 'chat_messages',
    id,
    attributes: {
      conversation_id: '7',
      author,
      author_name: author === 'operator' ? 'Grace' : null,
      text,
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
