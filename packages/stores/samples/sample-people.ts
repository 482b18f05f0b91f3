import type { UserDocument } from '@mille/api/accounts/endpoints.ts'
import {
  listAdjustments,
  listNotes,
  listPeople,
  type Person,
  type PersonEvent,
  readAuditLog,
  readHoldings,
  readPerson,
  readPersonHistory
} from '@mille/api/admin/endpoints.ts'
import { listApiKeys } from '@mille/api/api-keys/endpoints.ts'
import type { SuspensionKind } from '@mille/api/constants.ts'
import type { AnswerOf } from '@mille/api/endpoint.ts'
import {
  listMembers,
  listMemberships,
  type Member,
  type Membership
} from '@mille/api/members/endpoints.ts'
import { listPasskeys } from '@mille/api/passkeys/endpoints.ts'
import { listSessions, readStepUp } from '@mille/api/security/endpoints.ts'
import { sampleUser } from '../shared/sample-documents.ts'
import { type Given, given } from './sample-answer.ts'
import { pages, sampleMoment } from './sample-moments.ts'

const frozenForAWeek = {
  kind: 'money' as const,
  until: sampleMoment(-6),
  reason: 'The deposits may be stolen.',
  started_at: sampleMoment(1),
  started_by_name: 'Grace'
}

/** Accounts that may be signed in. */
export const sampleAccounts = {
  advertiser: account({ username: 'Ada' }),
  publisher: account({ username: 'Ben', email: 'ben@example.com' }),
  operator: account({ username: 'Olga', email: 'olga@example.com', roles: ['admin'] }),
  reviewer: account({ username: 'Rita', email: 'rita@example.com', roles: ['reviewer'] }),
  support: account({ username: 'Sam', email: 'sam@example.com', roles: ['support'] }),
  finance: account({ username: 'Finn', email: 'finn@example.com', roles: ['finance'] }),
  suspended: suspendedAccount('everything'),
  frozen: suspendedAccount('money')
} satisfies Record<string, UserDocument>

export const samplePeople: readonly Given[] = [
  given(listSessions, {
    data: [session('1', 'Firefox on Linux', true), session('2', 'Safari on iPhone', false)]
  }),
  given(readStepUp, {
    data: {
      type: 'step_ups',
      id: '7',
      attributes: { methods: ['mail', 'passkey'], valid_until: null }
    }
  }),
  given(listPasskeys, {
    data: [
      {
        type: 'passkeys',
        id: 'key-of-the-laptop',
        attributes: { name: 'Laptop', created_at: sampleMoment(40), last_used_at: sampleMoment(1) }
      }
    ]
  }),
  given(listMembers, {
    data: [member('1', 'Ben', sampleMoment(20)), member('2', 'books-and-figures@example.com', null)]
  }),
  given(listMemberships, {
    data: [membership('3', 'Halfpenny', sampleMoment(2)), membership('4', null, null)]
  }),
  given(listApiKeys, {
    data: [
      {
        type: 'api_keys',
        id: '1',
        attributes: {
          name: 'Nightly report',
          scopes: ['statistics'],
          token_start: 'mille_4f2a',
          created_at: sampleMoment(30),
          last_used_at: sampleMoment(0)
        }
      }
    ]
  }),
  given(listPeople, {
    data: [
      person('7', { username: 'Ada' }),
      person('8', { username: 'Ben', email: 'ben@example.com', premium_contact: 'Olga' }),
      person('9', { username: null, email: null, last_seen_at: null }),
      person('10', { username: 'Cleo', email: 'cleo@example.com', suspension: frozenForAWeek })
    ],
    meta: pages(4)
  }),
  given(readPerson, { data: person('7', { username: 'Ada' }) }),
  given(readHoldings, sampleHoldings()),
  given(listNotes, {
    data: [
      {
        type: 'account_notes',
        id: '1',
        attributes: {
          text: 'Asked in a call to pay by bank transfer.',
          written_by: '12',
          written_by_name: 'Otto',
          created_at: sampleMoment(3)
        }
      }
    ],
    meta: pages(1)
  }),
  given(readPersonHistory, {
    data: [
      personEvent('suspended', 1, { by: '12', by_name: 'Otto', text: 'The ads promise money.' }),
      personEvent('adjusted', 2, { by: '13', text: 'Goodwill', asset: 'BTC', amount: '-250000' }),
      personEvent('deposit', 9, { asset: 'BTC', amount: '4200000' }),
      personEvent('campaign_submitted', 20, { text: 'Books for node runners' }),
      personEvent('signed_up', 90, {})
    ],
    meta: pages(34)
  }),
  given(listAdjustments, {
    data: [
      {
        type: 'adjustments',
        id: '1',
        attributes: {
          user_id: '7',
          asset: 'BTC',
          amount: '250000',
          reason: 'A payment that came through another wallet',
          state: 'pending',
          made_at: sampleMoment(1),
          made_by: '12',
          made_by_name: 'Otto',
          balance: '4200000'
        }
      }
    ],
    meta: pages(1)
  }),
  given(readAuditLog, {
    data: [
      auditEntry('2', 'decideCreative', 'Approves or rejects a creative', 200),
      auditEntry('1', 'changeSetting', 'Changes a setting of the network', 422)
    ],
    meta: pages(2)
  })
]

