import type { Membership } from '@mille/api/members/endpoints.ts'
import type { TeamStores } from '@mille/stores/settings/team.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useApi, useApp } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { inLanguage } from '../page/navigation/language-prefix.ts'
import { ConfirmDialog } from '../page/notices/confirm-dialog.tsx'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { MemberStatus } from './member-status.tsx'
import { teamMessages as messages } from './team-messages.ts'

/** The accounts that the person may see, or is invited to see. Renders nothing without any. */
export function MembershipsCard({ stores }: { stores: TeamStores }) {
  const memberships = useStore(stores.$memberships)
  const problem = useStore(stores.$membershipsProblem)
  const [asked, setAsked] = useState<Membership | null>(null)
  const refreshMenu = useRefreshedMenu()
  const toast = useToast()

  async function accept(id: string) {
    if (!(await stores.accept(id))) return
    toast.show({ title: messages.acceptedToast })
    await refreshMenu()
  }

  async function end(id: string, title: string) {
    setAsked(null)
    if (!(await stores.leave(id))) return
    toast.show({ title })
    await refreshMenu()
  }

  async function view(id: string) {
    if (await stores.view(id)) location.assign(inLanguage('/overview', location.pathname))
  }

  if (memberships.length === 0) return <ProblemNotice problem={problem} />
  return (
    <Card title={messages.memberships} description={messages.membershipsText} isFlush>
      <ProblemNotice problem={problem} />
      <Table
        caption={messages.memberships}
        isCaptionHidden
        columns={[
          { id: 'account', header: messages.account, render: nameOf },
          { id: 'role', header: messages.role, render: it => messages.roles[it.attributes.role] },
          {
            id: 'status',
            header: messages.status,
            render: it => <MemberStatus {...it.attributes} />
          },
          {
            id: 'actions',
            header: messages.actions,
            isHeaderHidden: true,
            align: 'end',
            buttons: 2,
            render: it => (
              <MembershipActions
                membership={it}
                onAccept={() => void accept(it.id)}
                onDecline={() => void end(it.id, messages.declined)}
                onView={() => void view(it.id)}
                onLeave={() => setAsked(it)}
              />
            )
          }
        ]}
        rows={memberships}
        rowKey={it => it.id}
      />
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={messages.leaveTitle(asked ? nameOf(asked) : '')}
        description={messages.leaveText}
        action={messages.leave}
        onConfirm={() => end(asked?.id ?? '', messages.left)}
      />
    </Card>
  )
}

type ActionsProps = Record<'onAccept' | 'onDecline' | 'onView' | 'onLeave', () => void> & {
  membership: Membership
}

function MembershipActions({ membership, onAccept, onDecline, onView, onLeave }: ActionsProps) {
  const name = nameOf(membership)
  return membership.attributes.accepted_at === null ? (
    <span className={layout.buttons}>
      <Button size="small" aria-label={messages.acceptOne(name)} onClick={onAccept}>
        {messages.accept}
      </Button>
      <Button size="small" aria-label={messages.declineOne(name)} onClick={onDecline}>
        {messages.decline}
      </Button>
    </span>
  ) : (
    <span className={layout.buttons}>
      <Button size="small" aria-label={messages.viewOne(name)} onClick={onView}>
        {messages.view}
      </Button>
      <Button size="small" aria-label={messages.leaveOne(name)} onClick={onLeave}>
        {messages.leave}
      </Button>
    </span>
  )
}

function nameOf({ attributes: { account_name, account_id } }: Membership): string {
  return messages.accountOf(account_name, account_id)
}

/** Returns a function that reads which accounts the account menu lists. */
function useRefreshedMenu() {
  const api = useApi()
  const { $account } = useApp().session
  return async () => {
    const read = await api.accounts.readCurrentUser()
    if (read.ok) $account.set(read.value)
  }
}
