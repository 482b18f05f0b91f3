import {
  listReportLinks,
  listReportMails,
  readSharedReport
} from '@mille/api/report-links/endpoints.ts'
import {
  type Report,
  type ReportRow,
  readNetworkReport,
  readReport
} from '@mille/api/reports/endpoints.ts'
import {
  type Exclusion,
  readExclusions,
  setExclusions
} from '@mille/api/traffic-sources/endpoints.ts'
import { type Given, given } from './sample-answer.ts'
import { pages, sampleDay, sampleDays, sampleMoment } from './sample-moments.ts'
import { drawnBanner } from './sample-pictures.ts'

const figures = (size: number) => ({
  requests: (size * 1300) as number | null,
  filled: (size * 1250) as number | null,
  served: size * 1200,
  rendered: size * 1100,
  viewable: size * 800,
  billable: size * 610,
  clicked: size * 3,
  rejected: size * 41,
  money: { BTC: String(size * 51_200), USD: '0' }
})
const row = (key: string, name: string, size: number) => ({ key, name, ...figures(size) })

const campaigns = [
  row('1', 'Own your coins', 260),
  row('3', 'Rigs, end of year', 130),
  row('4', 'Newsletter, weekends', 75)
]
const units = [row('1', 'Sidebar', 300), row('2', 'Below the article', 165)]
const sites = [row('1', 'blog.example', 280), row('2', 'news.example', 185)]
const days = sampleDays(30, ago => row(sampleDay(ago), sampleDay(ago), 30 - ago))

function report(
  group_by: Report['data']['attributes']['group_by'],
  rows: ReportRow[],
  side: Report['data']['attributes']['side'] = 'advertiser'
): Report {
  return {
    data: {
      type: 'reports',
      id: '7',
      attributes: {
        advertisers: [],
        for_sale: side === 'advertiser' && group_by === 'site' ? ['1'] : [],
        ...{ side, group_by, rows, from: sampleDay(29), to: sampleDay(0), time_zone: 'UTC' },
        filters: [{ group_by: 'site', key: '2', name: 'news.example' }],
        settled_until: sampleMoment(0),
        places_since: null,
        total: figures(465)
      }
    },
    meta: pages(rows.length)
  }
}

const noRequests = { requests: null, filled: null }
const ofAdvertisers = report(
  'advertiser',
  [
    row('name:Open Books Cooperative', 'Open Books Cooperative', 260),
    row('domain:wallet.example', 'wallet.example', 130),
    row('unknown', '', 75)
  ].map(it => ({ ...it, ...noRequests })),
  'publisher'
)
ofAdvertisers.data.attributes.filters = []
ofAdvertisers.data.attributes.total = { ...figures(465), ...noRequests }
ofAdvertisers.data.attributes.advertisers = [
  {
    ...{ key: 'name:Open Books Cooperative', creative_id: '12', ad_unit_id: '1' },
    ...{ title: 'Open books for node runners', domain: 'books.example' },
    product_category: null,
    picture: drawnBanner('21').attributes,
    seen_since: sampleDay(20)
  },
  {
    ...{ key: 'domain:wallet.example', creative_id: '9', ad_unit_id: '1' },
    ...{ title: 'Own your coins', domain: 'wallet.example' },
    ...{ product_category: 'crypto_wallets', picture: null, seen_since: null }
  }
]

const uncounted = {
  ...{ requests: null, filled: null, served: null, rendered: null, rejected: null, money: null }
}
const countries = [
  row('DE', 'Germany', 210),
  row('US', 'United States', 120),
  row('NG', 'Nigeria', 64),
  row('other', 'Other countries', 41),
  row('ZZ', 'Unknown', 30)
]

const systems = [
  row('android', 'android', 190),
  row('ios', 'ios', 160),
  row('macos', 'macos', 52),
  row('other', 'other', 38),
  row('unknown', 'unknown', 25)
]

const creatives = [
  row('11', 'A wallet that forgets nothing', 170),
  row('12', 'Your keys, your coins', 60),
  row('5', 'Rigs, end of year', 130)
]

const germany = { group_by: 'country', key: 'DE', name: 'Germany' } as const
const creative = { group_by: 'creative', key: '12', name: 'Your keys, your coins' } as const
const ios = { group_by: 'system', key: 'ios', name: 'ios' } as const

