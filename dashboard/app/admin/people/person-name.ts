import type { Person } from '@mille/api/admin/endpoints.ts'
import { peopleMessages as messages } from './people-messages.ts'

/** The best name that there is for an account. */
export function personName({ id, attributes: { username, email } }: Person): string {
  return username ?? email ?? messages.noName(id)
}