function suspendedAccount(kind: SuspensionKind): UserDocument {
  const { meta, ...rest } = account({ username: 'Ada' })
  const suspension = {
    kind,
    reason: 'The ads promise doubled money.',
    started_at: sampleMoment(1),
    until: kind === 'money' ? sampleMoment(-6) : null
  }
  return { ...rest, meta: { ...meta, suspension } }
}

function account(attributes: Parameters<typeof sampleUser>[0]): UserDocument {
  const { meta, ...rest } = sampleUser(attributes)
  return {
    ...rest,
    meta: {
      ...meta,
      total_balance: '5130000',
      total_campaigns_balance: '1200000',
      total_ad_units_balance: '84000',
      unread_notifications_count: 2
    }
  }
}

/** Replaces the sample account with one whose new role awaits confirmation by another operator. */
export const sampleAskedPerson = given(readPerson, {
  data: person('7', {
    operator_asked_by: '3',
    operator_asked_by_name: 'Grace',
    operator_asked_roles: ['admin']
  })
})

/** Replaces the sample account with the version that support sees, without money. */
export const samplePersonWithoutMoney = given(readPerson, {
  data: person('7', { username: 'Ada', money: null })
})

/** Replaces the sample account with one suspended by an operator. */
export const sampleSuspendedPerson = given(readPerson, {
  data: person('7', {
    suspension: {
      kind: 'everything',
      until: null,
      reason: 'The ads promise doubled money.',
      started_at: sampleMoment(1),
      started_by_name: 'Grace'
    }
  })
})

/** Replaces the sample account with one frozen for a week by an operator. */
export const sampleFrozenPerson = given(readPerson, {
  data: person('7', {
    suspension: frozenForAWeek
  })
})

function personEvent(
  kind: PersonEvent['attributes']['kind'],
  daysAgo: number,
  attributes: Partial<PersonEvent['attributes']>
): PersonEvent {
  const none = { by: null, by_name: null, text: null, asset: null, amount: null }
  return {
    type: 'person_events',
    id: `${kind}-${daysAgo}`,
    attributes: { kind, at: sampleMoment(daysAgo), ...none, ...attributes }
  }
}

