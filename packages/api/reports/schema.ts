import { z } from 'zod'
import { languages } from '../reference-data/languages.ts'
import { productCategoryIds } from '../reference-data/product-categories.ts'
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

/** A country code, or the key of the row that combines countries with few views. */
export const countryKey = z
  .string()
  .regex(/^([A-Z]{2}|other)$/, 'must be two capital letters, or other')

const choices = {
  /**
   * First and last day in the report's time zone, both included; by default, the last 30 days up to today. In a report
   * by or filtered by country, device, operating system, or creative, these are days of UTC. There can be 366 days, and
   * 31 by hour; 7 by hour and page language; 2 by hour for campaigns on chosen ad units or sites.
   */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** Time zone of the report; by default, the account's. */
  time_zone: timeZone.optional(),
  /**
   * A report grouped or filtered by country or device can be grouped and filtered by `day`, `month`, `weekday`,
   * `country`, or `device`; an advertiser's also by `campaign`; a publisher's also by `ad_unit`, `site`, or `language`;
   * the network's by either. With operating systems, `system` takes the place of `country` and `device`. An
   * advertiser's and the network's reports with `creative` can otherwise be grouped and filtered by `day`, `month`,
   * `weekday`, and `campaign`. A publisher's report can be grouped by `creative`, and filtered by `ad_unit`, `site`, and
   * `language`. `advertiser` is for publishers and the network: it groups by the public name of advertisers or, if they
   * have none, by the domain of their ads. A publisher's report by `advertiser` or `creative` that would add up more
   * than 200,000 rows (one for each ad unit, day, and campaign or creative) is refused with `report_too_large`.
   */
  group_by: z.enum(reportGroups).default('day'),
  campaign_ids: many(idInput),
  /** `0` selects ad units that are on no site. */
  site_ids: many(z.union([z.literal('0'), idInput])),
  ad_unit_ids: many(idInput),
  /** `0` selects the text creative. */
  banner_ids: many(z.union([z.literal('0'), idInput])),
  creative_ids: many(idInput),
  languages: many(z.union([z.enum(languages), z.literal('unknown')])),
  /** Two-letter ISO 3166-1 codes, `ZZ` for views from an unknown country, or `other` for the row with that key. */
  countries: many(countryKey),
  devices: many(z.enum(reportDevices)),
  systems: many(z.enum(reportSystems)),
  /** Part of the name of a row. */
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
  .refine(it => it.side === 'publisher' || it.group_by !== 'advertiser', {
    error: 'is only for a publisher',
    path: ['group_by']
  })
  .refine(
    it => it.side === 'advertiser' || (!it.campaign_ids && !it.banner_ids && !it.creative_ids),
    { error: 'must not have campaigns, banners, or creatives for a publisher', path: ['side'] }
  )
export const networkReportInput = z.object(choices).refine(isInOrder, notInOrder)

/**
 * Counts of ads; `rejected` is the sum of all reasons. Only viewable views, billable views, and clicks are
 * counted by country, device, and operating system: in such a report, all other fields are null. By creative, `served` is
 * counted too.
 */
const figures = {
  served: z.number().int().nullable(),
  rendered: z.number().int().nullable(),
  viewable: z.number().int(),
  billable: z.number().int(),
  clicked: z.number().int(),
  rejected: z.number().int().nullable(),
  /**
   * Null for an advertiser, and where ads were shown but no requests counted: before requests were recorded, or for
   * groups that requests are not counted by.
   */
  requests: z.number().int().nullable(),
  filled: z.number().int().nullable(),
  /**
   * Amounts that were spent, or earned by a publisher, in settled periods, assigned by the start of each period. Null
   * if the report is about banners, because a period is charged by ad unit, whichever banner was shown.
   */
  money: z.object({ BTC: units, USD: units }).nullable()
}
export const reportRow = z.object({
  /**
   * Depending on the grouping: `2026-11-20T15`, `2026-11-20`, or `2026-11`; 1 (Monday) to 7; 0 to 23; an ID; a
   * language, country, device, or operating system; `name:` and the public name of an advertiser, `domain:` and the
   * domain of its ads, or `unknown`. Countries in which a campaign or an ad unit had fewer than five
   * viewable views on one kind of device in a day are combined in the row `other`, and so are such operating
   * systems.
   */
  key: z.string(),
  name: z.string(),
  ...figures
})
/** What a publisher may know about the advertiser of a row, from the ads that the account's units showed. */
const reportAdvertiser = z.object({
  /** The key of the row. */
  key: z.string(),
  /** The ad that was seen most often in these days, in its current version if it still runs. */
  creative_id: z.string(),
  title: z.string(),
  domain: z.string(),
  /** What the ad sells, which a block rule can name. Null if its advertiser does not say it. */
  product_category: z.enum(productCategoryIds).nullable(),
  picture: z
    .object({ source: z.string(), width: z.number().int(), height: z.number().int() })
    .nullable(),
  /** The account's ad unit that showed the ad most often. */
  ad_unit_id: z.string(),
  /**
   * The first of these days (UTC) on which an ad of the advertiser was seen. Null if views by ad unit and ad were not
   * counted yet on some of the days.
   */
  seen_since: z.iso.date().nullable()
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
      /** The filters of the report with names. A name is empty if the account does not own the object. */
      filters: z.array(filter),
      /** End of the last settled period; later impressions have no amounts yet. Null before the first period. */
      settled_until: z.iso.datetime().nullable(),
      /**
       * First day on which views were counted by country and device, by operating system, or by creative; earlier days have no
       * figures. Null in a report that is neither grouped nor filtered by these.
       */
      places_since: z.iso.date().nullable(),
      rows: z.array(reportRow),
      /**
       * Keys of the rows that a campaign can select as its traffic: verified sites with active ad units, and active ad
       * units. Empty unless an advertiser's report is by site or ad unit.
       */
      for_sale: z.array(z.string()),
      /**
       * An ad of each row with an ad that was seen. Empty unless a publisher's report is by advertiser. No advertiser's
       * account or campaign is named.
       */
      advertisers: z.array(reportAdvertiser),
      /** Totals of all rows, including those on other pages. */
      total: z.object(figures)
    })
  ),
  pagination
)
