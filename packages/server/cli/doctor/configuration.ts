import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBlockedHost } from '../../config/blocked-host.ts'
import type { Environment } from '../../config/variable.ts'
import { type Config, readConfig } from '../../config.ts'
import { StartError } from '../../start-error.ts'
import { type Check, type Finding, ok, problem, warning } from './check.ts'
import type { Subject } from './subject.ts'

export const configuration = { name: 'Configuration', page: 'configure.md#variables' }

const setIt =
  'Correct it where the variables of the server are set, such as /etc/mille.env, and restart each process.'

/** Reads the configuration as the server does. Without a valid one, there is a finding for each wrong variable. */
export function readConfiguration(
  environment: Environment
): { config: Config; findings: Finding[] } | { config: null; findings: Finding[] } {
  try {
    const config = readConfig(environment)
    return { config, findings: [ok(`All variables are valid; this is ${config.mode}.`)] }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return {
      config: null,
      findings: error.message.split('\n').map(it => problem(`${it}.`, remedyFor(it)))
    }
  }
}

function remedyFor(sentence: string): string {
  if (sentence.startsWith('SECRET'))
    return 'Make one with openssl rand -hex 32, set it as SECRET on every process, and keep a copy apart from the backups. If this network has run before, use its SECRET.'
  if (sentence.startsWith('PUBLIC_URL'))
    return 'Set PUBLIC_URL to the https:// address that people type, and let a reverse proxy with a certificate pass its requests to this server.'
  if (sentence.startsWith('MAIL_URL'))
    return 'Set MAIL_URL to your mail server, such as smtp://user:password@mail.example:587.'
  return setIt
}

/** Checks of valid values that are a mistake nevertheless. */
export const valueChecks: readonly Check<Subject>[] = [
  { name: 'Secret', page: 'configure.md#secrets', run: checkSecret },
  { name: 'Host of PUBLIC_URL', page: 'configure.md#server', run: checkHost }
]

function checkSecret({ config }: Subject): Finding {
  if (config.mode !== 'production') return ok('SECRET is only required in production.')
  if (isKnown(config))
    return problem(
      'SECRET is one that others know or can guess: it is that of development, or counts upwards.',
      'Make one with openssl rand -hex 32 before the first start. A network that has run with this one needs mille public-log rekey and mille accept-change SECRET after the change.'
    )
  return ok('SECRET is long and random.')
}

/** Whether the secret is the generated one of development in this data folder, or bytes that follow each other. */
function isKnown({ secret, dataFolder }: Config): boolean {
  const file = join(dataFolder, 'development-secret')
  if (existsSync(file) && readFileSync(file, 'utf8').trim() === secret.toString('hex')) return true
  const steps = new Set(secret.subarray(1).map((byte, at) => byte - (secret[at] ?? 0)))
  return steps.size <= 2
}

function checkHost({ config }: Subject): Finding {
  const { hostname } = new URL(config.publicUrl)
  if (!isBlockedHost(hostname)) return ok(`Ad blockers do not block ${hostname} by its name.`)
  return warning(
    `Ad blockers block everything from ${hostname}, even the dashboard.`,
    'Choose a host name whose first word is not one such as ads, banner or promo.'
  )
}
