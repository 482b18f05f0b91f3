import type { UserDocument } from '@mille/api/accounts/endpoints.ts'
import { billingDetails, firstStepChoices } from '@mille/api/accounts/schema.ts'
import { displayCurrencies } from '@mille/api/constants.ts'
import type { Database, Tx } from '../db/connect.ts'
import type { Session, Viewing } from '../http/callers/session.ts'
import { chosenLanguage } from '../languages/texts.ts'
import type { UserRow } from './queries.ts'

/** Parts of a user's document that depend on the session that reads it. */
type OfSession = 'is_account_code_unsaved' | 'look_around' | 'viewing'

/** Parts of a user's document that come from other domains: balances and counts. */
export type UserFigures = Omit<UserDocument['meta'], OfSession> & {
  non_withdrawable_balance: string
}
export type ReadFigures = (db: Database | Tx, userId: number) => Promise<UserFigures>

export function userResource(
  user: UserRow,
  figures: Pick<UserFigures, 'non_withdrawable_balance' | 'suspension'>
): UserDocument['data'] {
  const id = String(user.id)
  return {
    type: 'users',
    id,
    attributes: {
      email: user.email,
      username: user.username,
      roles: figures.suspension?.kind === 'everything' ? [] : user.roles,
      locale: chosenLanguage(user.locale),
      time_zone: user.time_zone,
      display_currency: displayCurrencies.find(it => it === user.display_currency) ?? null,
      advertiser_name: user.advertiser_name,
      billing_details: billingDetails.nullable().parse(user.billing_details),
      first_steps: firstStepChoices.parse(user.first_steps),
      non_withdrawable_balance: figures.non_withdrawable_balance
    },
    relationships: {
      profile: { data: { type: 'profiles', id } },
      publisher: { data: { type: 'publishers', id } },
      advertiser: { data: { type: 'advertisers', id } }
    }
  }
}

/**
 * Builds a user's document. `session` is the requesting session, because only the session that was shown an account
 * code can have it unsaved, and strangers who look around are not shown an email address or billing details. An operator
 * or a member who views the account is shown both.
 */
export function userDocument(
  user: UserRow,
  figures: UserFigures,
  session: Pick<Session, 'hasUnsavedCode' | 'lookAround' | 'viewing'> | null
): UserDocument {
  const { non_withdrawable_balance: _, ...meta } = figures
  const look_around = session?.lookAround ?? null
  const viewing = session?.viewing ? viewingOf(session.viewing) : null
  const is_account_code_unsaved = session?.hasUnsavedCode ?? false
  const isOthers = look_around !== null || viewing !== null
  return {
    data: userResource(
      look_around ? { ...user, email: null, billing_details: null } : user,
      figures
    ),
    included: sidesOf(String(user.id)),
    meta: {
      ...{ ...meta, ...(isOthers ? withoutTokens : {}) },
      ...{ is_account_code_unsaved, look_around, viewing }
    }
  }
}

function viewingOf({ as, until }: Viewing) {
  return { as, until: until?.toISOString() ?? null }
}

/**
 * A feedback token signs its bearer in to another service as the account. Which other accounts it may see is for its owner
 * alone.
 */
const withoutTokens = { jwt_nolt_token: null, feedback_url: null, viewable_accounts: [] }

/** Returns links to the related lists, which may be long and have their own pages. */
function sidesOf(id: string): UserDocument['included'] {
  const at = (related: string) => ({ links: { related } })
  return [
    { type: 'publishers', id, relationships: { ad_units: at('/api/v1/ad_units') } },
    {
      type: 'advertisers',
      id,
      relationships: {
        campaigns: at('/api/v1/campaigns'),
        publication_orders: at('/api/v1/publication_orders?filter[side]=advertiser')
      }
    }
  ]
}
