import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type AdjustmentList = z.infer<typeof schema.adjustmentList>
export type PendingAdjustment = AdjustmentList['data'][number]
export type AuditEntry = z.infer<typeof schema.auditEntry>
export type AuditLog = z.infer<typeof schema.auditLog>
export type Holdings = z.infer<typeof schema.holdings>['data']
export type Person = z.infer<typeof schema.person>
export type PeopleList = z.infer<typeof schema.peopleList>
export type NoteList = z.infer<typeof schema.noteList>
export type Note = NoteList['data'][number]
export type PersonHistory = z.infer<typeof schema.personHistory>
export type PersonEvent = PersonHistory['data'][number]
export type ReviewedSite = z.infer<typeof schema.reviewedSite>
export type SiteQueue = z.infer<typeof schema.siteQueue>
export type NetworkHome = z.infer<typeof schema.networkHome>
export type QueueList = z.infer<typeof schema.queueList>
export type HealthReport = z.infer<typeof schema.healthReport>
export type LedgerCheck = z.infer<typeof schema.ledgerCheck>
export type ReviewQueue = z.infer<typeof schema.reviewQueue>
export type LandingCheck = ReviewQueue['meta']['landing_pages'][string]
export type CreativeOwner = ReviewQueue['meta']['owners'][string]
export type Trust = CreativeOwner['trust']
export type LandingPage = NonNullable<LandingCheck['found']>
export type SwapReason = NonNullable<LandingCheck['swap']>['reasons'][number]

export const readReviewQueue = endpoint<z.input<typeof schema.reviewQueueInput>, ReviewQueue>({
  method: 'GET',
  path: '/api/v1/admin/creatives',
  statuses: [200],
  auth: 'admin',
  roles: ['reviewer'],
  errors: [],
  summary:
    'Creatives waiting for review, oldest first, also those that are live because their account is trusted and that are reviewed afterwards; meta.campaigns maps each one to its campaign, meta.variants to the name of its variant if the campaign has several, meta.landing_pages to the page behind its link, meta.owners to its account and what was decided about that account’s other creatives'
})

export const decideCreative = endpoint<
  z.input<typeof schema.decideCreativeInput>,
  z.infer<typeof schema.creativeDocument>
>({
  method: 'PATCH',
  path: '/api/v1/admin/creatives/{id}',
  statuses: [200],
  auth: 'admin',
  roles: ['reviewer'],
  type: 'creatives',
  idempotency: 'optional',
  errors: ['not_found', 'state_not_allowed'],
  summary:
    'Approves a creative, which makes it live, or rejects it with a reason, which stops one that is live; an approval can correct its product category'
})

export const readAuditLog = endpoint<z.input<typeof schema.auditInput>, AuditLog>({
  method: 'GET',
  path: '/api/v1/admin/audit_log',
  statuses: [200],
  auth: 'admin',
  errors: [],
  summary: 'What operators did, newest first'
})

export const listPeople = endpoint<z.input<typeof schema.usersInput>, PeopleList>({
  method: 'GET',
  path: '/api/v1/admin/users',
  statuses: [200],
  auth: 'admin',
  roles: ['support', 'finance'],
  errors: [],
  summary: 'Accounts by ID, address, or name, newest first'
})

export const readPerson = endpoint<
  z.input<typeof schema.userInput>,
  z.infer<typeof schema.personDocument>
>({
  method: 'GET',
  path: '/api/v1/admin/users/{id}',
  statuses: [200],
  auth: 'admin',
  roles: ['support', 'finance'],
  errors: ['not_found'],
  summary: 'One account, with its money and where it is used'
})

export const readHoldings = endpoint<
  z.input<typeof schema.userInput>,
  z.infer<typeof schema.holdings>
>({
  method: 'GET',
  path: '/api/v1/admin/users/{id}/holdings',
  statuses: [200],
  auth: 'admin',
  roles: ['finance'],
  errors: ['not_found'],
  summary:
    'What an account has: the newest of its campaigns, sites, ad units, payments, orders, and reports about it, with the number of all'
})

export const readPersonHistory = endpoint<z.input<typeof schema.personHistoryInput>, PersonHistory>(
  {
    method: 'GET',
    path: '/api/v1/admin/users/{id}/history',
    statuses: [200],
    auth: 'admin',
    roles: ['finance'],
    errors: ['not_found'],
    summary:
      'What happened with an account, newest first: campaigns, deposits, withdrawals, and what operators did about it'
  }
)

