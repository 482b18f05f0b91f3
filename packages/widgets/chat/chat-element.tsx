import { createBinder } from '@mille/api/create-binder.ts'
import {
  markChatRead,
  readChatConfiguration,
  readChatMessages,
  sendChatMessage
} from '@mille/api/support/endpoints.ts'
import { createChatStores } from '@mille/stores/chat/chat.ts'
import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import dialog from '../shared/dialog.css?inline'
import { Dialog } from '../shared/dialog.tsx'
import { createOwnTransport } from '../shared/own-transport.ts'
import { $locale, $user } from '../shared/shared-stores.ts'
import { ViewElement } from '../shared/view-element.ts'
import element from './chat-element.css?inline'
import panel from './chat-panel.css?inline'
import { ChatPanel } from './chat-panel.tsx'
import { subscribeToChat } from './stream.ts'

export type ChatEvents = {
  'mille-chat:opened': CustomEvent<undefined>
  'mille-chat:closed': CustomEvent<undefined>
}

declare global {
  interface HTMLElementEventMap extends ChatEvents {}
  interface HTMLElementTagNameMap {
    'mille-chat': ChatElement
  }
}

const messages = {
  title: 'Talk to us',
  elsewhere: 'The conversation is kept on our own page, where you are signed in.',
  go: 'Continue at'
}
const hash = /^#!?live-chat$/

/**
 * `<mille-chat>`: a button in a corner of the page, and the conversation with the operators as a dialog. It is opened by
 * its button, by `open()` and by the hash `#live-chat`, which is then taken away. The conversation needs the network's
 * session, so that on other origins the button leads to the network's own page.
 */
export class ChatElement extends ViewElement {
  static observedAttributes = ['server']
  protected styles = dialog + panel + element
  #setOpen: ((isOpen: boolean) => void) | undefined
  #isWanted = false

  open(): void {
    this.#isWanted = true
    this.#setOpen?.(true)
  }

  close(): void {
    this.#isWanted = false
    this.#setOpen?.(false)
  }

  protected view(signal: AbortSignal): unknown {
    const followHash = () => {
      if (!hash.test(location.hash)) return
      history.replaceState(history.state, '', location.pathname + location.search)
      this.open()
    }
    addEventListener('hashchange', followHash, { signal })
    followHash()

    const server = this.home
    const bind = createBinder({ transport: createOwnTransport(server) })
    const stores = createChatStores(
      bind({ readChatConfiguration, readChatMessages, sendChatMessage, markChatRead }),
      subscribeToChat,
      async () => (await import('./upload-picture.ts')).createOwnPictureField()
    )
    signal.addEventListener('abort', () => {
      stores.stop()
      this.#setOpen = undefined
      this.#isWanted = false
    })
    return (
      <Chat
        stores={stores}
        elsewhere={server === location.origin ? null : `${server}/#live-chat`}
        onReady={setOpen => {
          this.#setOpen = setOpen
          if (this.#isWanted) setOpen(true)
        }}
        onChange={isOpen => {
          this.#isWanted = isOpen
          this.emit(isOpen ? 'opened' : 'closed')
        }}
      />
    )
  }
}

type ChatProps = {
  stores: ReturnType<typeof createChatStores>
  /** The network's own page, on other sites. */
  elsewhere: string | null
  onReady: (setOpen: (isOpen: boolean) => void) => void
  onChange: (isOpen: boolean) => void
}

function Chat({ stores, elsewhere, onReady, onChange }: ChatProps) {
  const [isOpen, setOpen] = useState(false)
  const locale = useStore($locale)
  const userId = useStore($user)?.id
  useEffect(() => onReady(setOpen), [onReady])
  const before = useRef(false)
  useEffect(() => {
    if (before.current === isOpen) return
    before.current = isOpen
    onChange(isOpen)
  }, [isOpen, onChange])
  // Another account has another conversation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the account decides what the server answers
  useEffect(() => {
    if (!isOpen || elsewhere !== null) return
    void stores.start()
    return stores.stop
  }, [isOpen, elsewhere, stores, userId])

  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className="mille-chat-open" onClick={() => setOpen(true)}>
        {messages.title}
      </button>
      {isOpen && (
        <Dialog title={messages.title} onClose={close}>
          {elsewhere === null ? (
            <ChatPanel
              stores={stores}
              locale={locale ?? undefined}
              onSignIn={() => {
                close()
                location.hash = '#login-form'
              }}
            />
          ) : (
            <Elsewhere href={elsewhere} />
          )}
        </Dialog>
      )}
    </>
  )
}

function Elsewhere({ href }: { href: string }) {
  return (
    <div className="mille-chat mille-chat-note">
      {messages.elsewhere}
      <a href={href} target="_blank" rel="noopener">
        {messages.go} {new URL(href).host}
      </a>
    </div>
  )
}
