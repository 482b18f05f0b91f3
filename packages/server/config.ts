import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type PaymentsConfig, paymentVariables, readPaymentsConfig } from './config-payments.ts'
import { isLoopback } from './loopback.ts'
import { StartError } from './start-error.ts'

export const roles = ['web', 'delivery', 'worker'] as const
export type Role = (typeof roles)[number]

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
  settlementWindowSeconds: number
  /** Days that single events are kept; their counters stay. */
  eventRetentionDays: number
  dataCentreFile: string
  blockedReferrersFile: string
  trustedProxies: number
  allowPrivateHosts: boolean
  /** Other sites on which people may sign in. */
  allowedOrigins: ReadonlySet<string>
  demo: boolean
  demoPort: number
  logLevel: string
  /** A Chatwoot inbox in place of the built-in chat. */
  chatwoot: { url: string; token: string } | null
  /** The bot that brings notifications to Telegram. */
  telegram: { url: string; token: string } | null
  /** A Nolt board in place of the built-in suggestions. */
  nolt: { url: string; secret: string } | null
  payments: PaymentsConfig
}

type Variable = { name: string; default: string; meaning: string }

/** Every variable there is. The table in docs/operating.md is made from this list. */
export const variables = [
  {
    name: 'NODE_ENV',
    default: 'development',
    meaning:
      '`production` refuses default secrets and starts empty; `development` has demo data and the mail outbox at /dev/outbox'
  },
  {
    name: 'HOST',
    default: '127.0.0.1',
    meaning: 'Address to listen on; `0.0.0.0` for every interface'
  },
  { name: 'PORT', default: '3000', meaning: 'Port to listen on' },
  {
    name: 'PUBLIC_URL',
    default: 'http://localhost:PORT',
    meaning:
      'Origin that visitors reach, `https://…` behind your reverse proxy; needed in production'
  },
  {
    name: 'DATA_DIR',
    default: 'data',
    meaning: 'Folder of the embedded database and of generated development secrets'
  },
  {
    name: 'DATABASE_URL',
    default: 'embedded PostgreSQL',
    meaning: 'Your own PostgreSQL 15 or later, `postgres://user:password@host/database`'
  },
  {
    name: 'DATABASE_CONNECTIONS',
    default: '20',
    meaning: 'Largest number of connections this process opens'
  },
  {
    name: 'ROLES',
    default: 'web,delivery,worker',
    meaning: 'What this process does; any number of processes may share one database'
  },
  {
    name: 'SECRET',
    default: 'generated in DATA_DIR (development)',
    meaning:
      'At least 32 random bytes as hex or base64; signs tokens and codes; the same on every process; needed in production'
  },
  {
    name: 'MAIL_URL',
    default: 'outbox (development)',
    meaning:
      'SMTP server, `smtp://user:password@host:587`; needed in production. The connection is encrypted or refused; add `?requireTLS=false` where the way to it is safe'
  },
  { name: 'MAIL_FROM', default: 'Mille <mille@localhost>', meaning: 'Sender of all mail' },
  {
    name: 'FEE_BASIS_POINTS',
    default: '2000',
    meaning: 'The network’s share of what advertisers are charged, in units of 0.01 %'
  },
  {
    name: 'CAMPAIGNS_WITHOUT_CAPTCHA',
    default: '3',
    meaning:
      'Campaigns that an account may make in an hour before each takes a proof of work; 0 asks for every one'
  },
  {
    name: 'OPERATOR_PASSKEYS',
    default: 'true in production, else false',
    meaning:
      'Operators prove who they are by a passkey before they act on money, roles, limits, settings and keys; a mailed code only adds the first passkey'
  },
  {
    name: 'CALLS_PER_MINUTE',
    default: '3000',
    meaning:
      'Calls that one account, or one neighborhood of addresses that is not signed in, may make in a minute on each process; more are answered 429'
  },
  {
    name: 'SETTLEMENT_WINDOW_SECONDS',
    default: '7200',
    meaning: 'Length of a settlement window; must divide a day'
  },
  {
    name: 'EVENT_RETENTION_DAYS',
    default: '30',
    meaning: 'How many days single views and clicks are kept; their counters stay for ever'
  },
  {
    name: 'DATA_CENTRE_FILE',
    default: 'data-centres.txt in DATA_DIR',
    meaning:
      'Address ranges whose views are not billable, one a line; read again when it changes; a short list of our own while there is no such file'
  },
  {
    name: 'BLOCKED_REFERRERS_FILE',
    default: 'blocked-referrers.txt in DATA_DIR',
    meaning:
      'Hosts on whose pages no ad is shown, one a line, each with its sub-domains; read again when it changes'
  },
  {
    name: 'TRUSTED_PROXIES',
    default: '0',
    meaning:
      'How many reverse proxies stand in front; that many X-Forwarded-For entries are believed'
  },
  {
    name: 'ALLOW_PRIVATE_HOSTS',
    default: 'false (true in development)',
    meaning:
      'Lets site verification fetch pages on private and loopback addresses, pages on the machine itself show any ad unit, and ads lead there'
  },
  {
    name: 'ALLOWED_ORIGINS',
    default: '',
    meaning:
      'Other sites whose login widget may sign people in: origins with commas between, `https://blog.example`'
  },
  {
    name: 'DEMO',
    default: 'true in development',
    meaning: 'Seeds a demo network into an empty database and serves a demo blog'
  },
  {
    name: 'DEMO_PORT',
    default: 'PORT + 1000',
    meaning: 'Port of the demo blog; a free one is taken when it is in use'
  },
  {
    name: 'CHATWOOT_URL',
    default: 'built-in chat',
    meaning: 'Chatwoot server whose website inbox takes the place of live chat, `https://…`'
  },
  { name: 'CHATWOOT_TOKEN', default: 'empty', meaning: 'Website token of that inbox' },
  {
    name: 'TELEGRAM_BOT_TOKEN',
    default: 'empty',
    meaning: 'Token of the Telegram bot that brings notifications; without it there are none there'
  },
  {
    name: 'TELEGRAM_API_URL',
    default: 'https://api.telegram.org',
    meaning: 'Server of the Telegram Bot API, when you run your own'
  },
  {
    name: 'NOLT_URL',
    default: 'built-in board',
    meaning: 'Nolt board that takes the place of the suggestions page, `https://….nolt.io`'
  },
  { name: 'NOLT_SECRET', default: 'empty', meaning: 'SSO secret key of that board' },
  ...paymentVariables,
  {
    name: 'LOG_LEVEL',
    default: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug` or `silent`'
  }
] as const satisfies readonly Variable[]

type Environment = Partial<Record<(typeof variables)[number]['name'], string>>

/** Reads and checks the whole configuration; throws a StartError that names the variable that is wrong. */
export function readConfig(environment: Environment & NodeJS.ProcessEnv): Config {
  const mode = oneOf('NODE_ENV', environment.NODE_ENV ?? 'development', [
    'development',
    'production',
    'test'
  ] as const)
  const production = mode === 'production'
  if (environment.NODE_ENV === undefined) refuseStrangers(environment)
  const port = integer('PORT', environment.PORT ?? '3000', 1, 65_535)
  const dataFolder = resolve(environment.DATA_DIR || 'data')
  const settlementWindowSeconds = integer(
    'SETTLEMENT_WINDOW_SECONDS',
    environment.SETTLEMENT_WINDOW_SECONDS ?? '7200',
    1,
    86_400
  )
  if (86_400 % settlementWindowSeconds !== 0) {
    throw new StartError(
      `SETTLEMENT_WINDOW_SECONDS must divide a day of 86400 seconds, and ${settlementWindowSeconds} does not`
    )
  }
  return {
    mode,
    host: environment.HOST ?? '127.0.0.1',
    port,
    publicUrl: publicUrl(environment.PUBLIC_URL, port, production),
    dataFolder,
    databaseUrl: environment.DATABASE_URL || null,
    databaseConnections: integer(
      'DATABASE_CONNECTIONS',
      environment.DATABASE_CONNECTIONS ?? '20',
      4,
      1000
    ),
    roles: readRoles(environment.ROLES ?? roles.join(',')),
    secret: readSecret(environment.SECRET, dataFolder, production),
    mailUrl: readMailUrl(environment.MAIL_URL, production),
    mailFrom: environment.MAIL_FROM ?? 'Mille <mille@localhost>',
    feeBasisPoints: BigInt(
      integer('FEE_BASIS_POINTS', environment.FEE_BASIS_POINTS ?? '2000', 0, 10_000)
    ),
    campaignsWithoutCaptcha: integer(
      'CAMPAIGNS_WITHOUT_CAPTCHA',
      environment.CAMPAIGNS_WITHOUT_CAPTCHA ?? '3',
      0,
      200
    ),
    operatorPasskeys: flag('OPERATOR_PASSKEYS', environment.OPERATOR_PASSKEYS, production),
    callsPerMinute: integer(
      'CALLS_PER_MINUTE',
      environment.CALLS_PER_MINUTE ?? '3000',
      60,
      1_000_000_000
    ),
    settlementWindowSeconds,
    eventRetentionDays: integer(
      'EVENT_RETENTION_DAYS',
      environment.EVENT_RETENTION_DAYS ?? '30',
      2,
      3650
    ),
    dataCentreFile: file(
      'DATA_CENTRE_FILE',
      environment.DATA_CENTRE_FILE,
      join(dataFolder, 'data-centres.txt')
    ),
    blockedReferrersFile: file(
      'BLOCKED_REFERRERS_FILE',
      environment.BLOCKED_REFERRERS_FILE,
      join(dataFolder, 'blocked-referrers.txt')
    ),
    trustedProxies: integer('TRUSTED_PROXIES', environment.TRUSTED_PROXIES ?? '0', 0, 10),
    allowPrivateHosts: flag('ALLOW_PRIVATE_HOSTS', environment.ALLOW_PRIVATE_HOSTS, !production),
    allowedOrigins: readOrigins(environment.ALLOWED_ORIGINS ?? '', production),
    demo: flag('DEMO', environment.DEMO, mode === 'development'),
    demoPort: integer(
      'DEMO_PORT',
      environment.DEMO_PORT ?? String(port > 64_535 ? port - 1000 : port + 1000),
      1,
      65_535
    ),
    logLevel: oneOf('LOG_LEVEL', environment.LOG_LEVEL ?? 'info', [
      'fatal',
      'error',
      'warn',
      'info',
      'debug',
      'silent'
    ] as const),
    chatwoot: readPair(
      ['CHATWOOT_URL', environment.CHATWOOT_URL],
      ['CHATWOOT_TOKEN', environment.CHATWOOT_TOKEN],
      (url, token) => ({ url, token })
    ),
    telegram: readTelegram(environment.TELEGRAM_BOT_TOKEN, environment.TELEGRAM_API_URL),
    nolt: readPair(
      ['NOLT_URL', environment.NOLT_URL],
      ['NOLT_SECRET', environment.NOLT_SECRET],
      (url, secret) => ({ url, secret })
    ),
    payments: readPaymentsConfig(environment, production)
  }
}

/**
 * Development shows every mailed code to whoever asks. Where others can reach the server it has to be chosen, and is not
 * what one gets by forgetting a variable.
 */
function refuseStrangers({ HOST = '127.0.0.1', PUBLIC_URL = '' }: Environment): void {
  const name = !isLoopback(HOST)
    ? 'HOST'
    : URL.canParse(PUBLIC_URL) && !isLoopback(new URL(PUBLIC_URL).hostname)
      ? 'PUBLIC_URL'
      : null
  if (name)
    throw new StartError(
      `${name} lets other machines reach this server, so NODE_ENV must be set: production, or development if everybody who can reach it may read all mailed codes`
    )
}

type Given = [name: string, value: string | undefined]

/** Another service: its address and what opens it, both or neither. */
function readPair<Pair>(
  [urlName, url]: Given,
  [keyName, key]: Given,
  create: (url: string, key: string) => Pair
): Pair | null {
  if (!url && !key) return null
  if (!url) throw new StartError(`${keyName} is set, so ${urlName} is needed too`)
  if (!key) throw new StartError(`${urlName} is set, so ${keyName} is needed too`)
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new StartError(`${urlName} must begin with https://`)
  return create(url.replace(/\/+$/, ''), key)
}

function readTelegram(token = '', url = ''): Config['telegram'] {
  if (token === '') return null
  if (!/^\d+:[\w-]+$/.test(token))
    throw new StartError('TELEGRAM_BOT_TOKEN must be a token as BotFather gives it, 123456:ABC-…')
  const address = url || 'https://api.telegram.org'
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new StartError('TELEGRAM_API_URL must begin with https://')
  return { url: address.replace(/\/+$/, ''), token }
}

function oneOf<Word extends string>(name: string, value: string, words: readonly Word[]): Word {
  const found = words.find(word => word === value)
  if (found === undefined)
    throw new StartError(`${name} must be one of ${words.join(', ')}, not "${value}"`)
  return found
}

function integer(name: string, value: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= least && number <= most)) {
    throw new StartError(`${name} must be a whole number from ${least} to ${most}, not "${value}"`)
  }
  return number
}