/** A report whose counts begin a week after its range does, narrowed by a country, an operating system or a creative. */
function placesReport(
  group_by: 'country' | 'system' | 'creative' | 'day',
  rows: ReportRow[],
  filter: Report['data']['attributes']['filters'][number] = germany
): Report {
  const { data, meta } = report(group_by, rows)
  const servedOf = ({ served }: { served: number | null }) =>
    filter.group_by === 'creative' ? { served } : {}
  return {
    data: {
      ...data,
      attributes: {
        ...data.attributes,
        places_since: sampleDay(22),
        filters: [filter],
        rows: rows.map(it => ({ ...it, ...uncounted, ...servedOf(it) })),
        total: { ...figures(210), ...uncounted, ...servedOf(figures(210)) }
      }
    },
    meta
  }
}
/** A report of the sites on which one campaign ran. */
const ofCampaign = report('site', [...sites, row('0', '', 12)])
ofCampaign.data.attributes.filters = [{ group_by: 'campaign', key: '1', name: 'Own your coins' }]

const exclusion = (id: string, excluded: boolean): Exclusion => ({
  ...{ type: 'campaign_exclusions', id },
  attributes: { target_type: 'site', excluded, excluded_by_site: excluded }
})

/** The answer after the first site was excluded as well. */
export const sampleExclusion: Given = given(setExclusions, { data: [exclusion('1', true)] })

const view = {
  side: 'advertiser',
  range: '30_days',
  interval: 'day',
  metric: 'billable',
  group_by: 'campaign',
  sort: 'billable',
  order: 'desc',
  search: '',
  compare: true
} as const

/** Sample reports by the requested kind of rows; any other request gets days. */
export const sampleReports: readonly Given[] = [
  given(readReport, placesReport('country', countries), { group_by: 'country' }),
  given(readReport, placesReport('day', days.slice(7)), { group_by: 'day', countries: 'DE' }),
  given(readReport, placesReport('system', systems, ios), { group_by: 'system' }),
  given(readReport, placesReport('creative', creatives, creative), { group_by: 'creative' }),
  given(readReport, placesReport('day', days.slice(7), creative), {
    ...{ group_by: 'day', creative_ids: '12' }
  }),
  given(readReport, placesReport('day', days.slice(7), ios), { group_by: 'day', systems: 'ios' }),
  given(readReport, ofAdvertisers, { group_by: 'advertiser' }),
  given(readReport, report('campaign', campaigns), { group_by: 'campaign' }),
  given(readReport, report('ad_unit', units, 'publisher'), { group_by: 'ad_unit' }),
  given(readReport, ofCampaign, { group_by: 'site', side: 'advertiser' }),
  given(readExclusions, { data: [exclusion('1', false), exclusion('2', true)] }),
  given(readReport, report('day', days)),
  given(readNetworkReport, report('site', sites, 'network'), { group_by: 'site' }),
  given(readNetworkReport, report('day', days, 'network')),
  given(listReportLinks, {
    data: ['For the agency', 'End of the year'].map((name, index) => ({
      type: 'report_links' as const,
      id: String(2 - index),
      attributes: {
        ...{ name, view, created_at: sampleMoment(index + 1) },
        last_opened_at: index === 0 ? sampleMoment(0) : null
      }
    }))
  }),
  given(listReportMails, {
    data: [
      {
        type: 'report_mails',
        id: '1',
        attributes: { name: 'Campaigns', view, every: 'week', due_at: sampleMoment(-3) }
      }
    ]
  }),
  given(readSharedReport, {
    data: {
      type: 'shared_reports',
      id: '2',
      attributes: {
        ...{ name: 'For the agency', view, records: campaigns.length },
        line: report('day', days).data.attributes,
        table: report('campaign', campaigns).data.attributes,
        before: report('day', days).data.attributes
      }
    }
  })
]

const empty = { ...report('day', []).data.attributes, filters: [], total: figures(0) }

/** A shared report with no figures in its range. */
export const emptySharedReport: Given = given(readSharedReport, {
  data: {
    type: 'shared_reports',
    id: '2',
    attributes: {
      ...{ name: 'For the agency', view, records: 0, line: empty, before: null },
      table: { ...empty, group_by: 'campaign' }
    }
  }
})

/** The report of an account that has shown nothing yet. */
export const emptyReport: Given = given(readReport, {
  ...report('day', []),
  data: {
    type: 'reports',
    id: '7',
    attributes: {
      ...report('day', []).data.attributes,
      filters: [],
      settled_until: null,
      total: figures(0)
    }
  }
})
