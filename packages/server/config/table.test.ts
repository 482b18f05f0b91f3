import { expectSection } from '@mille/testing/contract/write-document.ts'
import { describe, expect, it, test } from 'vitest'
import { readConfig } from '../config.ts'
import { StartError } from '../start-error.ts'
import { coreVariables } from './core.ts'
import { deliveryVariables } from './delivery.ts'
import { paymentVariables } from './payments.ts'
import { serviceVariables } from './services.ts'
import { readSignerValues, signerVariables } from './signer.ts'
import type { Variable, Variables } from './variable.ts'

const secret = 'a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90'

const groups: readonly { title: string; variables: Variables }[] = [
  { title: 'Server', variables: coreVariables },
  { title: 'Ads and settlement', variables: deliveryVariables },
  { title: 'Other services', variables: serviceVariables },
  { title: 'Payments', variables: paymentVariables },
  { title: 'Signer', variables: signerVariables }
]
const all = groups.flatMap(({ variables }) => Object.entries(variables))

/** Variables that accept any text. */
const free = [
  ...['SIGNER_SOCKET', 'DATA_DIR', 'BACKUP_DIR', 'BITCOIN_WALLET', 'CHATWOOT_TOKEN', 'NOLT_SECRET'],
  ...['SIGNER_BITCOIN_KEY_FILE', 'SIGNER_ETHEREUM_KEY_FILE', 'SIGNER_FILE']
]
/** Variables whose values must not appear in the log at startup. */
const secrets = [
  'METRICS_TOKEN',
  ...['SECRET', 'MAIL_URL', 'DATABASE_URL', 'BITCOIN_RPC_URL', 'ETHEREUM_RPC_URL', 'RATE_SOURCES'],
  'EVENT_LOG_URL',
  ...['TELEGRAM_BOT_TOKEN', 'BITCOIN_XPUB', 'ETHEREUM_XPUB'],
  'LIGHTNING_SEED',
  ...['SIGNER_BITCOIN_XPRV', 'SIGNER_ETHEREUM_XPRV']
]

test('every variable is in the table of docs/operating/configure.md', async () => {
  const sections = groups.map(
    ({ title, variables }) =>
      `### ${title}\n\n| variable | default | meaning |\n|---|---|---|\n${rowsOf(variables)}\n`
  )
  await expectSection('docs/operating/configure.md', 'variables', sections.join('\n'))
})

test('no variable is in two groups', () => {
  const names = all.map(([name]) => name)
  expect(names).toEqual([...new Set(names)])
})

test('every default passes the check of its own variable', () => {
  expect(all.filter(([, variable]) => !isDefaultValid(variable))).toEqual([])
  expect(isDefaultValid({ ...coreVariables.PORT, default: '70000' })).toBe(false)
})

describe.each(all)('%s', (name, variable) => {
  const wrong = ['-1', '1,000 of no-such://thing <', '0x12'].find(
    text => !variable.check.safeParse(text).success
  )

  it('is refused by its name when it is wrong', () => {
    if (free.includes(name)) return expect(wrong).toBeUndefined()
    expect(wrong).toBeDefined()
    const problem = problemOf(name, wrong ?? '')
    expect(problem.match(new RegExp(`^${name} (must|names) `, 'gm'))).toHaveLength(1)
    if (secrets.includes(name)) expect(problem).not.toContain(wrong)
  })
})

function rowsOf(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, it]) => `| \`${name}\` | ${defaultOf(it)} | ${it.help} |`)
    .join('\n')
}

function defaultOf(variable: Variable): string {
  return 'default' in variable ? `\`${variable.default}\`` : variable.unset
}

function isDefaultValid(variable: Variable): boolean {
  return !('default' in variable) || variable.check.safeParse(variable.default).success
}

/** Returns the error message of the process that reads the variable. */
function problemOf(name: string, value: string): string {
  const environment = {
    NODE_ENV: 'development',
    SECRET: secret,
    SIGNER_FILE: 'signed',
    [name]: value
  }
  try {
    if (Object.hasOwn(signerVariables, name)) readSignerValues(environment)
    else readConfig(environment)
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  return ''
}
