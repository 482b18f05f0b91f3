import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import exceptions from '../../packages/server/payments/chain-exceptions.json' with { type: 'json' }
import { root } from '../../scripts/lib/paths.mjs'
import { runners } from '../../scripts/lib/runners.mjs'

/** Maximum number of exceptions. Lower it when you remove some; never raise it. */
const allowedExceptions = 6

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mille-chains-'))
  plant('payments/chain-exceptions.json', '{}')
  plant('payments/bitcoin/chain.ts', "export const kind = { code: 'BTC', asset: 'BTC' }\n")
  plant('payments/ethereum/chain.ts', "export const kind = { code: 'USDT', asset: 'USD' }\n")
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

// `#{` represents the placeholder `${` of a template.
const faults = [
  "chain === 'bitcoin' ? 1 : 2",
  "'ethereum' !== chain",
  "title == 'Bitcoin'",
  "request.method === 'sign_bitcoin'",
  "token.code === 'BTC'",
  "code === 'USDT'",
  "(() => { switch (chain) { case 'bitcoin': return 1 } })()",
  "(() => { switch (code) { case 'USDT': return 1 } })()",
  'config.bitcoin ? 1 : 2',
  'payments.ethereum?.tokens',
  "config['bitcoin']",
  '(() => { const { bitcoin } = config; return bitcoin })()',
  '(({ ethereum: it }: Config) => it)(config)',
  '({ bitcoin: 1, ethereum: 2 })[chain]',
  "({ 'bitcoin': 1 })[chain]",
  "new Map([['bitcoin', 1]]).get(chain)",
  "['USDT', 'USDC'].includes(token)",
  "chain.startsWith('bitcoin')",
  "columns.get('ethereum_height')",
  "sql`select from payouts where chain = 'bitcoin'`",
  "sql`select case name when 'ethereum' then 1 end`",
  "sql`select from deposits where token_code <> 'USDT'`",
  "sql`select from deposits where token_code = 'BTC' and x = #{y}`",
  "import('./bitcoin/keys.ts')"
]

const fine = [
  "asset === 'BTC' ? 1 : 2",
  "'Bitcoin Core answers'",
  'bitcoinPerDollar(rate)',
  'chains.find(it => it.name === name)',
  "sql`select from ledger_accounts where asset = 'BTC'`",
  'sql`select from payouts where chain = #{chain}`'
]

it('reports every way to ask which chain it is', () => {
  faults.forEach((code, at) => {
    plant(`payments/planted-${at}.ts`, `export const it = ${code.replaceAll('#{', '${')}\n`)
  })
  plant('admin/named.ts', "import { keys } from '../payments/bitcoin/keys.ts'\n")
  plant('admin/handed-on.ts', "export { keys } from '../payments/ethereum/keys.ts'\n")
  const { status, stderr } = check()
  expect(status).toBe(1)
  expect(faults.filter((_, at) => !stderr.includes(`payments/planted-${at}.ts:1 `))).toEqual([])
  expect(stderr).toContain('admin/named.ts:1 imports from the folder of a chain')
  expect(stderr).toContain('admin/handed-on.ts:1 imports from the folder of a chain')
})

it('reports nothing of a chain’s own folder, of tests and of what only sounds like it', () => {
  fine.forEach((code, at) => {
    plant(`payments/planted-${at}.ts`, `export const it = ${code.replaceAll('#{', '${')}\n`)
  })
  plant('payments/bitcoin/keys.ts', "export const it = chain === 'bitcoin'\n")
  plant('payments/reserve/reconcile.test.ts', "export const it = chain === 'bitcoin'\n")
  expect(check()).toMatchObject({ status: 0, stderr: '' })
})

it('counts a third folder with a chain.ts as a chain', () => {
  plant('payments/planted.ts', "export const it = chain === 'litecoin'\n")
  expect(check().status).toBe(0)
  plant('payments/litecoin/chain.ts', "export const kind = { code: 'LTC', asset: 'LTC' }\n")
  expect(check().stderr).toContain('payments/planted.ts:1 compares with the name of a chain')
})

it('leaves a listed exception alone, and reports one that nothing needs anymore', () => {
  plant('payments/chain-exceptions.json', '{ "config.ts": "A reason.", "late.ts": "A reason." }')
  plant('config.ts', 'export const it = { bitcoin: 1 }\n')
  expect(check().stderr.split('\n')[0]).toBe('late.ts: this exception is not needed')
})

it('gives a reason for every exception, and adds none', () => {
  expect(Object.values(exceptions).filter(it => !/^[A-Z].{20,}\.$/.test(it))).toEqual([])
  expect(Object.keys(exceptions).length).toBe(allowedExceptions)
})

function plant(path: string, content: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

function check() {
  const script = runners.edges?.commands.flat().find(it => it.endsWith('check-chains.mjs')) ?? ''
  const { status, stderr } = spawnSync(process.execPath, [script, folder], {
    cwd: root,
    encoding: 'utf8'
  })
  return { status, stderr }
}
