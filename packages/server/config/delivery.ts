import { file, integer, natsServers } from './kinds.ts'
import type { Rule, Variables } from './variable.ts'

const daySeconds = 86_400

export const deliveryVariables = {
  FEE_BASIS_POINTS: {
    default: '2000',
    check: integer(0, 10_000),
    help: 'The network’s share of what advertisers are charged, in units of 0.01%'
  },
  CAMPAIGNS_WITHOUT_CAPTCHA: {
    default: '3',
    check: integer(0, 200),
    help: 'Campaigns that an account may create in an hour before each requires a proof of work; 0 always requires it'
  },
  SETTLEMENT_WINDOW_SECONDS: {
    default: '7200',
    check: integer(1, daySeconds).refine(it => daySeconds % it === 0, {
      error: `must divide a day of ${daySeconds} seconds`
    }),
    help: 'Length of a settlement period; must divide a day'
  },
  EVENT_RETENTION_DAYS: {
    default: '30',
    check: integer(2, 3650),
    help: 'Days that individual views and clicks are kept. Their counts are kept forever'
  },
  UNPAID_PER_MINUTE: {
    default: '500',
    check: integer(400, 1_000_000_000),
    help: 'Unpaid views per minute that one block of addresses (/24, /48) adds to the event log of one process, and as many other records. Anything above that is only counted. One address (IPv4, /48) has as many requests for ads counted for ad units'
  },
  EVENT_LOG_URL: {
    unset: 'the database',
    check: natsServers,
    help: 'NATS servers with JetStream that keep what was reported in place of the database, `nats://one:4222,nats://two:4222,nats://three:4222`. They must run with `sync_interval: always`'
  },
  DATA_CENTRE_FILE: {
    unset: 'data-centres.txt in DATA_DIR',
    check: file,
    help: 'Address ranges of data centers, one per line, whose views are not billable. Reloaded when it changes; without such a file a short built-in list is used'
  },
  COUNTRY_DATABASE: {
    unset: 'the built-in database',
    check: file,
    help: 'MMDB file from which the country of a view is known, such as DB-IP Lite or GeoLite2 Country. Read at the start'
  },
  BLOCKED_REFERRERS_FILE: {
    unset: 'blocked-referrers.txt in DATA_DIR',
    check: file,
    help: 'Hosts whose pages show no ads, one per line, including their subdomains. Reloaded when it changes'
  }
} as const satisfies Variables

export const deliveryRules: readonly Rule[] = [
  given =>
    given.DEMO === 'true' && given.EVENT_LOG_URL !== undefined
      ? 'DEMO is true and EVENT_LOG_URL is set: a demo network keeps its history in the event log of the database, so remove one of them'
      : null
]
