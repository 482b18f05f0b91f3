import type { ApiKey } from '@mille/api/api-keys/endpoints.ts'
import type { createApiKeysStores } from '@mille/stores/settings/api-keys.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatMoment } from '../page/formats.ts'
import { ConfirmDialog } from '../page/notices/confirm-dialog.tsx'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { apiKeyMessages as messages } from './api-key-messages.ts'

type Stores = ReturnType<typeof createApiKeysStores>

/** The active API keys, each with a button that revokes it. */
export function ApiKeysTable({ stores }: { stores: Stores }) {
  const keys = useStore(stores.$keys)
  const problem = useStore(stores.$revokeProblem)
  const [asked, setAsked] = useState<ApiKey | null>(null)
  const toast = useToast()

  async function revoke(id: string) {
    setAsked(null)
    if (await stores.revoke(id)) toast.show({ title: messages.revoked })
  }

  if (keys.length === 0) return <EmptyState title={messages.none}>{messages.noneText}</EmptyState>
  return (
    <Card title={messages.title} isFlush>
      <ProblemNotice problem={problem} />
      <Table
        caption={messages.title}
        isCaptionHidden
        columns={[
          { id: 'name', header: messages.name, render: it => it.attributes.name },
          {
            id: 'scopes',
            header: messages.scopes,
            render: it => it.attributes.scopes.map(scope => messages.scopeNames[scope]).join(', ')
          },
          {
            id: 'starts',
            header: messages.starts,
            render: it => <code>{it.attributes.token_start}…</code>
          },
          { id: 'used', header: messages.used, render: it => when(it.attributes.last_used_at) },
          { id: 'made', header: messages.made, render: it => when(it.attributes.created_at) },
          {
            id: 'revoke',
            header: messages.revoke,
            isHeaderHidden: true,
            align: 'end',
            render: it => (
              <Button
                size="small"
                aria-label={messages.revokeOne(it.attributes.name)}
                onClick={() => setAsked(it)}
              >
                {messages.revoke}
              </Button>
            )
          }
        ]}
        rows={keys}
        rowKey={key => key.id}
      />
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={messages.revokeTitle(asked?.attributes.name ?? '')}
        description={messages.revokeText}
        action={messages.revoke}
        onConfirm={() => revoke(asked?.id ?? '')}
      />
    </Card>
  )
}

function when(moment: string | null) {
  return moment === null ? messages.never : <time dateTime={moment}>{formatMoment(moment)}</time>
}
