import type { Person } from '@mille/api/admin/endpoints.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { peopleMessages as messages, rolesMessages } from './people-messages.ts'

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
  const { roles, operator_asked_by: askedBy, operator_asked_roles: asked } = person.attributes
  if (person.id === ownId) return null
  if (roles.includes('admin'))
    return <Button onClick={() => onAsk('remove')}>{messages.removeOperator}</Button>
  const isAskedForOther = askedBy !== null && !asked.includes('admin')
  if (askedBy === ownId || isAskedForOther) return null
  return <Button onClick={() => onAsk('make')}>{messages.makeOperator}</Button>
}

type RequestEnds = { onEnd: () => void; onConfirm: () => void }

/** A requested role change that another operator must confirm, with buttons to confirm or cancel it. */
export function RoleRequest({ person, ownId, onEnd, onConfirm }: Of & RequestEnds) {
  const { operator_asked_by: askedBy, operator_asked_by_name: name } = person.attributes
  if (askedBy === null) return null
  const isOwn = askedBy === ownId
  const isForAdmin = person.attributes.operator_asked_roles.includes('admin')
  return (
    <Notice
      tone="warning"
      action={
        <>
          {!isOwn && !isForAdmin && (
            <Button size="small" onClick={onConfirm}>
              {rolesMessages.confirm}
            </Button>
          )}
          <Button size="small" onClick={onEnd}>
            {isOwn ? messages.takeBack : messages.decline}
          </Button>
        </>
      }
    >
      {(isForAdmin ? messages.operatorAsked : rolesMessages.asked)(name, isOwn)}
    </Notice>
  )
}
