import type { Session, SessionList } from '@mille/api/security/endpoints.ts'
import { createSessionsStores } from '@mille/stores/settings/sessions.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useStores } from '../page/app-context.tsx'
import { formatMoment } from '../page/formats.ts'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { settingsMessages as messages } from './messages.ts'

/** The account's sessions, each with a button that ends it. */
export function SessionsCard({ loaded }: { loaded: SessionList }) {
  const stores = useStores(createSessionsStores, loaded)
  const sessions = useStore(stores.$sessions)
  const hasOthers = useStore(stores.$hasOthers)
  const problem = useStore(stores.$problem)
  const toast = useToast()

  async function end(id: string) {
    if (await stores.end(id)) toast.show({ title: messages.ended })
  }

  async function endOthers() {
    if (await stores.endOthers()) toast.show({ title: messages.endedOthers })
  }

  const endButton = ({ id, attributes: { browser, is_current } }: Session) =>
    is_current ? (
      <Badge tone="info">{messages.thisOne}</Badge>
    ) : (
      <Button size="small" aria-label={messages.endOne(browser)} onClick={() => void end(id)}>
        {messages.end}
      </Button>
    )

  return (
    <Card
      title={messages.sessions}
      description={messages.sessionsText}
      isFlush
      actions={hasOthers && <Button onClick={() => void endOthers()}>{messages.endOthers}</Button>}
    >
      <ProblemNotice problem={problem} />
      <Table
        caption={messages.sessions}
        isCaptionHidden
        columns={[
          { id: 'browser', header: messages.browser, render: it => it.attributes.browser },
          { id: 'seen', header: messages.lastSeen, render: it => when(it.attributes.last_seen_at) },
          { id: 'began', header: messages.began, render: it => when(it.attributes.created_at) },
          { id: 'end', header: messages.end, isHeaderHidden: true, align: 'end', render: endButton }
        ]}
        rows={sessions}
        rowKey={session => session.id}
      />
    </Card>
  )
}

const when = (moment: string) => <time dateTime={moment}>{formatMoment(moment)}</time>
