import { operatorRoles } from '@mille/api/may-operate.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { rolesMessages as messages } from './people-messages.ts'

export function RoleBadges({ roles }: { roles: readonly string[] }) {
  return operatorRoles
    .filter(role => roles.includes(role))
    .map(role => (
      <Badge key={role} tone="info">
        {messages.names[role]}
      </Badge>
    ))
}
