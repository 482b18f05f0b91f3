import type { Person } from '@mille/api/admin/endpoints.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { suspensionMessages } from './people-messages.ts'
import { RoleBadges } from './role-badges.tsx'

/** The roles of an account, and which of its activities are suspended. */
export function PersonBadges({ person }: { person: Person }) {
  const { roles, suspension } = person.attributes
  return (
    <>
      <RoleBadges roles={roles} />
      {suspension && (
        <Badge tone={suspension.kind === 'money' ? 'warning' : 'negative'}>
          {suspensionMessages.states[suspension.kind]}
        </Badge>
      )}
    </>
  )
}