export const listNotes = endpoint<z.input<typeof schema.notesInput>, NoteList>({
  method: 'GET',
  path: '/api/v1/admin/users/{id}/notes',
  statuses: [200],
  auth: 'admin',
  roles: ['support'],
  errors: ['not_found'],
  summary:
    'What operators wrote about an account for each other, newest first; nothing about the account of the operator who asks'
})

export const addNote = endpoint<
  z.input<typeof schema.noteInput>,
  z.infer<typeof schema.noteDocument>
>({
  method: 'POST',
  path: '/api/v1/admin/users/{id}/notes',
  statuses: [201],
  auth: 'admin',
  roles: ['support'],
  type: 'account_notes',
  idempotency: 'optional',
  errors: ['not_found', 'own_notes', 'notes_too_many'],
  summary: 'Adds a note about an account that only operators read; it cannot be changed or removed'
})

export const setRoles = endpoint<
  z.input<typeof schema.rolesInput>,
  z.infer<typeof schema.personDocument>
>({
  method: 'PATCH',
  path: '/api/v1/admin/users/{id}',
  statuses: [200],
  auth: 'admin',
  secondOperator:
    'the roles admin and finance have to be confirmed by another operator, unless there has been only one for a long time; an account with a new one cannot approve anything for 24 hours; operators cannot change their own roles',
  stepUp: true,
  type: 'people',
  errors: ['not_found', 'own_role', 'last_operator', 'operator_too_new'],
  summary:
    'Sets the operator roles of an account, or requests or confirms those over money; removes a role or request that is not named. Operators cannot change their own roles, and the last one with the role admin cannot be removed'
})

export const setPremium = endpoint<
  z.input<typeof schema.premiumInput>,
  z.infer<typeof schema.personDocument>
>({
  method: 'PUT',
  path: '/api/v1/admin/users/{id}/premium',
  statuses: [200],
  auth: 'admin',
  stepUp: true,
  type: 'people',
  errors: ['not_found', 'email_missing'],
  summary: 'Makes an account Premium, with a named contact, or ends that: lower fee, hot offers'
})

export const suspendPerson = endpoint<
  z.input<typeof schema.suspensionInput>,
  z.infer<typeof schema.personDocument>
>({
  method: 'POST',
  path: '/api/v1/admin/users/{id}/suspensions',
  statuses: [201],
  auth: 'admin',
  stepUp: true,
  type: 'suspensions',
  idempotency: 'optional',
  errors: ['not_found', 'own_suspension', 'state_not_allowed'],
  summary:
    'Suspends an account with a reason: it can only read, nothing of it is shown, and its withdrawals wait; its money is not touched. With the kind `money` it is frozen: no money leaves it, and all else continues'
})

export const liftSuspension = endpoint<
  z.input<typeof schema.userInput>,
  z.infer<typeof schema.personDocument>
>({
  method: 'DELETE',
  path: '/api/v1/admin/users/{id}/suspensions/current',
  statuses: [200],
  auth: 'admin',
  stepUp: true,
  idempotency: 'optional',
  errors: ['not_found', 'state_not_allowed'],
  summary:
    'Ends the suspension or the freeze of an account: what ran before runs again, and withdrawals are paid'
})

export const endPersonSessions = endpoint<z.input<typeof schema.userInput>, void>({
  method: 'DELETE',
  path: '/api/v1/admin/users/{id}/sessions',
  statuses: [204],
  auth: 'admin',
  errors: ['not_found'],
  mailsOperators: true,
  summary: 'Signs an account out everywhere and revokes its API keys'
})

export const viewPerson = endpoint<
  z.input<typeof schema.viewingInput>,
  z.infer<typeof schema.viewingDocument>
>({
  method: 'POST',
  path: '/api/v1/admin/users/{id}/viewings',
  statuses: [201],
  auth: 'admin',
  roles: ['support'],
  stepUp: true,
  type: 'viewings',
  errors: ['not_found', 'viewing_staff'],
  summary:
    'Shows the session for 30 minutes what an account sees, with a reason that its owner is told; nothing can be changed meanwhile, and operators’ accounts cannot be viewed'
})

