import type { Person } from '@mille/api/admin/endpoints.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { peopleMessages as messages } from './people-messages.ts'

type Of = { person: Person; ownId: string | undefined }

/**
 * Asks whether to give or remove the operator role. Operators cannot change their own role, nor confirm their own
 * request.
 */
export function RoleButton({
  person,
  ownId,
  onAsk
}: Of & { onAsk: (what: 'make' | 'remove') => void }) {
  const { roles, operator_asked_by: askedBy } = person.attributes
  if (person.id === ownId) return null
  if (roles.includes('admin'))
    return <Button onClick={() => onAsk('remove')}>{messages.removeOperator}</Button>
  if (askedBy !== null && askedBy === ownId) return null
  return <Button onClick={() => onAsk('make')}>{messages.makeOperator}</Button>
}

/** What another operator has to confirm, with the way to end it. */
export function RoleRequest({ person, ownId, onEnd }: Of & { onEnd: () => void }) {
  const { operator_asked_by: askedBy, operator_asked_by_name: name } = person.attributes
  if (askedBy === null) return null
  const isOwn = askedBy === ownId
  return (
    <Notice
      tone="warning"
      action={
        <Button size="small" onClick={onEnd}>
          {isOwn ? messages.takeBack : messages.decline}
        </Button>
      }
    >
      {messages.operatorAsked(name, isOwn)}
    </Notice>
  )
}
