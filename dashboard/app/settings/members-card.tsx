import type { Member } from '@mille/api/members/endpoints.ts'
import type { TeamStores } from '@mille/stores/settings/team.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { ConfirmDialog } from '../page/notices/confirm-dialog.tsx'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { MemberStatus } from './member-status.tsx'
import { teamMessages as messages } from './team-messages.ts'

/** The people who may see the account, each with a button that removes them. */
export function MembersCard({ stores }: { stores: TeamStores }) {
  const members = useStore(stores.$members)
  const problem = useStore(stores.$membersProblem)
  const [asked, setAsked] = useState<Member | null>(null)
  const toast = useToast()

  async function remove(id: string) {
    setAsked(null)
    if (await stores.remove(id)) toast.show({ title: messages.removed })
  }

  if (members.length === 0)
    return <EmptyState title={messages.none}>{messages.noneText}</EmptyState>
  return (
    <Card title={messages.members} description={messages.membersText} isFlush>
      <ProblemNotice problem={problem} />
      <Table
        caption={messages.members}
        isCaptionHidden
        columns={[
          { id: 'name', header: messages.name, render: it => it.attributes.name },
          { id: 'role', header: messages.role, render: it => messages.roles[it.attributes.role] },
          {
            id: 'status',
            header: messages.status,
            render: it => <MemberStatus {...it.attributes} />
          },
          {
            id: 'remove',
            header: messages.remove,
            isHeaderHidden: true,
            align: 'end',
            render: it => (
              <Button
                size="small"
                aria-label={messages.removeOne(it.attributes.name)}
                onClick={() => setAsked(it)}
              >
                {messages.remove}
              </Button>
            )
          }
        ]}
        rows={members}
        rowKey={it => it.id}
      />
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={messages.removeTitle(asked?.attributes.name ?? '')}
        description={messages.removeText}
        action={messages.remove}
        onConfirm={() => remove(asked?.id ?? '')}
      />
    </Card>
  )
}
