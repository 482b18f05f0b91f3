import type { ChatMessage } from '@mille/api/support/endpoints.ts'
import { type ChatApi, createChatStores } from '@mille/stores/chat/chat.ts'
import { createPictureField, type UploadPicture } from '@mille/stores/chat/picture.ts'
import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { ChatPanel } from './chat-panel.tsx'
import './chat-panel.css'

type Answers = {
  configuration?: unknown
  messages?: unknown
  sent?: unknown
  uploaded?: unknown
}

const few: ChatMessage[] = [
  message('1', 'user', 'My deposit is not there yet.'),
  message('2', 'operator', 'It has one confirmation of two. A few minutes more.'),
  message('3', 'user', 'Thank you.')
]

const meta = preview.meta({
  title: 'Widgets/Parts/Chat panel',
  component: ChatPanel,
  args: { stores: chatThat({ messages: page(few) }), locale: 'en-GB', onSignIn: fn() },
  decorators: [
    Story => (
      <div style={{ maxInlineSize: '24rem' }}>
        <Story />
      </div>
    )
  ]
})

export const Playground = meta.story({
  async play({ canvas, userEvent }) {
    await expect(await canvas.findByText('Thank you.')).toBeVisible()
    // Times are shown in the reader's time zone, as throughout the dashboard.
    await expect(canvas.getAllByText(/^2 Mar 2026, \d\d:\d\d \S+$/)).toHaveLength(few.length)
    await userEvent.type(canvas.getByLabelText('Your message'), 'One more thing{Enter}')
    await expect(await canvas.findByText('Message 9')).toBeVisible()
    await expect(canvas.getByLabelText('Your message')).toHaveValue('')
  }
})
export const Loading = meta.story({
  args: { stores: createChatStores(api({}), () => () => {}, loadPictureField({})) }
})
export const Failed = meta.story({ args: { stores: chatThat({ configuration: failure(503) }) } })
export const SignedOut = meta.story({ args: { stores: chatThat({ messages: failure(401) }) } })
export const Elsewhere = meta.story({
  args: {
    stores: chatThat({
      configuration: success({
        provider: 'chatwoot',
        url: 'https://chat.example',
        website_token: 'a'
      })
    })
  }
})
export const Empty = meta.story({ args: { stores: chatThat({ messages: page([]) }) } })
export const NotSent = meta.story({
  args: { stores: chatThat({ messages: page(few), sent: failure(503) }) },
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('Your message'), 'Hello')
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }))
    await expect(await canvas.findByText('Not sent. Try again.')).toBeVisible()
    await expect(canvas.getByLabelText('Your message')).toHaveValue('Hello')
  }
})
export const LongText = meta.story({
  args: {
    stores: chatThat({
      messages: page(
        Array.from({ length: 12 }, (_, index) =>
          message(
            String(index + 1),
            index % 2 ? 'operator' : 'user',
            'Word '.repeat(40) + 'x'.repeat(80)
          )
        ),
        { has_more: true, is_other_online: false }
      )
    })
  }
})
export const RightToLeft = meta.story({
  globals: { direction: 'rtl' },
  args: {
    stores: chatThat({
      messages: page([
        message('1', 'user', 'שלום'),
        message('2', 'operator', 'שלום, במה אפשר לעזור?')
      ])
    })
  }
})
export const Dark = meta.story({ globals: { theme: 'dark' } })

function chatThat(answers: Answers) {
  const stores = createChatStores(
    api({ configuration: success({ provider: 'built-in' }), ...answers }),
    () => () => {},
    loadPictureField(answers)
  )
  void stores.start()
  return stores
}

function loadPictureField({ uploaded }: Answers) {
  const upload = (async (_, { onProgress }) => {
    onProgress(0.4)
    return uploaded === undefined ? new Promise(() => {}) : uploaded
  }) as UploadPicture
  return async () => createPictureField(upload)
}

function api({
  configuration,
  messages,
  sent = success({ data: message('9', 'user', 'Message 9') })
}: Answers) {
  const answer = (value: unknown) => () =>
    value === undefined ? new Promise(() => {}) : Promise.resolve(value)
  return {
    readChatConfiguration: answer(configuration),
    readChatMessages: answer(messages),
    sendChatMessage: answer(sent),
    markChatRead: answer(success(undefined))
  } as unknown as ChatApi
}

function page(data: ChatMessage[], changes: Record<string, unknown> = {}) {
  const meta = {
    has_more: false,
    unread_count: 0,
    own_read_id: null,
    other_read_id: '1',
    is_other_online: true,
    ...changes
  }
  return success({ data, meta })
}

function success(value: unknown) {
  return { ok: true, status: 200, value }
}

function failure(status: number) {
  return { ok: false, status, code: 'unavailable', errors: [] }
}

function message(id: string, author: 'user' | 'operator', text: string): ChatMessage {
  const attributes = {
    conversation_id: '7',
    author,
    author_name: null,
    text,
    picture: null,
    created_at: '2026-03-02T10:00:00.000Z'
  }
  return { type: 'chat_messages', id, attributes }
}
