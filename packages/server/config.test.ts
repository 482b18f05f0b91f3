import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartError } from './start-error.ts'

const secret = 'a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90'
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://ads.example',
  SECRET: secret,
  MAIL_URL: 'smtp://mail.example'
}

test('production refuses to start on defaults', () => {
  expect(readConfig(production)).toMatchObject({
    mode: 'production',
    demo: false,
    insideVisitors: false,
    allowPrivateHosts: false
  })
  expect(readConfig({ ...production, INSIDE_VISITORS: 'true' }).insideVisitors).toBe(true)
  for (const name of ['PUBLIC_URL', 'SECRET', 'MAIL_URL'] as const) {
    expect(() => readConfig({ ...production, [name]: undefined }), name).toThrow(name)
  }
  expect(() => readConfig({ ...production, PUBLIC_URL: 'http://ads.example' })).toThrow('https')
  expect(() => readConfig({ ...production, SECRET: 'short' })).toThrow('32 bytes')
  expect(() => readConfig({ ...production, DEMO: 'true' })).toThrow('DEMO must not be true')
  expect(readConfig({ ...production, DEMO: 'false' }).demo).toBe(false)
  for (const SECRET of ['00'.repeat(32), '0123456789abcdef'.repeat(4)])
    expect(() => readConfig({ ...production, SECRET })).toThrow('random')
})

test('development that others can reach has to be chosen', () => {
  const refused = 'NODE_ENV must be set'
  expect(() => readConfig({ SECRET: secret, HOST: '0.0.0.0' })).toThrow(
    `HOST makes this server reachable`
  )
  expect(() => readConfig({ SECRET: secret, HOST: '::' })).toThrow(refused)
  expect(() => readConfig({ SECRET: secret, PUBLIC_URL: 'https://ads.example' })).toThrow(refused)
  for (const HOST of ['127.0.0.1', '::1', 'localhost'])
    expect(readConfig({ SECRET: secret, HOST }).mode).toBe('development')
  expect(readConfig({ SECRET: secret, PUBLIC_URL: 'http://localhost:3000' })).toMatchObject({
    demo: true,
    insideVisitors: true
  })
  expect(readConfig({ SECRET: secret, NODE_ENV: 'development', HOST: '0.0.0.0' }).demo).toBe(true)
})

test('says which variable is wrong', () => {
  expect(() => readConfig({ PORT: '70000', SECRET: secret })).toThrow('PORT must be a whole number')
  expect(() => readConfig({ ROLES: 'web,chef', SECRET: secret })).toThrow('ROLES must be one of')
  expect(() => readConfig({ SETTLEMENT_WINDOW_SECONDS: '7', SECRET: secret })).toThrow(
    'divide a day'
  )
})

test('says everything that is wrong at once', () => {
  const wrong = {
    NODE_ENV: 'production',
    PORT: 'http',
    BITCOIN_RPC_URL: 'http://node',
    DEMO: 'yes'
  }
  expect(problemsOf(wrong)).toEqual([
    'PORT must be a whole number from 1 to 65535, not "http"',
    'DEMO must be one of true, false, not "yes"',
    'PUBLIC_URL is required in production: the https:// origin that visitors reach',
    'SECRET is required in production: at least 32 random bytes, as hex or base64',
    'MAIL_URL is required in production: an SMTP server, smtp://user:password@host:587',
    'BITCOIN_RPC_URL is set, so BITCOIN_XPUB is required too'
  ])
})

test('an empty variable is the same as none', () => {
  const empty = { HOST: '', PORT: '', ROLES: '', LOG_LEVEL: '', DEMO: '', CALLS_PER_MINUTE: '' }
  expect(readConfig({ SECRET: secret, ...empty })).toEqual(readConfig({ SECRET: secret }))
})

test('tokens that are never moved have no minimum', () => {
  const read = (SWEEP_MINIMUM_USD: string) =>
    readConfig({ SECRET: secret, SWEEP_MINIMUM_USD }).payments.sweeps.minimum
  expect(read('never')).toBe(null)
  expect(read('0.5')).toBe(50_000_000n)
})

test('the private key of a chain is refused where the public one belongs', () => {
  const key = `zprv${'A'.repeat(107)}`
  const [problem = ''] = problemsOf({ SECRET: secret, BITCOIN_XPUB: key })
  expect(problem).toContain('BITCOIN_XPUB must be an extended public key')
  expect(problem).not.toContain(key)
})

test('allowed origins are whole origins, and safe ones in production', () => {
  const ALLOWED_ORIGINS = 'https://blog.example, http://localhost:4000'
  expect([...readConfig({ ...production, ALLOWED_ORIGINS }).allowedOrigins]).toEqual([
    'https://blog.example',
    'http://localhost:4000'
  ])
  expect(readConfig(production).allowedOrigins.size).toBe(0)
  for (const wrong of ['*', 'blog.example', 'https://blog.example/', 'http://blog.example'])
    expect(() => readConfig({ ...production, ALLOWED_ORIGINS: wrong })).toThrow('ALLOWED_ORIGINS')
})

