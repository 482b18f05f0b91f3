import { chatPictureTypes, chatTextLength } from '@mille/api/constants.ts'
import type { ConversationStores } from '@mille/stores/admin/conversation.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { IconButton } from '@mille/ui/icon-button/icon-button.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { joinClasses } from '@mille/ui/shared/join-classes.ts'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { pasteInto, useDrop } from '@mille/widgets/chat/take-pictures.ts'
import { useStore } from '@nanostores/react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import layout from '../../page/layout.module.css'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { AnswerPicture } from './answer-picture.tsx'
import styles from './inbox.module.css'
import { inboxMessages as messages } from './inbox-messages.ts'
import { MessageList } from './message-list.tsx'

export type ConversationProps = {
  name: string
  stores: ConversationStores
  /**
   * Called when messages are marked as read, so that the counters are updated. The event stream may not be open yet
   * when this first happens.
   */
  onRead: (id: string) => Promise<void>
}

/** The messages exchanged with one account, and the form for an answer. */
export function Conversation({ name, stores, onRead }: ConversationProps) {
  const all = useStore(stores.$messages)
  const hasMore = useStore(stores.$hasMore)
  const isOnline = useStore(stores.$isOnline)
  const readId = useStore(stores.$readId)
  const problem = useStore(stores.$problem)
  const list = useRef<HTMLDivElement>(null)
  const lastId = all.at(-1)?.id
  const drop = useDrop(files => void stores.attach(files))

  useEffect(() => {
    if (lastId === undefined) return
    // Only the message list scrolls to its end; the page does not.
    list.current?.scrollTo({ top: list.current.scrollHeight })
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      void stores.markRead().then(() => onRead(stores.id))
    }
    mark()
    // Messages that arrive while the window is hidden are marked as read once it is visible.
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [stores, lastId, onRead])

  // An unsent picture is dropped when the conversation closes.
  useEffect(() => stores.clear, [stores])

  return (
    <Card
      title={name}
      actions={
        <Badge tone={isOnline ? 'positive' : 'neutral'}>
          {isOnline ? messages.online : messages.away}
        </Badge>
      }
    >
      <div className={joinClasses(layout.tight, styles.dropped)} {...drop}>
        <p className={styles.back}>
          <Link href="/admin/chat">{messages.back}</Link>
        </p>
        <div
          ref={list}
          className={styles.scroll}
          role="log"
          aria-label={messages.messages}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows scroll what has the focus
          tabIndex={0}
        >
          {hasMore && (
            <Button variant="quiet" size="small" onClick={() => void stores.loadOlder()}>
              {messages.older}
            </Button>
          )}
          <MessageList messages={all} readId={readId} name={name} />
        </div>
        <ProblemNotice problem={problem} />
        <AnswerForm stores={stores} />
      </div>
    </Card>
  )
}

function AnswerForm({ stores }: { stores: ConversationStores }) {
  const [text, setText] = useState('')
  const isSending = useStore(stores.$isSending)
  const pictureField = useStore(stores.$pictureField)
  const files = useRef<HTMLInputElement>(null)

  async function send() {
    const typed = text.trim()
    if (!(await stores.send(typed))) return
    // Clears the field, unless the text was changed while the message was being sent.
    setText(current => (current.trim() === typed ? '' : current))
  }

  function sendByKey(event: KeyboardEvent) {
    // Ignores the Enter key that ends the input of a composed character, as in Japanese.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }

  return (
    <form
      className={layout.tight}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextArea
        label={messages.answer}
        name="text"
        rows={3}
        maxLength={chatTextLength}
        help={messages.answerHelp}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={sendByKey}
        onPaste={pasteInto(chosen => void stores.attach(chosen))}
      />
      {pictureField && <AnswerPicture field={pictureField} />}
      <input
        ref={files}
        type="file"
        accept={chatPictureTypes.join()}
        hidden
        onChange={({ currentTarget }) => {
          void stores.attach([...(currentTarget.files ?? [])])
          // Resets the input, so that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <div className={styles.actions}>
        <IconButton
          icon="picture"
          label={messages.addPicture}
          onClick={() => files.current?.click()}
        />
        <Button type="submit" variant="primary" isLoading={isSending}>
          {messages.send}
        </Button>
      </div>
    </form>
  )
}
