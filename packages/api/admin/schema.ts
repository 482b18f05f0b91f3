import { z } from 'zod'
import { reportReasons } from '../ad-reports/reasons.ts'
import { banner } from '../banners/schema.ts'
import { reserve } from '../books/schema.ts'
import { campaign, creative, paymentModel } from '../campaigns/schema.ts'
import { campaignStates, orderStates, suspensionKinds } from '../constants.ts'
import { operatorRoles } from '../may-operate.ts'
import { productCategoryIds } from '../reference-data/product-categories.ts'
import {
  asset,
  document,
  idInput,
  moment,
  momentInput,
  pageInput,
  pagination,
  plainText,
  resource,
  units
} from '../schema.ts'

export const auditInput = z.object({ ...pageInput, 'filter[user_id]': idInput.optional() })
export const auditEntry = resource(
  'audit_entries',
  z.object({
    at: moment,
    /** Id of the operator. Null for acts on the command line. */
    user_id: z.string().nullable(),
    user_name: z.string().nullable(),
    act: z.string(),
    summary: z.string(),
    input: z.record(z.string(), z.unknown()),
    /** HTTP status of the act. Null while the act is in progress, or if it was interrupted. */
    status: z.number().int().nullable(),
    code: z.string().nullable()
  })
)
export const auditLog = z.object({ data: z.array(auditEntry), meta: pagination })

export const usersInput = z.object({
  ...pageInput,
  /** Searches for an id, or for the start of an email address or a name. */
  'filter[query]': z.string().trim().max(254).default(''),
  'filter[role]': z.enum(operatorRoles).optional()
})
export const userInput = z.object({ id: idInput })
const money = z.object({ asset, available: units, promotion: units })
export const person = resource(
  'people',
  z.object({
    email: z.string().nullable(),
    username: z.string().nullable(),
    roles: z.array(z.string()),
    /** The contact person of a Premium account. Null if the account is not Premium. */
    premium_contact: z.string().nullable(),
    /** Null unless the account is suspended or frozen. */
    suspension: z
      .object({
        kind: z.enum(suspensionKinds),
        reason: z.string(),
        started_at: moment,
        /** When the suspension ends automatically. Null if it lasts until an operator lifts it. */
        until: moment.nullable(),
        started_by_name: z.string().nullable()
      })
      .nullable(),
    /** The operator who requested operator roles for this account. Another operator must confirm the request. */
    operator_asked_by: z.string().nullable(),
    operator_asked_by_name: z.string().nullable(),
    /** The requested roles: `admin`, `finance` or both. Empty if there is no request. */
    operator_asked_roles: z.array(z.string()),
    created_at: moment,
    last_seen_at: moment.nullable(),
    sessions_count: z.number().int(),
    campaigns_count: z.number().int(),
    ad_units_count: z.number().int(),
    /** Balances of the account. Null for operators whose roles do not include money. */
    money: z.array(money).nullable()
  })
)
export const personDocument = document(person)
export const peopleList = z.object({ data: z.array(person), meta: pagination })

/** Whether what an account submits goes live without a reviewer, or the first reason why not. */
const trust = z.object({
  state: z.enum(['off', 'trusted', 'suspended', 'rejected', 'page_changed', 'too_few_approvals']),
  /** Number of reviewers' approvals since the newest rejection. It ends at 1,000. */
  approvals: z.number().int(),
  /** Number of approvals that the settings ask for; null if no account is ever trusted. */
  needed: z.number().int().nullable()
})

/** A list with the newest items and the total count. */
const newest = <Item extends z.ZodRawShape>(most: number, item: Item) =>
  z.object({
    count: z.number().int(),
    items: z.array(z.object({ id: z.string(), ...item })).max(most)
  })