test('a list that is named must be there', () => {
  for (const name of ['DATA_CENTRE_FILE', 'BLOCKED_REFERRERS_FILE', 'COUNTRY_DATABASE']) {
    const environment = { [name]: '/not/there.txt', SECRET: secret }
    expect(() => readConfig(environment)).toThrow(`${name} names a file that does not exist`)
  }
})

test('another service needs both its address and its key', () => {
  const chatwoot = { CHATWOOT_URL: 'https://chat.example/', CHATWOOT_TOKEN: 'abc' }
  expect(readConfig({ SECRET: secret, ...chatwoot }).chatwoot).toEqual({
    url: 'https://chat.example',
    token: 'abc'
  })
  expect(readConfig({ SECRET: secret })).toMatchObject({ chatwoot: null, nolt: null })
  expect(() => readConfig({ SECRET: secret, NOLT_SECRET: 'x' })).toThrow('NOLT_URL is required')
  expect(() => readConfig({ SECRET: secret, NOLT_URL: 'https://x.nolt.io' })).toThrow(
    'NOLT_SECRET is required'
  )
  expect(() => readConfig({ SECRET: secret, NOLT_URL: 'x.nolt.io', NOLT_SECRET: 'x' })).toThrow(
    'NOLT_URL must begin with'
  )
})

test('development keeps one secret of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mille-config-'))
  const first = readConfig({ DATA_DIR: folder }).secret
  expect(readConfig({ DATA_DIR: folder }).secret).toEqual(first)
  rmSync(folder, { recursive: true })
})

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof StartError) return error.message.split('\n')
    throw error
  }
  return []
}

test.each([
  ['one:4222', 'must be servers such as nats://one:4222'],
  ['http://one:4222', 'must be servers such as nats://one:4222'],
  ['nats://', 'must be servers such as nats://one:4222'],
  ['nats://:4222', 'must be servers such as nats://one:4222'],
  ['nats://one:99999', 'must be servers such as nats://one:4222'],
  ['nats://one:4222/events', 'must be servers such as nats://one:4222'],
  ['nats://one:4222?tls=true', 'must be servers such as nats://one:4222'],
  ['nats://mille:100%@one:4222', 'must be servers such as nats://one:4222'],
  ['nats://one,nats://mille:secret@two', 'may have a name and a password in the first server only'],
  ['nats://one,tls://two', 'must have nats:// or tls:// for all servers'],
  ['nats://mille:secret@one:4222,two,one:4222', 'contains a server twice']
])('EVENT_LOG_URL of %s is refused by its name, and its password is not shown', (url, message) => {
  const read = () => readConfig({ ...production, EVENT_LOG_URL: url })
  expect(read).toThrow(new RegExp(`^EVENT_LOG_URL ${message}`, 'm'))
  expect(read).not.toThrow(/secret|100%/)
})

test('EVENT_LOG_URL is servers that replace each other', () => {
  const read = (url: string) => readConfig({ ...production, EVENT_LOG_URL: url }).eventLogUrl
  expect(read(' nats://one:4222, two:4222 ,three ')).toBe('nats://one:4222,two:4222,three')
  expect(read('tls://mille:p%40ss@[::1]:4222,two')).toBe('tls://mille:p%40ss@[::1]:4222,two')
})

test('a demo network has no event log on NATS: its past is in the database', () => {
  const given = { SECRET: secret, EVENT_LOG_URL: 'nats://one:4222' }
  expect(readConfig(given).demo).toBe(false)
  expect(() => readConfig({ ...given, DEMO: 'true' })).toThrow(
    'DEMO is true and EVENT_LOG_URL is set'
  )
})

test('strangers look around only where no real money moves', () => {
  const on = { ...production, LOOK_AROUND: 'true' }
  expect(readConfig(production).lookAround).toBe(false)
  expect(readConfig({ NODE_ENV: 'development', SECRET: secret }).lookAround).toBe(false)
  expect(() => readConfig(on)).toThrow('LOOK_AROUND_IN_PRODUCTION=true')
  const confirmed = { ...on, LOOK_AROUND_IN_PRODUCTION: 'true' }
  expect(readConfig(confirmed).lookAround).toBe(true)
  const real = 'without real money'
  const bitcoin = { BITCOIN_RPC_URL: 'http://127.0.0.1:8332', BITCOIN_XPUB: 'wrong' }
  expect(() => readConfig({ ...confirmed, ...bitcoin })).toThrow(real)
  expect(() => readConfig({ ...confirmed, ...bitcoin, BITCOIN_NETWORK: 'testnet' })).not.toThrow(
    real
  )
  const ethereum = { ETHEREUM_RPC_URL: 'http://127.0.0.1:8545', ETHEREUM_XPUB: 'wrong' }
  for (const chain of [undefined, '1', '8453', '137']) {
    const given = { ...confirmed, ...ethereum, ETHEREUM_CHAIN_ID: chain }
    expect(() => readConfig(given)).toThrow(real)
  }
})
