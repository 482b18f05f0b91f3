import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, variables } from './config.ts'

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
    allowPrivateHosts: false
  })
  for (const name of ['PUBLIC_URL', 'SECRET', 'MAIL_URL'] as const) {
    expect(() => readConfig({ ...production, [name]: undefined }), name).toThrow(name)
  }
  expect(() => readConfig({ ...production, PUBLIC_URL: 'http://ads.example' })).toThrow('https')
  expect(() => readConfig({ ...production, SECRET: 'short' })).toThrow('32 bytes')
  expect(() => readConfig({ ...production, SECRET: '00'.repeat(32) })).toThrow('random')
})

test('development that others can reach has to be chosen', () => {
  const refused = 'NODE_ENV must be set'
  expect(() => readConfig({ SECRET: secret, HOST: '0.0.0.0' })).toThrow(`HOST lets other`)
  expect(() => readConfig({ SECRET: secret, HOST: '::' })).toThrow(refused)
  expect(() => readConfig({ SECRET: secret, PUBLIC_URL: 'https://ads.example' })).toThrow(refused)
  for (const HOST of ['127.0.0.1', '::1', 'localhost'])
    expect(readConfig({ SECRET: secret, HOST }).mode).toBe('development')
  expect(readConfig({ SECRET: secret, PUBLIC_URL: 'http://localhost:3000' }).demo).toBe(true)
  expect(readConfig({ SECRET: secret, NODE_ENV: 'development', HOST: '0.0.0.0' }).demo).toBe(true)
})

test('says which variable is wrong', () => {
  expect(() => readConfig({ PORT: '70000', SECRET: secret })).toThrow('PORT must be a whole number')
  expect(() => readConfig({ ROLES: 'web,chef', SECRET: secret })).toThrow('ROLES must be one of')
  expect(() => readConfig({ SETTLEMENT_WINDOW_SECONDS: '7', SECRET: secret })).toThrow(
    'divide a day'
  )
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
  for (const name of ['DATA_CENTRE_FILE', 'BLOCKED_REFERRERS_FILE']) {
    const environment = { [name]: '/not/there.txt', SECRET: secret }
    expect(() => readConfig(environment)).toThrow(`${name} names a file that is not there`)
  }
})

test('another service needs both its address and its key', () => {
  const chatwoot = { CHATWOOT_URL: 'https://chat.example/', CHATWOOT_TOKEN: 'abc' }
  expect(readConfig({ SECRET: secret, ...chatwoot }).chatwoot).toEqual({
    url: 'https://chat.example',
    token: 'abc'
  })
  expect(readConfig({ SECRET: secret })).toMatchObject({ chatwoot: null, nolt: null })
  expect(() => readConfig({ SECRET: secret, NOLT_SECRET: 'x' })).toThrow('NOLT_URL is needed')
  expect(() => readConfig({ SECRET: secret, NOLT_URL: 'https://x.nolt.io' })).toThrow(
    'NOLT_SECRET is needed'
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

test('every variable stands in the operating guide', () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  for (const { name, default: otherwise, meaning } of variables) {
    expect(guide).toContain(`| \`${name}\` | ${otherwise} | ${meaning} |`)
  }
})