export const adjustBalance = endpoint<
  z.input<typeof schema.adjustmentInput>,
  z.infer<typeof schema.adjustment>
>({
  method: 'POST',
  path: '/api/v1/admin/users/{id}/adjustments',
  statuses: [201],
  auth: 'admin',
  roles: ['finance'],
  secondOperator:
    'above the approval limit for withdrawals, counted over 24 hours, another operator has to approve it',
  type: 'adjustments',
  idempotency: 'required',
  stepUp: true,
  errors: ['not_found', 'insufficient_funds', 'own_adjustment'],
  summary:
    'Adds money from outside to a balance, or removes it, with a reason that is kept permanently; above the approval limit, another operator decides'
})

export const listAdjustments = endpoint<z.input<typeof schema.adjustmentsInput>, AdjustmentList>({
  method: 'GET',
  path: '/api/v1/admin/adjustments',
  statuses: [200],
  auth: 'admin',
  roles: ['finance'],
  errors: [],
  summary: 'Adjustments waiting for another operator, oldest first'
})

export const decideAdjustment = endpoint<
  z.input<typeof schema.decideAdjustmentInput>,
  z.infer<typeof schema.adjustment>
>({
  method: 'PATCH',
  path: '/api/v1/admin/adjustments/{id}',
  statuses: [200],
  auth: 'admin',
  roles: ['finance'],
  secondOperator: 'not the operator who requested it, the owner of the balance, or a new operator',
  type: 'adjustments',
  stepUp: true,
  idempotency: 'optional',
  errors: [
    'not_found',
    'state_not_allowed',
    'own_adjustment',
    'operator_too_new',
    'insufficient_funds'
  ],
  summary: 'Approves or rejects an adjustment that another operator requested'
})

export const listSiteQueue = endpoint<z.input<typeof schema.sitesInput>, SiteQueue>({
  method: 'GET',
  path: '/api/v1/admin/sites',
  statuses: [200],
  auth: 'admin',
  roles: ['reviewer'],
  errors: [],
  summary: 'Verified sites that no operator has reviewed, oldest first'
})

export const decideSite = endpoint<
  z.input<typeof schema.decideSiteInput>,
  z.infer<typeof schema.reviewedSiteDocument>
>({
  method: 'PATCH',
  path: '/api/v1/admin/sites/{id}',
  statuses: [200],
  auth: 'admin',
  roles: ['reviewer'],
  type: 'reviewed_sites',
  idempotency: 'optional',
  errors: ['not_found', 'state_not_allowed'],
  summary: 'Approves a site, or rejects it with a reason, which stops its ads'
})

export const readHome = endpoint<Record<never, never>, NetworkHome>({
  method: 'GET',
  path: '/api/v1/admin/home',
  statuses: [200],
  auth: 'admin',
  errors: [],
  summary:
    'The network at a glance: money, requests, and accounts of today, the last 30 days, and the 30 days before, what is waiting, reserves, and health'
})

export const readQueues = endpoint<Record<never, never>, QueueList>({
  method: 'GET',
  path: '/api/v1/admin/queues',
  statuses: [200],
  auth: 'admin',
  roles: ['reviewer', 'support', 'finance'],
  errors: [],
  summary: 'How much is waiting for an operator in each queue, and since when'
})

export const readHealth = endpoint<Record<never, never>, HealthReport>({
  method: 'GET',
  path: '/api/v1/admin/health',
  statuses: [200],
  auth: 'admin',
  errors: [],
  summary:
    'Jobs, mail, settlement, ad nodes, blockchains, queues, database, and disk, each with any problems'
})

export const checkLedger = endpoint<z.input<typeof schema.ledgerCheckInput>, LedgerCheck>({
  method: 'POST',
  path: '/api/v1/admin/ledger_checks',
  statuses: [200],
  auth: 'admin',
  type: 'ledger_checks',
  errors: [],
  summary:
    'Starts verifying the ledger as `mille verify` does, unless that is already waiting or running, and answers with that run'
})

export const readLedgerCheck = endpoint<Record<never, never>, LedgerCheck>({
  method: 'GET',
  path: '/api/v1/admin/ledger_checks',
  statuses: [200],
  auth: 'admin',
  errors: [],
  summary: 'How far the verification of the ledger is, or what the last one found'
})
