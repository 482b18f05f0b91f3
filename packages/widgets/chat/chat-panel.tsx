import { chatPictureTypes } from '@mille/api/constants.ts'
import type { ChatMessage } from '@mille/api/support/endpoints.ts'
import type { ChatState, ChatStores } from '@mille/stores/chat/chat.ts'
import { useStore } from '@nanostores/react'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Translated, translate } from '../shared/words.ts'
import type { AttachedPicture } from './attached-picture.tsx'
import { chatPanelMessages } from './chat-panel-messages.ts'
import { fitPicture, pasteInto, type Take, useDrop } from './take-pictures.ts'

export type ChatPanelProps = Translated & {
  stores: ChatStores
  /** BCP 47 language tag for formatting times; by default the browser's language. */
  locale?: string | undefined
  onSignIn: () => void
}

/** A visitor's conversation with the operators, in all its states. */
export function ChatPanel({ stores, locale, onSignIn, words }: ChatPanelProps) {
  const messages = translate(chatPanelMessages, words)
  const chat = useStore(stores.$chat)
  switch (chat.status) {
    case 'loading':
      return <Note>{messages.loading}</Note>
    case 'failed':
      return (
        <Note>
          {messages.failed}
          <button type="button" onClick={() => void stores.start()}>
            {messages.retry}
          </button>
        </Note>
      )
    case 'signed-out':
      return (
        <Note>
          {messages.signedOut}
          <button type="button" className="mille-chat-main" onClick={onSignIn}>
            {messages.signIn}
          </button>
        </Note>
      )
    case 'elsewhere':
      return (
        <Note>
          {messages.elsewhere}
          <a href={chat.url} target="_blank" rel="noopener">
            {messages.openElsewhere}
          </a>
        </Note>
      )
    case 'open':
      return <Conversation {...{ chat, stores, locale, words }} />
  }
}

type ConversationProps = Pick<ChatPanelProps, 'stores' | 'locale' | 'words'> & {
  chat: Extract<ChatState, { status: 'open' }>
}

function Conversation({ chat, stores, locale, words }: ConversationProps) {
  const messages = translate(chatPanelMessages, words)
  const field = useStore(stores.$pictureField)
  const [Attached, setAttached] = useState<typeof AttachedPicture | null>(null)

  const attach: Take = files => {
    // Attaches the files at once, so that pressing Send right away includes the picture.
    void stores.attach(files)
    import('./attached-picture.tsx').then(
      part => setAttached(() => part.AttachedPicture),
      () => {
        stores.clear()
        stores.$problem.set({ code: 'unreachable', detail: '' })
      }
    )
  }

  return (
    <div className="mille-chat" {...useDrop(attach)}>
      <p className="mille-chat-presence" data-online={chat.isOtherOnline}>
        {chat.isOtherOnline ? messages.online : messages.away}
      </p>
      <Log
        words={words}
        all={chat.messages}
        readId={chat.otherReadId}
        locale={locale}
        onOlder={chat.hasMore ? () => void stores.loadOlder() : null}
      />
      <Composer stores={stores} attach={attach} words={words}>
        {Attached && field && <Attached field={field} words={words} />}
      </Composer>
    </div>
  )
}

function Note({ children }: { children: React.ReactNode }) {
  return (
    <div className="mille-chat mille-chat-note" role="status">
      {children}
    </div>
  )
}

type LogProps = Translated & {
  all: ChatMessage[]
  readId: string | null
  locale: string | undefined
  onOlder: (() => void) | null
}

function Log({ words, all, readId, locale, onOlder }: LogProps) {
  const messages = translate(chatPanelMessages, words)
  const end = useRef<HTMLDivElement>(null)
  const lastId = all.at(-1)?.id
  // Scrolls the newest message into view when it arrives; older messages load above without moving what is being read.
  useEffect(() => {
    if (lastId && end.current) end.current.scrollTop = end.current.scrollHeight
  }, [lastId])
  const lastOwn = all.findLast(it => it.attributes.author === 'user')
  const isRead = readId !== null && lastOwn !== undefined && Number(lastOwn.id) <= Number(readId)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div className="mille-chat-log" role="log" aria-label={messages.us} tabIndex={0} ref={end}>
      {onOlder && (
        <button type="button" onClick={onOlder}>
          {messages.older}
        </button>
      )}
      {all.length === 0 && <p>{messages.empty}</p>}
      {all.map(({ id, attributes: { author, author_name, text, picture, created_at } }) => {
        const name = author === 'user' ? messages.you : (author_name ?? messages.us)
        const time = timeOf(created_at, locale)
        return (
          <article key={id} data-author={author}>
            {text && <p dir="auto">{text}</p>}
            {picture && (
              <a href={picture.source} target="_blank" rel="noopener">
                <img
                  src={picture.source}
                  alt={messages.pictureFrom.replace('{time}', time).replace('{name}', () => name)}
                  {...fitPicture(picture)}
                  loading="lazy"
                />
              </a>
            )}
            <small>
              {name} · <time dateTime={created_at}>{time}</time>
            </small>
          </article>
        )
      })}
      {isRead && <small className="mille-chat-read">{messages.read}</small>}
    </div>
  )
}

type ComposerProps = Translated & { stores: ChatStores; attach: Take; children: React.ReactNode }

function Composer({ stores, attach, words, children }: ComposerProps) {
  const messages = translate(chatPanelMessages, words)
  const [text, setText] = useState('')
  const isSending = useStore(stores.$isSending)
  const problem = useStore(stores.$problem)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const files = useRef<HTMLInputElement>(null)
  // Focuses the input, as a visitor who opens the conversation is about to write.
  useEffect(() => field.current?.focus(), [])

  async function send(event?: FormEvent) {
    event?.preventDefault()
    const typed = text.trim()
    // Clears the input, unless the visitor typed on while a picture was being sent.
    if (await stores.send(typed)) setText(current => (current.trim() === typed ? '' : current))
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter also confirms a word in scripts that are composed with an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }

  return (
    <form onSubmit={event => void send(event)}>
      <label htmlFor={id}>{messages.text}</label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        dir="auto"
        value={text}
        aria-describedby={problem ? `${id}error` : undefined}
        onInput={event => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={pasteInto(attach)}
      />
      {children}
      <p id={`${id}error`} className="mille-chat-error" role="alert">
        {problem && (messages.problems[problem.code] ?? messages.notSent)}
      </p>
      <input
        ref={files}
        type="file"
        accept={chatPictureTypes.join()}
        hidden
        onChange={({ currentTarget }) => {
          attach([...(currentTarget.files ?? [])])
          // Clearing the input lets the visitor choose the same file again.
          currentTarget.value = ''
          field.current?.focus()
        }}
      />
      <div className="mille-chat-end">
        <button
          type="button"
          className="mille-chat-icon"
          aria-label={messages.picture}
          title={messages.picture}
          onClick={() => files.current?.click()}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <rect x="2" y="3" width="12" height="10" rx="1.5" />
            <path d="m2.5 11.5 3.5-3.5 2.5 2.5 2-2 3 3M10.5 6v.1" />
          </svg>
        </button>
        <button type="submit" className="mille-chat-main" aria-busy={isSending}>
          {messages.send}
        </button>
      </div>
    </form>
  )
}

/**
 * Formats a time with the month as a word and with the time zone, because users in many time zones read other times in
 * UTC.
 */
function timeOf(moment: string, locale: string | undefined): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short'
  }).format(new Date(moment))
}
