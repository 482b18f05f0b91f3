import { resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback } from '../loopback.ts'
import {
  address,
  flag,
  integer,
  listOf,
  matching,
  oneOf,
  origin,
  secretMatching,
  splitList,
  text
} from './kinds.ts'
import {
  type Environment,
  isProduction,
  neededInProduction,
  type Rule,
  readVariables,
  type Variables
} from './variable.ts'

export const roles = ['web', 'delivery', 'worker'] as const
export type Role = (typeof roles)[number]

/** Variables that the server, the command line and the signer read. */
export const sharedVariables = {
  NODE_ENV: {
    default: 'development',
    check: oneOf(['development', 'production', 'test']),
    help: '`production` refuses default secrets and starts empty; `development` has demo data and shows all mail at /dev/outbox'
  },
  PUBLIC_URL: {
    unset: 'http://localhost:PORT',
    check: origin,
    help: 'Origin that visitors reach, `https://…` behind your reverse proxy. Required in production'
  }
} as const satisfies Variables

const dataFolder = {
  DATA_DIR: {
    default: 'data',
    check: text.transform(it => resolve(it)),
    help: 'Folder of the embedded database, of generated development secrets and of bills, which are kept for an hour'
  }
} as const satisfies Variables

export const coreVariables = {
  ...sharedVariables,
  HOST: {
    default: '127.0.0.1',
    check: matching(/^[\w.:%[\]-]+$/, 'an address or a host name'),
    help: 'Address to listen on; `0.0.0.0` for every interface'
  },
  SOURCE_URL: {
    default: 'https://github.com/your-fork/mille',
    check: address,
    help: 'Address of the source code that this network runs, which the footer of every page links to'
  },
  PORT: { default: '3000', check: integer(1, 65_535), help: 'Port to listen on' },
  ...dataFolder,
  DATABASE_URL: {
    unset: 'embedded PostgreSQL',
    check: secretMatching(
      /^(postgres(ql)?:\/\/|socket:|\/)/,
      'an address such as postgres://user:password@host/database'
    ),
    help: 'Your own PostgreSQL 15 or later, `postgres://user:password@host/database`; with a standby both hosts, `@one,two/`'
  },
  DATABASE_CONNECTIONS: {
    default: '20',
    check: integer(4, 1000),
    help: 'Maximum number of connections that this process opens'
  },
  ROLES: {
    default: roles.join(','),
    check: listOf(roles),
    help: 'What this process does. Any number of processes may share one database'
  },
  SECRET: {
    unset: 'generated in DATA_DIR (development)',
    check: z.string().transform((it, { addIssue }): Buffer => {
      const secret = Buffer.from(it, /^[0-9a-f]+$/i.test(it) ? 'hex' : 'base64')
      if (secret.length < 32) addIssue('must have at least 32 bytes, as hex or base64')
      else if (new Set(secret).size < 16) addIssue('must be random')
      return secret
    }),
    help: 'At least 32 random bytes as hex or base64. Signs tokens and codes; the same on every process. Required in production'
  },
  MAIL_URL: {
    unset: 'outbox (development)',
    check: z.string().refine(it => /^smtps?:\/\//.test(it) && URL.canParse(it), {
      error: 'must begin with smtp:// or smtps://'
    }),
    help: 'SMTP server, `smtp://user:password@host:587`. Required in production. Mail is sent over TLS or not at all; add `?requireTLS=false` if the network to the server is trusted'
  },
  MAIL_FROM: {
    default: 'Mille <mille@localhost>',
    check: matching(
      /^[^<>]*<[^<>\s]+@[^<>\s]+>$|^[^<>\s]+@[^<>\s]+$/,
      'a sender such as Mille <mille@mille.example>'
    ),
    help: 'Sender of all mail. Its name is used until an operator names the network'
  },
  OPERATOR_PASSKEYS: {
    unset: 'true in production, else false',
    check: flag,
    help: 'Operators confirm with a passkey before they change money, roles, limits, settings or keys. An emailed code can only add the first passkey'
  },
  CALLS_PER_MINUTE: {
    default: '3000',
    check: integer(60, 1_000_000_000),
    help: 'Calls per minute and process for one account, or for one block of addresses that is not signed in. Further calls are answered with 429'
  },
  TRUSTED_PROXIES: {
    default: '0',
    check: integer(0, 10),
    help: 'Number of reverse proxies in front of the server; that many X-Forwarded-For entries are trusted'
  },
  INSIDE_VISITORS: {
    unset: 'false in production, else true',
    check: flag,
    help: 'Visitors with addresses of your own network (private, loopback, link-local) get ads, and their views are paid for. In production they are taken for a reverse proxy that `TRUSTED_PROXIES` does not count; set `true` if the network runs on an intranet'
  },
  ALLOW_PRIVATE_HOSTS: {
    unset: 'true in development, else false',
    check: flag,
    help: 'Site verification may fetch pages from private and loopback addresses, pages on the machine itself may show any ad unit, and ads may link there'
  },
  ALLOWED_ORIGINS: {
    unset: 'none',
    check: z.string().transform((list, { addIssue }): ReadonlySet<string> => {
      const origins = splitList(list)
      const wrong = origins.find(it => !URL.canParse(it) || new URL(it).origin !== it)
      if (wrong !== undefined)
        addIssue(`must be origins such as https://blog.example, and "${wrong}" is not`)
      return new Set(origins)
    }),
    help: 'Other sites whose sign-in widget may sign people in: origins separated by commas, `https://blog.example`'
  },
  DEMO: {
    unset: 'true in development without EVENT_LOG_URL, else false',
    check: flag,
    help: 'Fills an empty database with a demo network and serves a demo blog'
  },
  DEMO_PORT: {
    unset: 'PORT + 1000',
    check: integer(1, 65_535),
    help: 'Port of the demo blog. A free one is used if it is taken'
  },
  LOOK_AROUND: {
    default: 'false',
    check: flag,
    help: 'Marks the network as a demonstration: anyone may look around as the demo advertiser, publisher and operator, read what they read and change nothing. Refused with a chain on which coins are worth money'
  },
  LOOK_AROUND_IN_PRODUCTION: {
    default: 'false',
    check: flag,
    help: 'Confirms that a network with `NODE_ENV=production` is only a demonstration. Without it, `LOOK_AROUND` is refused there'
  },
  METRICS_TOKEN: {
    unset: '/metrics answers this machine only',
    check: secretMatching(
      /^[\w.~+/=-]{32,}$/,
      'at least 32 letters, digits or characters of base64'
    ),
    help: 'Token that Prometheus sends to read `/metrics` from another machine. If it is set, this machine has to send it too'
  },
  BACKUP_DIR: {
    unset: 'the age of backups is unknown',
    check: text.transform(it => resolve(it)),
    help: 'Folder where your backups are written. `/metrics` has the age of the newest file in it'
  },
  LOG_LEVEL: {
    default: 'info',
    check: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    help: '`fatal`, `error`, `warn`, `info`, `debug` or `silent`'
  }
} as const satisfies Variables