function flag(name: string, value: string | undefined, otherwise: boolean): boolean {
  if (value === undefined || value === '') return otherwise
  return oneOf(name, value, ['true', 'false'] as const) === 'true'
}

/** One that was named must be there; the default may be missing. */
function file(name: string, value: string | undefined, otherwise: string): string {
  if (value === undefined || value === '') return otherwise
  if (!existsSync(value)) throw new StartError(`${name} names a file that is not there: ${value}`)
  return resolve(value)
}

function readRoles(value: string): ReadonlySet<Role> {
  const names = value
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
  if (names.length === 0)
    throw new StartError(`ROLES must name at least one of ${roles.join(', ')}`)
  return new Set(names.map(name => oneOf('ROLES', name, roles)))
}

function publicUrl(value: string | undefined, port: number, production: boolean): string {
  if (value === undefined || value === '') {
    if (production)
      throw new StartError(
        'PUBLIC_URL is needed in production: the https:// origin that visitors reach'
      )
    return `http://localhost:${port}`
  }
  if (!URL.canParse(value))
    throw new StartError(`PUBLIC_URL must be an origin such as https://ads.example, not "${value}"`)
  const url = new URL(value)
  if (production && url.protocol !== 'https:' && url.hostname !== 'localhost') {
    throw new StartError('PUBLIC_URL must begin with https:// in production')
  }
  return url.origin
}

