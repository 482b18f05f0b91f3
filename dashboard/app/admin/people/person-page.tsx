import type { Person } from '@mille/api/admin/endpoints.ts'
import * as endpoints from '@mille/api/admin/endpoints.ts'
import { isStaff, mayOperate } from '@mille/api/may-operate.ts'
import { createPersonStores, type Stop } from '@mille/stores/admin/people.ts'
import type { Problems } from '@mille/stores/shared/problems.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { Suspense, useState } from 'react'
import { useApp, useGuardedStores } from '../../page/app-context.tsx'
import { Facts } from '../../page/facts.tsx'
import { formatDate, formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { lazyPart } from '../../page/loads/lazy-part.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { ConfirmDialog } from '../../page/notices/confirm-dialog.tsx'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { forStaff, ownRoles } from '../for-staff.ts'
import { useMay } from '../use-may.ts'
import type { Route } from './+types/person-page.ts'
import { peopleMessages as messages } from './people-messages.ts'
import { PersonBadges } from './person-badges.tsx'
import { personName } from './person-name.ts'
import { RoleButton, RoleRequest } from './role-controls.tsx'
import { SuspendButton, SuspensionNotice } from './suspension-controls.tsx'
import { ViewButton } from './view-button.tsx'

const HoldingsSection = lazyPart(
  async () => (await import('./holdings-section.tsx')).HoldingsSection
)
const HistoryCard = lazyPart(async () => (await import('./history-card.tsx')).HistoryCard)
const NotesCard = lazyPart(async () => (await import('./notes-card.tsx')).NotesCard)
const ChangesOfAccount = lazyPart(
  async () => (await import('./changes-of-account.tsx')).ChangesOfAccount
)

async function load(args: LoadArgs<{ id: string }>) {
  const { api } = args.context.get(pageContext)
  const { id } = args.params
  const roles = await ownRoles(args)
  const [person, holdings, history, notes] = await Promise.all([
    api.admin.readPerson({ id }),
    mayOperate(endpoints.readHoldings, roles) ? api.admin.readHoldings({ id }) : null,
    mayOperate(endpoints.readPersonHistory, roles) ? api.admin.readPersonHistory({ id }) : null,
    mayOperate(endpoints.listNotes, roles) ? api.admin.listNotes({ id }) : null
  ])
  return {
    person: answerOf(person, args).data,
    holdings: holdings && answerOf(holdings, args).data,
    history: history && { list: answerOf(history, args), id },
    notes: notes && { list: answerOf(notes, args), id }
  }
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function PersonPage({ loaderData }: Route.ComponentProps) {
  const stores = useGuardedStores(createPersonStores, loaderData.person)
  const person = useStore(stores.$person)
  const problem = useStore(stores.$problem)
  const ownId = useStore(useApp().session.$user)?.id
  const may = useMay()
  const [asked, setAsked] = useState<'make' | 'remove' | null>(null)
  const toast = useToast()

  async function setAdmin(isOn: boolean) {
    setAsked(null)
    const answer = await stores.setAdmin(isOn)
    if (answer) toast.show({ title: messages.roleAnswers[answer] })
  }

  async function confirmRoles() {
    const { roles, operator_asked_roles: added } = person.attributes
    const answer = await stores.setRoles([...roles, ...added])
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
          <PersonActions
            person={person}
            onSignOut={signOut}
            onAsk={setAsked}
            onSuspend={stores.suspend}
          />
        }
      />
      <ProblemNotice problem={problem} />
      <SuspensionNotice
        person={person}
        {...(may(endpoints.liftSuspension) && { onLift: stores.liftSuspension })}
      />
      {may(endpoints.setRoles) && (
        <RoleRequest
          person={person}
          ownId={ownId}
          onEnd={() => void setAdmin(false)}
          onConfirm={() => void confirmRoles()}
        />
      )}
      <AccountCard person={person} hasActs={may(endpoints.readAuditLog)} />
      <Suspense fallback={null}>
        {loaderData.holdings && <HoldingsSection holdings={loaderData.holdings} />}
        <ChangesOfAccount stores={stores} />
        {loaderData.notes && person.id !== ownId && <NotesCard loaded={loaderData.notes} />}
        {loaderData.history && <HistoryCard loaded={loaderData.history} />}
      </Suspense>
      <RoleQuestions
        person={person}
        asked={asked}
        onClose={() => setAsked(null)}
        onConfirm={setAdmin}
      />
    </div>
  )
}

type PersonActionsProps = {
  person: Person
  onSignOut: () => Promise<void>
  onAsk: (what: 'make' | 'remove') => void
  onSuspend: (stop: Stop) => Promise<Problems | null>
}

function PersonActions({ person, onSignOut, onAsk, onSuspend }: PersonActionsProps) {
  const ownId = useStore(useApp().session.$user)?.id
  const may = useMay()
  return (
    <>
      {may(endpoints.viewPerson) && !isStaff(person.attributes.roles) && (
        <ViewButton id={person.id} />
      )}
      {may(endpoints.endPersonSessions) && (
        <Button onClick={() => void onSignOut()}>{messages.signOut}</Button>
      )}
      {may(endpoints.setRoles) && <RoleButton person={person} ownId={ownId} onAsk={onAsk} />}
      {may(endpoints.suspendPerson) && (
        <SuspendButton person={person} ownId={ownId} onSuspend={onSuspend} />
      )}
    </>
  )
}

type RoleQuestionsProps = {
  person: Person
  asked: 'make' | 'remove' | null
  onClose: () => void
  onConfirm: (isAdmin: boolean) => Promise<void>
}

function RoleQuestions({ person, asked, onClose, onConfirm }: RoleQuestionsProps) {
  return (
    <>
      <ConfirmDialog
        isOpen={asked === 'remove'}
        onClose={onClose}
        title={messages.removeOperatorTitle}
        description={messages.removeOperatorText(personName(person))}
        action={messages.removeOperator}
        onConfirm={() => onConfirm(false)}
      />
      <ConfirmDialog
        isOpen={asked === 'make'}
        onClose={onClose}
        title={messages.makeOperatorTitle}
        description={messages.makeOperatorText(personName(person))}
        action={messages.makeOperator}
        onConfirm={() => onConfirm(true)}
      />
    </>
  )
}

function AccountCard({ person, hasActs }: { person: Person; hasActs: boolean }) {
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
      {hasActs && attributes.roles.length > 0 && (
        <p>
          <Button size="small" href={`/admin/audit?user_id=${person.id}`}>
            {messages.audit}
          </Button>
        </p>
      )}
    </Card>
  )
}
