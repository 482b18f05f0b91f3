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
  /** The origin that people and publishers' pages reach, without a slash at the end. */
  publicUrl: string
  dataFolder: string
  databaseUrl: string | null
  databaseConnections: number
  roles: ReadonlySet<Role>
  secret: Buffer
  mailUrl: string | null
  mailFrom: string
  /** Of what an advertiser is charged, in units of 0.01 %. */
  feeBasisPoints: bigint
  /** Campaigns that an account may make in an hour before each takes a proof of work. */
  campaignsWithoutCaptcha: number
  /** Whether operators prove who they are by a passkey, and by nothing else. */
  operatorPasskeys: boolean
  /** Calls of one account, or one neighborhood of addresses that is not signed in, in a minute and one process. */
  callsPerMinute: number
  /**
   * Unpaid views, and other records, that one neighborhood of addresses may add to the event log in a minute and one
   * process.
   */
  unpaidPerMinute: number
  settlementWindowSeconds: number
  /** Days that single events are kept; their counters stay. */
  eventRetentionDays: number
  /** NATS servers that have the event log, with commas between them; the database has it without. */
  eventLogUrl: string | null
  dataCentreFile: string
  /** An MMDB file of countries; the built-in one without. */
  countryDatabase: string | null
  blockedReferrersFile: string
  trustedProxies: number
  /** Whether an address inside may be a visitor's: otherwise it is that of a reverse proxy. */
  insideVisitors: boolean
  allowPrivateHosts: boolean
  /** Other sites on which people may sign in. */
  allowedOrigins: ReadonlySet<string>
  demo: boolean
  demoPort: number
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

/** Reads and checks the whole configuration of the server; throws a StartError that names every variable that is wrong. */
export function readConfig(environment: Environment): Config {
  const it = readVariables(variables, environment, rules)
  const mode = it.NODE_ENV
  const isProduction = mode === 'production'
  return {
    mode,
    host: it.HOST,
    port: it.PORT,
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
    logLevel: it.LOG_LEVEL,
    ...createServicesConfig(it),
    payments: createPaymentsConfig(it)
  }
}

/** Made once and kept in the data folder; production must bring its own. */
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