const amounts = z.array(z.object({ asset, amount: units }))
export const holdingLimits = { items: 20, payments: 5, days: 30 } as const
/** What an account owns. Wallet addresses and the notes of readers' reports are left out. */
export const holdings = document(
  resource(
    'holdings',
    z.object({
      campaigns: newest(holdingLimits.items, {
        name: z.string(),
        state: z.enum(campaignStates),
        asset,
        /** Amount charged for the settlement periods that began in the last 30 days. */
        spent: units
      }),
      sites: newest(holdingLimits.items, {
        domain_name: z.string(),
        state: z.enum(['unverified', 'verified', 'rejected']),
        /** Amount earned in the last 30 days, paid out or not, without the amounts taken back. */
        earned: amounts
      }),
      ad_units: newest(holdingLimits.items, {
        name: z.string(),
        state: z.enum(['active', 'archived']),
        earned: amounts
      }),
      deposits: newest(holdingLimits.payments, {
        /** Null for a token that the network does not support. */
        asset: asset.nullable(),
        amount: units,
        state: z.enum(['pending', 'done', 'reversed', 'too_small']),
        at: moment
      }),
      withdrawals: newest(holdingLimits.payments, {
        asset,
        amount: units,
        state: z.enum([
          'requested',
          'approved',
          'signed',
          'sent',
          'confirmed',
          'cancelled',
          'failed'
        ]),
        at: moment
      }),
      orders: newest(holdingLimits.items, {
        name: z.string(),
        side: z.enum(['advertiser', 'publisher']),
        state: z.enum(orderStates),
        asset,
        amount: units,
        at: moment
      }),
      /** Readers' reports about the account's ads. */
      reports: newest(holdingLimits.items, {
        campaign_id: z.string(),
        reason: z.enum(reportReasons),
        /** Null while the report awaits an operator's decision. */
        decision: z.enum(['dismiss', 'reject']).nullable(),
        at: moment
      }),
      has_chat: z.boolean(),
      trust
    })
  )
)

const personEventKinds = [
  ...(['signed_up', 'campaign_submitted', 'campaign_approved', 'campaign_rejected'] as const),
  'campaign_page_changed',
  'campaign_trusted',
  ...([
    'deposit',
    'withdrawal',
    'suspended',
    'suspension_lifted',
    'frozen',
    'freeze_lifted'
  ] as const),
  ...(['member_invited', 'member_accepted', 'member_removed'] as const),
  ...(['adjusted', 'adjustment_approved', 'adjustment_rejected', 'message'] as const),
  ...(['role_changed', 'premium_changed', 'signed_out', 'viewed', 'note', 'other_act'] as const)
] as const
export const personHistoryInput = z.object({ ...pageInput, id: idInput })
const personEvent = resource(
  'person_events',
  z.object({
    kind: z.enum(personEventKinds),
    at: moment,
    /** Id of the operator who acted. Null if the account acted itself or something ended automatically. */
    by: z.string().nullable(),
    by_name: z.string().nullable(),
    /** The name of the campaign, the reason given, or the name by which a member was invited. */
    text: z.string().nullable(),
    asset: asset.nullable(),
    amount: units.nullable()
  })
)
export const personHistory = z.object({ data: z.array(personEvent), meta: pagination })

export const noteLimits = { length: 2_000, count: 500 } as const
export const notesInput = z.object({ ...pageInput, id: idInput })
export const noteInput = z.object({ id: idInput, text: plainText(noteLimits.length) })
const note = resource(
  'account_notes',
  z.object({
    text: z.string(),
    written_by: z.string(),
    written_by_name: z.string().nullable(),
    created_at: moment
  })
)
export const noteDocument = document(note)
export const noteList = z.object({ data: z.array(note), meta: pagination })

/** `contact` is the contact person of the Premium account. Null ends Premium. */
export const premiumInput = z.object({ id: idInput, contact: plainText(100, 2).nullable() })
/**
 * The kind `money` stops only withdrawals and orders. Without `until` the suspension lasts until an operator lifts it.
 */
