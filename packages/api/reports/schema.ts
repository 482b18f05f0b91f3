import { z } from 'zod'
import { languages } from '../constants.ts'
import {
  documentWithMeta,
  idInput,
  many,
  pageInput,
  pagination,
  resource,
  units
} from '../schema.ts'
import { reportFilters, reportGroups, reportSides, reportSorts } from './constants.ts'

const timeZone = z.string().max(64).refine(isTimeZone, 'is not a time zone such as Europe/Berlin')

const choices = {
  /** Days of the time zone, both included; the last 30 up to today unless asked otherwise. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  time_zone: timeZone.default('UTC'),
  group_by: z.enum(reportGroups).default('day'),
  campaign_ids: many(idInput),
  /** `0` for units that are on no site. */
  site_ids: many(z.union([z.literal('0'), idInput])),
  ad_unit_ids: many(idInput),
  /** `0` for the text. */
  banner_ids: many(z.union([z.literal('0'), idInput])),
  languages: many(z.union([z.enum(languages), z.literal('unknown')])),
  /** A part of the name. */
  search: z.string().max(100).optional(),
  sort: z.enum(reportSorts).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  ...pageInput,
  'page[limit]': z.coerce.number().int().min(1).max(1000).default(100)
}
const isInOrder = (it: { from?: string | undefined; to?: string | undefined }) =>
  !it.from || !it.to || it.from <= it.to
const notInOrder = { error: 'must not be before from', path: ['to'] }

export const reportInput = z
  .object({ side: z.enum(['advertiser', 'publisher']), ...choices })
  .refine(isInOrder, notInOrder)
  .refine(it => it.side === 'advertiser' || !['campaign', 'banner'].includes(it.group_by), {
    error: 'is only for an advertiser',
    path: ['group_by']
  })
  .refine(it => it.side === 'advertiser' || (!it.campaign_ids && !it.banner_ids), {
    error: 'must not have campaigns or banners for a publisher',
    path: ['side']
  })
export const networkReportInput = z.object(choices).refine(isInOrder, notInOrder)

/** Counts of ads, and of what was not counted for any reason. */
const figures = {
  served: z.number().int(),
  rendered: z.number().int(),
  viewable: z.number().int(),
  billable: z.number().int(),
  clicked: z.number().int(),
  rejected: z.number().int(),
  /**
   * Null for an advertiser, and where none was counted and ads were shown: from before requests were counted, or what no unit
   * is asked for.
   */
  requests: z.number().int().nullable(),
  filled: z.number().int().nullable(),
  /**
   * What was spent, or earned by a publisher, in settled periods, by when they began. Null where the report is about banners: a period is
   * charged by ad unit, whichever banner was shown there.
   */
  money: z.object({ BTC: units, USD: units }).nullable()
}
export const reportRow = z.object({
  /** `2026-11-20T15`, `2026-11-20`, `2026-11`; 1 for Monday to 7; 0 to 23; an ID; or a language. */
  key: z.string(),
  name: z.string(),
  ...figures
})
const filter = z.object({ group_by: z.enum(reportFilters), key: z.string(), name: z.string() })
export type ReportFilter = z.infer<typeof filter>

export const report = documentWithMeta(
  resource(
    'reports',
    z.object({
      side: z.enum(reportSides),
      from: z.iso.date(),
      to: z.iso.date(),
      time_zone: z.string(),
      group_by: z.enum(reportGroups),
      /** What it is narrowed by, with names; a name is empty where the account does not own what has it. */
      filters: z.array(filter),
      /** Up to when everything is settled; what was shown later has no money yet. Null before the first period. */
      settled_until: z.iso.datetime().nullable(),
      rows: z.array(reportRow),
      /** Of all rows, on whichever page they are. */
      total: z.object(figures)
    })
  ),
  pagination
)

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