function readOrigins(value: string, production: boolean): ReadonlySet<string> {
  const origins = value
    .split(',')
    .map(origin => origin.trim())
    .filter(origin => origin !== '')
  for (const origin of origins) {
    const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin
    const isSafe = !production || /^https:|^http:\/\/localhost(:|$)/.test(origin)
    if (!isOrigin || !isSafe)
      throw new StartError(
        `ALLOWED_ORIGINS must be origins such as https://blog.example, and "${origin}" is not`
      )
  }
  return new Set(origins)
}

function readMailUrl(value: string | undefined, production: boolean): string | null {
  if (value === undefined || value === '') {
    if (production)
      throw new StartError(
        'MAIL_URL is needed in production: an SMTP server, smtp://user:password@host:587'
      )
    return null
  }
  if (!/^smtps?:\/\//.test(value) || !URL.canParse(value))
    throw new StartError('MAIL_URL must begin with smtp:// or smtps://')
  return value
}

/** In development the secret is made once and kept in the data folder; production must bring its own. */
function readSecret(value: string | undefined, dataFolder: string, production: boolean): Buffer {
  if (value !== undefined && value !== '') {
    const secret = /^[0-9a-f]+$/i.test(value)
      ? Buffer.from(value, 'hex')
      : Buffer.from(value, 'base64')
    if (secret.length < 32)
      throw new StartError('SECRET must have at least 32 bytes, as hex or base64')
    if (new Set(secret).size < 8) throw new StartError('SECRET must be random')
    return secret
  }
  if (production)
    throw new StartError(
      'SECRET is needed in production: at least 32 random bytes, as hex or base64'
    )
  const file = join(dataFolder, 'development-secret')
  if (!existsSync(file)) {
    mkdirSync(dataFolder, { recursive: true })
    try {
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
}
