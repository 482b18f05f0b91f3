import { readHealth } from '../admin/health.ts'
import type { HealthCheck } from '../admin/health-rules.ts'
import type { Environment } from '../config/variable.ts'
import type { Config } from '../config.ts'
import { createLog, systemClock, systemRandomBytes } from '../context.ts'
import { createMailer } from '../mail/mailer.ts'
import { StartError } from '../start-error.ts'
import type { Answer } from './answer.ts'
import { chainChecks } from './doctor/chain-checks.ts'
import {
  type Finding,
  type Line,
  lineOf,
  runChecks,
  skipChecks,
  unchecked
} from './doctor/check.ts'
import { configuration, readConfiguration, valueChecks } from './doctor/configuration.ts'
import { database, databaseChecks, findReason } from './doctor/database-checks.ts'
import { folderChecks } from './doctor/folder-checks.ts'
import { healthChecks } from './doctor/health-checks.ts'
import { machineChecks } from './doctor/machine-checks.ts'
import { networkChecks } from './doctor/network-checks.ts'
import { publicUrlChecks } from './doctor/public-url-checks.ts'
import { serviceChecks } from './doctor/service-checks.ts'
import { openDatabase } from './open-database.ts'

const documentation = 'docs/operating/'
/** Exit codes: something is wrong, and something could not be checked. */
const exitCodes = { problem: 1, unchecked: 2 }

/** `mille doctor`: checks the configuration, the machine, and everything that the network depends on. */
export async function doctor(environment: Environment, asJson: boolean): Promise<Answer> {
  const lines = await examine(environment)
  const has = (state: Line['state']) => lines.some(it => it.state === state)
  const exitCode = has('problem') ? exitCodes.problem : has('unchecked') ? exitCodes.unchecked : 0
  const text = asJson ? JSON.stringify(lines, null, 2) : print(lines)
  return { text, exitCode }
}

/** Runs every check and returns its lines, in the order in which an operator repairs: what the rest needs is first. */
export async function examine(environment: Environment, now = systemClock): Promise<Line[]> {
  const { config, findings } = readConfiguration(environment)
  const first = findings.map(it => lineOf(configuration, it))
  const machine = await runChecks(machineChecks, undefined)
  if (!config) {
    const why = 'It needs a valid configuration.'
    const rest = [...skipChecks(configChecks, why), lineOf(database, unchecked(why))]
    return [...first, ...machine, ...rest, ...skipChecks(allDatabaseChecks, why)]
  }
  const [own, stored] = await Promise.all([
    runChecks(configChecks, { config, now }),
    examineDatabase(config, now)
  ])
  return [...first, ...machine, ...own, ...stored]
}

const configChecks = [
  ...valueChecks,
  ...folderChecks,
  ...publicUrlChecks,
  ...serviceChecks,
  ...chainChecks
]
const allDatabaseChecks = [...databaseChecks, ...networkChecks, ...healthChecks]

async function examineDatabase(config: Config, now: () => Date): Promise<Line[]> {
  const opened = await openOrSay(config)
  if ('state' in opened) {
    const why = 'The database cannot be reached.'
    return [lineOf(database, opened), ...skipChecks(allDatabaseChecks, why)]
  }
  const { db, pool, connection, close } = opened
  try {
    const mailer = createMailer({ ...config, mailUrl: null })
    // What the checks find is printed, so what they would log is not.
    const log = createLog({ logLevel: 'silent' })
    const tools = { now, randomBytes: systemRandomBytes, mailer, log }
    const context = { config, db, pool, connection, ...tools }
    let reading: Promise<HealthCheck[]> | null = null
    const health = () => (reading ??= readHealth(context))
    const reached = lineOf(database, { state: 'ok', seen: 'The database responds.' })
    return [reached, ...(await runChecks(allDatabaseChecks, { context, health }))]
  } finally {
    await close()
  }
}

async function openOrSay(
  config: Config
): Promise<Awaited<ReturnType<typeof openDatabase>> | Finding> {
  try {
    return await openDatabase(config, false)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return findReason(error.message)
  }
}

const words = { ok: 'ok', warning: 'warning', problem: 'problem', unchecked: 'not checked' }

function print(lines: readonly Line[]): string {
  const width = Math.max(...lines.map(it => it.check.length))
  const shown = lines.map(({ check, state, seen, remedy, page }) => {
    const line = `${words[state].padEnd(11)}  ${check.padEnd(width)}  ${seen}`
    const indent = ' '.repeat(13 + width + 2)
    return remedy === null
      ? line
      : `${line}\n${indent}→ ${remedy}\n${indent}  See ${documentation}${page}`
  })
  return [...shown, '', sumUp(lines)].join('\n')
}

function sumUp(lines: readonly Line[]): string {
  const count = (state: Line['state']) => lines.filter(it => it.state === state).length
  const parts = [
    `${lines.length} checks`,
    plural(count('problem'), 'problem'),
    plural(count('warning'), 'warning'),
    `${count('unchecked')} not checked`
  ]
  return `${parts.join(', ')}.`
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