export const suspensionInput = z.object({
  id: idInput,
  kind: z.enum(suspensionKinds).default('everything'),
  reason: plainText(500, 3),
  until: momentInput.nullable().default(null)
})
/** An operator's view of an account; `until` is when it ends. */
export const viewingInput = z.object({ id: idInput, reason: plainText(500, 3) })
export const viewingDocument = document(
  resource('viewings', z.object({ reason: z.string(), until: moment }))
)
export const rolesInput = z.object({ id: idInput, roles: z.array(z.enum(operatorRoles)).max(4) })
export const adjustmentInput = z.object({
  id: idInput,
  asset,
  /** Amount in units of 1e-8. A negative amount is taken from the account. */
  amount: z
    .string()
    .regex(/^-?[1-9]\d{0,17}$/, 'must be a whole number of units of 1e-8, not zero'),
  reason: plainText(500, 3)
})
const adjustmentResource = resource(
  'adjustments',
  z.object({
    user_id: z.string(),
    asset,
    amount: units,
    reason: z.string(),
    /** `pending` means that another operator must decide. */
    state: z.enum(['pending', 'done', 'rejected']),
    made_at: moment,
    made_by: z.string(),
    /** Name of the operator who requested the adjustment. */
    made_by_name: z.string().nullable(),
    /** The account's current balance. */
    balance: units
  })
)
export const adjustment = document(adjustmentResource)
export const adjustmentsInput = z.object({ ...pageInput })
export const adjustmentList = z.object({ data: z.array(adjustmentResource), meta: pagination })
export const decideAdjustmentInput = z.object({
  id: idInput,
  decision: z.enum(['approve', 'reject'])
})

export const sitesInput = z.object({ ...pageInput })
export const reviewedSite = resource(
  'reviewed_sites',
  z.object({
    domain_name: z.string(),
    origin: z.string(),
    state: z.string(),
    language: z.string(),
    categories: z.array(z.string()),
    user_id: z.string(),
    user_name: z.string().nullable(),
    verified_at: moment.nullable(),
    rejected_reason: z.string().nullable()
  })
)
export const reviewedSiteDocument = document(reviewedSite)
export const siteQueue = z.object({ data: z.array(reviewedSite), meta: pagination })
export const decideSiteInput = z
  .object({
    id: idInput,
    decision: z.enum(['approve', 'reject']),
    reason: plainText(500).optional()
  })
  .refine(value => value.decision === 'approve' || value.reason !== undefined, {
    error: 'is required when rejecting',
    path: ['reason']
  })

const check = z.object({
  name: z.string(),
  state: z.enum(['ok', 'warning', 'alarm']),
  text: z.string()
})

/** The queues that await an operator, in order of the harm that a delay does. */
const queueNames = [
  ...(['payout_stops', 'deposits', 'withdrawals', 'adjustments', 'disputes'] as const),
  ...(['reported_creatives', 'creatives', 'sites', 'offers', 'earnings'] as const),
  ...(['conversations', 'letters'] as const)
] as const
const queues = z.array(
  z.object({
    name: z.enum(queueNames),
    waiting: z.number().int(),
    /** When the oldest item arrived. Null if the queue is empty or the time is unknown. */
    oldest_at: moment.nullable()
  })
)
export const queueList = document(resource('queues', z.object({ queues })))

/** Figures by period, in UTC days: today, the last 30 days including today, and the 30 days before. */
const periods = <Value extends z.ZodType>(value: Value) =>
  z.object({ today: value, last_30_days: value, previous_30_days: value })
