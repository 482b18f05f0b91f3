import type { Person } from '@mille/api/admin/endpoints.ts'
import {
  createNotesStores,
  createPersonHistoryStores,
  createPersonStores
} from '@mille/stores/admin/people.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useApp, useGuardedStores, useStores } from '../../page/app-context.tsx'
import { Facts } from '../../page/facts.tsx'
import { formatDate, formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { ConfirmDialog } from '../../page/notices/confirm-dialog.tsx'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { pageTitle } from '../../page/page-title.ts'
import type { Route } from './+types/person-page.ts'
import { AdjustForm } from './adjust-form.tsx'
import { HistoryCard } from './history-card.tsx'
import { HoldingsSection } from './holdings-section.tsx'
import { NotesCard } from './notes-card.tsx'
import { peopleMessages as messages, suspensionMessages } from './people-messages.ts'
import { personName } from './person-name.ts'
import { PremiumCard } from './premium-card.tsx'
import { RoleButton, RoleRequest } from './role-controls.tsx'
import { SuspendButton, SuspensionNotice } from './suspension-controls.tsx'

async function load(args: LoadArgs<{ id: string }>) {
  const { api } = args.context.get(pageContext)
  const { id } = args.params
  const [person, holdings, history, notes] = await Promise.all([
    api.admin.readPerson({ id }),
    api.admin.readHoldings({ id }),
    api.admin.readPersonHistory({ id }),
    api.admin.listNotes({ id })
  ])
  return {
    person: answerOf(person, args).data,
    holdings: answerOf(holdings, args).data,
    history: { list: answerOf(history, args), id },
    notes: { list: answerOf(notes, args), id }
  }
}

export const loader = load
export const clientLoader = load
export const meta = () => pageTitle(messages.title)

export default function PersonPage({ loaderData }: Route.ComponentProps) {
  const stores = useGuardedStores(createPersonStores, loaderData.person)
  const history = useStores(createPersonHistoryStores, loaderData.history)
  const notes = useStores(createNotesStores, loaderData.notes)
  const person = useStore(stores.$person)
  const problem = useStore(stores.$problem)
  const ownId = useStore(useApp().session.$user)?.id
  const [asked, setAsked] = useState<'make' | 'remove' | null>(null)
  const toast = useToast()
  const isAdmin = person.attributes.roles.includes('admin')

  async function setAdmin(isOn: boolean) {
    setAsked(null)
    const answer = await stores.setAdmin(isOn)
    if (answer) toast.show({ title: messages.roleAnswers[answer] })
  }

  async function signOut() {
    if (await stores.endSessions()) toast.show({ title: messages.signedOut })
  }

  return (
    <div className={layout.stack}>
      <PageHeader
        title={personName(person)}
        badge={<PersonBadges person={person} />}
        back={{ href: '/admin/users', label: messages.title }}
        actions={
          <>
            <Button onClick={() => void signOut()}>{messages.signOut}</Button>
            <RoleButton person={person} ownId={ownId} onAsk={setAsked} />
            <SuspendButton person={person} ownId={ownId} onSuspend={stores.suspend} />
          </>
        }
      />
      <ProblemNotice problem={problem} />
      <SuspensionNotice person={person} onLift={stores.liftSuspension} />
      <RoleRequest person={person} ownId={ownId} onEnd={() => void setAdmin(false)} />
      <AccountCard person={person} isAdmin={isAdmin} />
      <HoldingsSection holdings={loaderData.holdings} />
      <div className={`${layout.columns} ${layout.even}`}>
        <Card title={messages.adjust} description={messages.adjustText}>
          <AdjustForm stores={stores} />
        </Card>
        <PremiumCard stores={stores} />
      </div>
      {person.id !== ownId && <NotesCard stores={notes} />}
      <HistoryCard stores={history} />
      <ConfirmDialog
        isOpen={asked === 'remove'}
        onClose={() => setAsked(null)}
        title={messages.removeOperatorTitle}
        description={messages.removeOperatorText(personName(person))}
        action={messages.removeOperator}
        onConfirm={() => setAdmin(false)}
      />
      <ConfirmDialog
        isOpen={asked === 'make'}
        onClose={() => setAsked(null)}
        title={messages.makeOperatorTitle}
        description={messages.makeOperatorText(personName(person))}
        action={messages.makeOperator}
        onConfirm={() => setAdmin(true)}
      />
    </div>
  )
}

function PersonBadges({ person }: { person: Person }) {
  const { roles, suspension } = person.attributes
  return (
    <>
      {roles.includes('admin') && <Badge tone="info">{messages.operator}</Badge>}
      {suspension && <Badge tone="negative">{suspensionMessages.suspended}</Badge>}
    </>
  )
}

function AccountCard({ person, isAdmin }: { person: Person; isAdmin: boolean }) {
  const { attributes } = person
  return (
    <Card title={messages.account}>
      <Facts
        facts={[
          [messages.id, person.id],
          [messages.email, attributes.email ?? messages.noEmail],
          [messages.since, formatDate(attributes.created_at)],
          [
            messages.seen,
            attributes.last_seen_at === null
              ? messages.never
              : formatMoment(attributes.last_seen_at)
          ],
          [messages.sessions, messages.sessionsCount(attributes.sessions_count)],
          [messages.uses, messages.usesText(attributes.campaigns_count, attributes.ad_units_count)],
          ...(attributes.money ?? []).map(
            ({ asset, available }) =>
              [
                `${messages.balance}, ${asset}`,
                <Amount key={asset} units={BigInt(available)} asset={asset} size="small" />
              ] as const
          )
        ]}
      />
      {isAdmin && (
        <p>
          <Button size="small" href={`/admin/audit?user_id=${person.id}`}>
            {messages.audit}
          </Button>
        </p>
      )}
    </Card>
  )
}
