import { inboxStream } from '@mille/api/support/streams.ts'
import { subscribeToChat } from '@mille/api/support/subscribe.ts'
import { createConversationStores } from '@mille/stores/admin/conversation.ts'
import { createInboxStores, type InboxStores } from '@mille/stores/admin/inbox.ts'
import { createLetterStores } from '@mille/stores/admin/letters.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { useApi, useStores } from '../../page/app-context.tsx'
import { useWatchUpload } from '../../page/forms/upload-context.tsx'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { RestOfList } from '../../page/navigation/rest-of-list.tsx'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { forStaff } from '../for-staff.ts'
import type { Route } from './+types/inbox-page.ts'
import { Conversation } from './conversation.tsx'
import { ConversationList } from './conversation-list.tsx'
import styles from './inbox.module.css'
import { inboxMessages as messages } from './inbox-messages.ts'
import { LetterList } from './letter-list.tsx'

async function load(args: LoadArgs<{ id?: string }>) {
  const { api } = args.context.get(pageContext)
  const { id } = args.params
  const [list, sent, chosen, page] = await Promise.all([
    api.support.listConversations(),
    api.support.listLetters(),
    id === undefined ? null : api.support.readConversation({ id }),
    id === undefined ? null : api.support.readConversationMessages({ id })
  ])
  const inbox = answerOf(list, args)
  const letters = answerOf(sent, args)
  if (id === undefined || !chosen || !page) return { inbox, letters, chosen: null }
  return {
    inbox,
    letters,
    chosen: {
      id,
      name: answerOf(chosen, args).data.attributes.name,
      messages: answerOf(page, args)
    }
  }
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ loaderData, matches }: TitleArgs<Route.MetaArgs['loaderData']>) =>
  pageTitle(matches, loaderData?.chosen?.name ?? messages.title)

export default function InboxPage({ loaderData }: Route.ComponentProps) {
  const { chosen } = loaderData
  const api = useApi()
  const watchUpload = useWatchUpload()
  const inbox = useStores(createInboxStores, loaderData.inbox)
  const letters = useStores(createLetterStores, loaderData.letters)
  const conversation = useMemo(
    () => (chosen === null ? null : createConversationStores(api, chosen, watchUpload)),
    [api, chosen, watchUpload]
  )
  const conversations = useStore(inbox.$conversations)

  useEffect(() => {
    const last = inbox.$conversations.get()[0]?.attributes.last_message.id ?? '0'
    return subscribeToChat(inboxStream.path, last, event => {
      inbox.onEvent(event)
      conversation?.onEvent(event)
    })
  }, [inbox, conversation])

  return (
    <div className={layout.stack}>
      <InboxHeader inbox={inbox} />
      {conversations.length === 0 ? (
        <EmptyState icon="bell" title={messages.empty}>
          {messages.emptyText}
        </EmptyState>
      ) : (
        <div className={styles.inbox} data-chosen={chosen !== null}>
          <div className={styles.list}>
            <ConversationList conversations={conversations} currentId={chosen?.id ?? null} />
            <RestOfList list={inbox} />
          </div>
          <div className={styles.chosen}>
            {chosen && conversation ? (
              <Conversation
                key={chosen.id}
                name={chosen.name}
                stores={conversation}
                onRead={inbox.refresh}
              />
            ) : (
              <EmptyState title={messages.choose}>{messages.chooseText}</EmptyState>
            )}
          </div>
        </div>
      )}
      {chosen === null && <LetterList stores={letters} />}
    </div>
  )
}

function InboxHeader({ inbox }: { inbox: InboxStores }) {
  const unread = useStore(inbox.$unreadCount)
  return (
    <PageHeader
      title={messages.title}
      description={messages.description}
      badge={unread > 0 && <Badge tone="info">{messages.waiting(unread)}</Badge>}
    />
  )
}
