import type { Person } from '@mille/api/admin/endpoints.ts'
import { peopleMessages as messages } from './people-messages.ts'

/** Returns the best available name of an account: username, email address or id. */
export function personName({ id, attributes: { username, email } }: Person): string {
  return username ?? email ?? messages.noName(id)
}