function sampleHoldings(): AnswerOf<typeof readHoldings> {
  const asset = 'BTC'
  return {
    data: {
      type: 'holdings',
      id: '7',
      attributes: {
        campaigns: {
          count: 34,
          items: [
            { id: '3', name: 'Books for node runners', state: 'active', asset, spent: '120000' },
            { id: '2', name: '', state: 'rejected', asset, spent: '0' }
          ]
        },
        sites: {
          count: 1,
          items: [
            {
              id: '4',
              domain_name: 'a-long-name-of-a-site-about-lightning-nodes.example',
              state: 'verified',
              earned: [
                { asset: 'BTC', amount: '84000' },
                { asset: 'USD', amount: '125000000' }
              ]
            }
          ]
        },
        ad_units: {
          count: 1,
          items: [{ id: '5', name: 'Below the article', state: 'active', earned: [] }]
        },
        deposits: {
          count: 1,
          items: [{ id: '1', asset, amount: '4200000', state: 'done', at: sampleMoment(9) }]
        },
        withdrawals: {
          count: 1,
          items: [{ id: '1', asset, amount: '50000', state: 'requested', at: sampleMoment(1) }]
        },
        orders: {
          count: 1,
          items: [
            {
              id: '6',
              name: 'An article about bread',
              side: 'advertiser',
              state: 'disputed',
              asset: 'USD',
              amount: '10000000000',
              at: sampleMoment(4)
            }
          ]
        },
        reports: {
          count: 1,
          items: [
            { id: '1', campaign_id: '3', reason: 'misleading', decision: null, at: sampleMoment(0) }
          ]
        },
        has_chat: true,
        trust: { state: 'trusted', approvals: 12, needed: 10 }
      }
    }
  }
}

/** Replaces the sample holdings with those of an account that has only signed up. */
export const sampleNoHoldings = given(readHoldings, {
  data: {
    type: 'holdings',
    id: '7',
    attributes: {
      campaigns: { count: 0, items: [] },
      sites: { count: 0, items: [] },
      ad_units: { count: 0, items: [] },
      deposits: { count: 0, items: [] },
      withdrawals: { count: 0, items: [] },
      orders: { count: 0, items: [] },
      reports: { count: 0, items: [] },
      has_chat: false,
      trust: { state: 'off', approvals: 0, needed: null }
    }
  }
})

function session(id: string, browser: string, isCurrent: boolean) {
  return {
    type: 'sessions' as const,
    id,
    attributes: {
      browser,
      created_at: sampleMoment(20),
      last_seen_at: sampleMoment(0),
      is_current: isCurrent
    }
  }
}

function person(id: string, attributes: Partial<Person['attributes']>): Person {
  return {
    type: 'people',
    id,
    attributes: {
      email: 'ada@example.com',
      username: null,
      roles: [],
      premium_contact: null,
      suspension: null,
      operator_asked_by: null,
      operator_asked_by_name: null,
      operator_asked_roles: [],
      created_at: sampleMoment(90),
      last_seen_at: sampleMoment(1),
      sessions_count: 2,
      campaigns_count: 3,
      ad_units_count: 1,
      money: [
        { asset: 'BTC', available: '4200000', promotion: '0' },
        { asset: 'USD', available: '12550000000', promotion: '500000000' }
      ],
      ...attributes
    }
  }
}

function auditEntry(id: string, act: string, summary: string, status: number) {
  return {
    type: 'audit_entries' as const,
    id,
    attributes: {
      at: sampleMoment(1),
      user_id: '12',
      user_name: 'Otto',
      act,
      summary,
      input: { id: '3' },
      status,
      code: status === 200 ? null : 'validation_failed'
    }
  }
}

function member(id: string, name: string, accepted_at: string | null): Member {
  const attributes = { name, role: 'viewer' as const, invited_at: sampleMoment(30), accepted_at }
  return { type: 'members', id, attributes }
}

function membership(
  id: string,
  account_name: string | null,
  accepted_at: string | null
): Membership {
  const account = { account_name, account_id: `1${id}`, role: 'viewer' as const }
  return {
    type: 'memberships',
    id,
    attributes: { ...account, invited_at: sampleMoment(30), accepted_at }
  }
}
