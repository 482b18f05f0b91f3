import { createBinder } from '@mille/api/create-binder.ts'
import {
  markChatRead,
  readChatConfiguration,
  readChatMessages,
  sendChatMessage
} from '@mille/api/support/endpoints.ts'
import { type ChatStores, createChatStores } from '@mille/stores/chat/chat.ts'
import { useStore } from '@nanostores/react'
import { atom, type WritableAtom } from 'nanostores'
import { useEffect, useState } from 'react'
import dialog from '../shared/dialog.css?inline'
import { Dialog } from '../shared/dialog.tsx'
import { drawInto } from '../shared/draw-view.ts'
import { createOwnTransport } from '../shared/own-transport.ts'
import { $locale, $user } from '../shared/shared-stores.ts'
import type { Words } from '../shared/words.ts'
import { type Translated, translate } from '../shared/words.ts'
import corner from './chat-dialog.css?inline'
import element from './chat-element.css?inline'
import { chatMessages } from './chat-messages.ts'
import panel from './chat-panel.css?inline'
import { ChatPanel } from './chat-panel.tsx'
import tokens from './chat-tokens.css?inline'
import type { LetterForm } from './letter-form.tsx'
import { subscribeToChat } from './stream.ts'

export type ChatView = { setOpen: (isOpen: boolean) => void; unmount: () => void }

/** Mounts the dialog with the conversation beside the element's button; loaded when it is first opened. */
export function mountChat(
  root: ShadowRoot,
  place: Element,
  server: string,
  onChange: (isOpen: boolean) => void,
  words: Words | null | undefined
): ChatView {
  const $isOpen = atom(false)
  // Reports changes at once: if they were reported after the next frame, a page that reopens the chat meanwhile would
  // see it closed.
  const stopListening = $isOpen.listen(onChange)
  const bind = createBinder({ transport: createOwnTransport(server) })
  const stores = createChatStores(
    bind({ readChatConfiguration, readChatMessages, sendChatMessage, markChatRead }),
    subscribeToChat,
    async () => (await import('./upload-picture.ts')).createOwnPictureField()
  )
  const box = document.createElement('div')
  place.append(box)
  const elsewhere = server === location.origin ? null : `${server}/#live-chat`
  const unmount = drawInto(
    box,
    root,
    tokens + dialog + panel + corner + element,
    <Chat {...{ $isOpen, stores, elsewhere, words }} />
  )
  return {
    setOpen: isOpen => $isOpen.set(isOpen),
    unmount() {
      stopListening()
      stores.stop()
      unmount()
    }
  }
}

type ChatProps = Translated & {
  $isOpen: WritableAtom<boolean>
  stores: ChatStores
  /** Address of the network's own page, for other sites; null on the network's site. */
  elsewhere: string | null
}

function Chat({ $isOpen, stores, elsewhere, words }: ChatProps) {
  const isOpen = useStore($isOpen)
  const messages = translate(chatMessages, words)
  const locale = useStore($locale)
  const userId = useStore($user)?.id
  // Another account has another conversation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the account decides what the server answers
  useEffect(() => {
    if (!isOpen || elsewhere !== null) return
    void stores.start()
    return stores.stop
  }, [isOpen, elsewhere, stores, userId])

  if (!isOpen) return null
  const close = () => $isOpen.set(false)
  return (
    <Dialog title={messages.title} onClose={close} words={words}>
      {elsewhere === null ? (
        <ChatPanel
          stores={stores}
          words={words}
          locale={locale ?? messages.lang}
          onSignIn={() => {
            close()
            location.hash = '#login-form'
          }}
        />
      ) : (
        <Elsewhere href={elsewhere} words={words} />
      )}
    </Dialog>
  )
}

function Elsewhere({ href, words }: Translated & { href: string }) {
  const messages = translate(chatMessages, words)
  const [Form, setForm] = useState<typeof LetterForm | null>(null)
  // If the form cannot be loaded, the link remains.
  useEffect(() => {
    import('./letter-form.tsx').then(
      part => setForm(() => part.LetterForm),
      () => {}
    )
  }, [])
  return (
    <div className="mille-chat">
      {Form && (
        <Form
          transport={createOwnTransport(new URL(href).origin)}
          onRefused={() => setForm(null)}
          words={words}
        />
      )}
      <small>{messages.elsewhereText}</small>
      <a href={href} target="_blank" rel="noopener">
        {messages.go.replace('{host}', new URL(href).host)}
      </a>
    </div>
  )
}