export const coreRules: readonly Rule[] = [
  refuseStrangers,
  neededInProduction('PUBLIC_URL', 'the https:// origin that visitors reach'),
  neededInProduction('SECRET', 'at least 32 random bytes, as hex or base64'),
  neededInProduction('MAIL_URL', 'an SMTP server, smtp://user:password@host:587'),
  given => {
    const { PUBLIC_URL = '' } = given
    return isProduction(given) && URL.canParse(PUBLIC_URL) && !isSafeInProduction(PUBLIC_URL)
      ? 'PUBLIC_URL must begin with https:// in production'
      : null
  },
  given => {
    const unsafe = splitList(given.ALLOWED_ORIGINS ?? '').find(
      it => URL.canParse(it) && !isSafeInProduction(it)
    )
    return isProduction(given) && unsafe !== undefined
      ? `ALLOWED_ORIGINS must begin with https:// in production, and "${unsafe}" does not`
      : null
  },
  given =>
    isProduction(given) && given.DEMO === 'true'
      ? 'DEMO must not be true in production: anyone could sign in as the operator of a demo network'
      : null,
  given =>
    isProduction(given) &&
    given.LOOK_AROUND === 'true' &&
    given.LOOK_AROUND_IN_PRODUCTION !== 'true'
      ? 'LOOK_AROUND must not be true in production: anyone could read accounts. If this network is only a demonstration, set LOOK_AROUND_IN_PRODUCTION=true too'
      : null
]

/** Returns the data folder, which holds the embedded database and the files of development. */
export function readDataFolder(environment: Environment): string {
  return readVariables(dataFolder, environment).DATA_DIR
}

function isSafeInProduction(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')
}

/**
 * Development mode shows every emailed code to anyone. If other machines can reach the server, NODE_ENV must be set
 * explicitly, so that no one gets this mode by forgetting a variable.
 */
function refuseStrangers({ NODE_ENV, HOST, PUBLIC_URL }: Environment): string | null {
  if (NODE_ENV !== undefined) return null
  const isOpen =
    PUBLIC_URL !== undefined &&
    URL.canParse(PUBLIC_URL) &&
    !isLoopback(new URL(PUBLIC_URL).hostname)
  const name = HOST !== undefined && !isLoopback(HOST) ? 'HOST' : isOpen ? 'PUBLIC_URL' : null
  return (
    name &&
    `${name} makes this server reachable from other machines, so NODE_ENV must be set: production, or development if anyone who can reach it may read all emailed codes`
  )
}
