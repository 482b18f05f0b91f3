import { z } from 'zod'
import { languages } from '../constants.ts'
import {
  documentWithMeta,
  idInput,
  many,
  pageInput,
  pagination,
  resource,
  timeZone,
  units
} from '../schema.ts'
import {
  reportDevices,
  reportFilters,
  reportGroups,
  reportSides,
  reportSorts,
  reportSystems
} from './constants.ts'

/** A country, or the row of those with few views. */
export const countryKey = z
  .string()
  .regex(/^([A-Z]{2}|other)$/, 'must be two capital letters, or other')

const choices = {
  /**
   * Days of the time zone, both included; the last 30 up to today unless asked otherwise. In a report by or narrowed by country,
   * device or operating system they are days of UTC, whichever time zone is asked for.
   */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** The account’s unless asked otherwise. */
  time_zone: timeZone.optional(),
  /**
   * By or narrowed by country or device, a report is by `day`, `month`, `weekday`, `country` or `device`; an advertiser’s also by
   * `campaign`; a publisher’s also by `ad_unit`, `site` or `language`; and the network’s by either. The same holds for what it is
   * narrowed by. By or narrowed by operating system, it is the same with `system` in place of `country` and `device`.
   */
  group_by: z.enum(reportGroups).default('day'),
  campaign_ids: many(idInput),
  /** `0` for units that are on no site. */
  site_ids: many(z.union([z.literal('0'), idInput])),
  ad_unit_ids: many(idInput),
  /** `0` for the text. */
  banner_ids: many(z.union([z.literal('0'), idInput])),
  languages: many(z.union([z.enum(languages), z.literal('unknown')])),
  /** Two letters of ISO 3166-1, `ZZ` for views of which no country is known, or `other` for the row with that key. */
  countries: many(countryKey),
  devices: many(z.enum(reportDevices)),
  systems: many(z.enum(reportSystems)),
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

/**
 * Counts of ads, and of what was not counted for any reason. Only viewable and billable impressions and clicks are counted by
 * country, device and operating system: everything else is null in such a report.
 */
const figures = {
  served: z.number().int().nullable(),
  rendered: z.number().int().nullable(),
  viewable: z.number().int(),
  billable: z.number().int(),
  clicked: z.number().int(),
  rejected: z.number().int().nullable(),
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
  /**
   * `2026-11-20T15`, `2026-11-20`, `2026-11`; 1 for Monday to 7; 0 to 23; an ID; a language; a country; a device; or an operating
   * system. Where a campaign or an ad unit had fewer than five viewable impressions from a country on one kind of device on one day,
   * these are in the row of all such countries, with the key `other`; those on an operating system are in the row `other` too.
   */
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
      /**
       * The first day of which views are counted by country and device, or by operating system: there are no figures of earlier ones.
       * Null in a report that is neither by nor narrowed by these.
       */
      places_since: z.iso.date().nullable(),
      rows: z.array(reportRow),
      /** Of all rows, on whichever page they are. */
      total: z.object(figures)
    })
  ),
  pagination
)
