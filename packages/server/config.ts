import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coreRules, coreVariables, type Role } from './config/core.ts'
import { deliveryRules, deliveryVariables } from './config/delivery.ts'
import {
  createPaymentsConfig,
  type PaymentsConfig,
  paymentRules,
  paymentVariables
} from './config/payments.ts'
import {
  createServicesConfig,
  type ServicesConfig,
  serviceRules,
  serviceVariables
} from './config/services.ts'
import { type Environment, readVariables } from './config/variable.ts'
import { folderMode } from './db/data-folder.ts'

export type Config = {
  mode: 'development' | 'production' | 'test'
  host: string
  port: number
  /** The public origin that people and publishers' pages use, without a trailing slash. */
  publicUrl: string
  /** Address of the source code that this network runs. */
  sourceUrl: string
  dataFolder: string
  databaseUrl: string | null
  databaseConnections: number
  roles: ReadonlySet<Role>
  secret: Buffer
  mailUrl: string | null
  mailFrom: string
  /** The network's share of what an advertiser is charged, in units of 0.01 %. */
  feeBasisPoints: bigint
  /** Campaigns that an account may create per hour before each one requires a proof of work. */
  campaignsWithoutCaptcha: number
  /** Whether operators authenticate by passkey only. */
  operatorPasskeys: boolean
  /** API calls per minute and process for one account, or for all signed-out visitors of one address block. */
  callsPerMinute: number
  /** Unpaid views, and other records, that one address block may add to the event log per minute and process. */
  unpaidPerMinute: number
  settlementWindowSeconds: number
  /** Days for which single events are kept; counters are kept without limit. */
  eventRetentionDays: number
  /** NATS servers that store the event log, separated by commas; null if the database stores it. */
  eventLogUrl: string | null
  dataCentreFile: string
  /** An MMDB file of countries; null for the built-in one. */
  countryDatabase: string | null
  blockedReferrersFile: string
  trustedProxies: number
  /** Whether a private address may be a visitor's; otherwise it is taken for a reverse proxy's. */
  insideVisitors: boolean
  allowPrivateHosts: boolean
  /** Origins of other sites on which people may sign in. */
  allowedOrigins: ReadonlySet<string>
  demo: boolean
  demoPort: number
  /** Whether strangers may look around as the demo people, without changing anything. */
  lookAround: boolean
  /** Token for reading the metrics; null if only this machine may read them. */
  metricsToken: string | null
  /** Folder whose newest file is the last backup; null if the age of backups is unknown. */
  backupFolder: string | null
  logLevel: string
  payments: PaymentsConfig
} & ServicesConfig

const variables = {
  ...coreVariables,
  ...deliveryVariables,
  ...paymentVariables,
  ...serviceVariables
}
const rules = [...coreRules, ...deliveryRules, ...paymentRules, ...serviceRules]

/** Reads and checks the server's whole configuration; throws a StartError that names every invalid variable. */
export function readConfig(environment: Environment): Config {
  const it = readVariables(variables, environment, rules)
  const mode = it.NODE_ENV
  const isProduction = mode === 'production'
  return {
    mode,
    host: it.HOST,
    port: it.PORT,
    sourceUrl: it.SOURCE_URL,
    publicUrl: it.PUBLIC_URL ?? `http://localhost:${it.PORT}`,
    dataFolder: it.DATA_DIR,
    databaseUrl: it.DATABASE_URL,
    databaseConnections: it.DATABASE_CONNECTIONS,
    roles: it.ROLES,
    secret: it.SECRET ?? developmentSecret(it.DATA_DIR),
    mailUrl: it.MAIL_URL,
    mailFrom: it.MAIL_FROM,
    feeBasisPoints: BigInt(it.FEE_BASIS_POINTS),
    campaignsWithoutCaptcha: it.CAMPAIGNS_WITHOUT_CAPTCHA,
    operatorPasskeys: it.OPERATOR_PASSKEYS ?? isProduction,
    callsPerMinute: it.CALLS_PER_MINUTE,
    unpaidPerMinute: it.UNPAID_PER_MINUTE,
    settlementWindowSeconds: it.SETTLEMENT_WINDOW_SECONDS,
    eventRetentionDays: it.EVENT_RETENTION_DAYS,
    eventLogUrl: it.EVENT_LOG_URL,
    dataCentreFile: it.DATA_CENTRE_FILE ?? join(it.DATA_DIR, 'data-centres.txt'),
    countryDatabase: it.COUNTRY_DATABASE,
    blockedReferrersFile: it.BLOCKED_REFERRERS_FILE ?? join(it.DATA_DIR, 'blocked-referrers.txt'),
    trustedProxies: it.TRUSTED_PROXIES,
    insideVisitors: it.INSIDE_VISITORS ?? !isProduction,
    allowPrivateHosts: it.ALLOW_PRIVATE_HOSTS ?? !isProduction,
    allowedOrigins: it.ALLOWED_ORIGINS ?? new Set(),
    demo: it.DEMO ?? (mode === 'development' && it.EVENT_LOG_URL === null),
    demoPort: it.DEMO_PORT ?? (it.PORT > 64_535 ? it.PORT - 1000 : it.PORT + 1000),
    lookAround: it.LOOK_AROUND,
    metricsToken: it.METRICS_TOKEN,
    backupFolder: it.BACKUP_DIR,
    logLevel: it.LOG_LEVEL,
    ...createServicesConfig(it),
    payments: createPaymentsConfig(it)
  }
}

/** Returns the secret for development, created once and kept in the data folder. Production requires its own secret. */
function developmentSecret(dataFolder: string): Buffer {
  const file = join(dataFolder, 'development-secret')
  if (!existsSync(file)) {
    mkdirSync(dataFolder, { recursive: true, mode: folderMode })
    try {
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
}