export const networkHome = document(
  resource(
    'network_homes',
    z.object({
      at: moment,
      /**
       * Sums of money, assigned to the day on which a settlement period began. The ledger that they come from is sealed
       * at most a minute late.
       */
      money: z.array(
        z.object({
          asset,
          /** Amounts charged to campaigns and orders, minus refunds. */
          charged: periods(units),
          publishers: periods(units),
          fees: periods(units),
          deposits: periods(units),
          withdrawals: periods(units)
        })
      ),
      requests: periods(z.object({ requests: z.number().int(), filled: z.number().int() })),
      new_accounts: periods(z.number().int()),
      active_campaigns: z.number().int(),
      active_ad_units: z.number().int(),
      queues,
      /** The last comparison with the blockchain, for each currency that was ever compared. */
      reserves: z.array(reserve),
      /** Current results of the health checks. */
      checks: z.array(check)
    })
  )
)
export const healthReport = document(
  resource('health_reports', z.object({ at: moment, checks: z.array(check) }))
)
export const ledgerCheckInput = z.object({
  /** Whether to verify the whole ledger instead of only the entries since the last verification without findings. */
  is_full: z.boolean().optional()
})
/** The ledger verification that is queued or running; if there is none, the last one. */
export const ledgerCheck = document(
  resource(
    'ledger_checks',
    z.object({
      state: z.enum(['none', 'waiting', 'running', 'consistent', 'inconsistent', 'interrupted']),
      is_full: z.boolean(),
      requested_at: moment.nullable(),
      ended_at: moment.nullable(),
      /** Entries before this moment were proven by an earlier verification; null if the whole ledger was verified. */
      since: moment.nullable(),
      /** Running time of the verification, in seconds. */
      seconds: z.number(),
      part: z.number().int().nullable(),
      parts: z.number().int().nullable(),
      part_name: z.string().nullable(),
      /** Summary of the ledger if it is consistent; otherwise a line for each part that is broken. */
      text: z.string().nullable(),
      note: z.string().nullable()
    })
  )
)

export const reviewQueueInput = z.object({ ...pageInput })
export const decideCreativeInput = z
  .object({
    id: idInput,
    decision: z.enum(['approve', 'reject']),
    reason: plainText(500).optional(),
    /** Corrects what the advertiser said that the ad sells. Only for an approval. */
    product_category: z.enum(productCategoryIds).optional()
  })
  .refine(value => value.decision === 'approve' || value.reason !== undefined, {
    error: 'is required when rejecting',
    path: ['reason']
  })
  .refine(value => value.decision === 'approve' || value.product_category === undefined, {
    error: 'goes only with an approval',
    path: ['product_category']
  })
/** Why a landing page is not the one that was approved. */
const swapReason = z.enum(['host', 'agent', 'refresh', 'script', 'frame', 'text'])
const landingPage = z.object({
  /** The address at the end of all redirects. */
  url: z.string(),
  title: z.string().nullable(),
  /** The beginning of its text. */
  text: z.string(),
  /** Other sites where the page itself takes visitors, and how. `agent`: where it takes the checker instead. */
  leads: z.array(
    z.object({ by: swapReason.extract(['agent', 'refresh', 'script', 'frame']), host: z.string() })
  ),
  /** When it was read. */
  at: moment
})
/** What is known about the page that a creative's link leads to. */
const landingCheck = z.object({
  /** The page when it was last read; null if it never was. */
  found: landingPage.nullable(),
  /** Why it cannot be read, as the end of a sentence that begins with the address, and since when. */
  problem: z.string().nullable(),
  failing_since: moment.nullable(),
  /** The campaign was stopped because the approved page was exchanged for another one. */
  swap: z.object({ at: moment, reasons: z.array(swapReason), approved: landingPage }).nullable()
})
/** The account that a creative belongs to, and what was decided about its other creatives. Each count ends at 1,000. */
const creativeOwner = z.object({
  user_id: z.string(),
  user_name: z.string().nullable(),
  /** When the account was created. */
  joined_at: moment,
  /** When the creative was submitted for review. */
  submitted_at: moment,
  /** Number of the account's creatives that were approved. */
  approved: z.number().int(),
  rejected: z.number().int(),
  /** Number of the account's creatives that readers reported, without those whose reports were dismissed. */
  reported: z.number().int(),
  trust
})
/**
 * Creatives that await review, oldest first, each with its campaign. One that is not pending went live because its account is
 * trusted, and is reviewed afterwards.
 */
export const reviewQueue = z.object({
  data: z.array(creative),
  included: z.array(z.union([campaign, paymentModel, banner])),
  meta: pagination.extend({
    campaigns: z.record(z.string(), z.string()),
    /** Name of the creative's variant, by creative; only if its campaign has several variants. */
    variants: z.record(z.string(), z.string()),
    /** By creative. */
    landing_pages: z.record(z.string(), landingCheck),
    /** Whose each creative is, by creative. */
    owners: z.record(z.string(), creativeOwner),
    /** When the queue was read. */
    at: moment
  })
})
export const creativeDocument = document(creative)
