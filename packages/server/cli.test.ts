import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverProgram } from '@mille/testing/server-program.ts'
import { createTestDatabase } from '@mille/testing/test-database.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from './db/connect.ts'
import { takeDataFolder } from './db/data-folder.ts'
import { startEmbedded } from './db/embedded.ts'
import { RecordWriter } from './delivery/event-log/write-records.ts'
import { verdict } from './delivery/judge/verdicts.ts'
import { writeCounted } from './delivery/testing/counted-log.ts'
import { makeDecided } from './delivery/testing/counting.ts'

const program = await serverProgram('packages/server/cli.ts')
let database: Awaited<ReturnType<typeof createTestDatabase>>
const folder = mkdtempSync(join(tmpdir(), 'mille-cli-'))

beforeAll(async () => {
  database = await createTestDatabase(2)
  await database.db
    .insertInto('users')
    .values({ email: 'ada@mille.test', created_at: '2026-03-02T10:00:00Z' })
    .execute()
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

type Outcome = { code: number; stdout: string; stderr: string }

function mille(args: string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const { host, port, database: name } = database.connection
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    ...program.env,
    DATA_DIR: join(folder, 'nothing-here'),
    DATABASE_URL: `postgres://mille@/${name}?host=${host}&port=${port}`,
    ...environment
  }
  return new Promise(done => {
    execFile(process.execPath, [program.file, ...args], { env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr })
    )
  })
}

test('explains itself', async () => {
  const { code, stdout } = await mille(['--help'])
  expect(code).toBe(0)
  for (const name of ['verify', 'credit', 'admin', 'settle', 'rebuild-counters', 'migrate'])
    expect(stdout).toContain(`\n  ${name} `)
})

test('refuses what it does not understand with exit code 2', async () => {
  for (const args of [['forget'], ['verify', 'all'], ['credit', '1'], ['verify', '--quick']]) {
    const { code, stderr } = await mille(args)
    expect(code, args.join(' ')).toBe(2)
    expect(stderr).toContain('--help')
  }
})

test('prints the help of one command, also when its arguments are missing', async () => {
  for (const args of [
    ['witness', '--help'],
    ['help', 'witness']
  ]) {
    const { code, stdout } = await mille(args)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ {2}witness <url>/)
    expect(stdout).not.toContain('\n  backup ')
  }
  const missing = await mille(['witness'])
  expect(missing.code).toBe(2)
  expect(missing.stderr).toMatch(/^witness takes 1 argument, not 0:\n\n {2}witness <url>/)
  expect((await mille(['log', 'key', 'more'])).stderr).toContain('takes no further argument')
})

test('says what is wrong with the address of another network', async () => {
  const wrong = await mille(['witness', 'other.example'])
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('not other.example') })
  const away = await mille(['witness', 'http://127.0.0.1:9'])
  expect(away).toMatchObject({
    code: 3,
    stderr: 'Not checked: http://127.0.0.1:9 refuses connections\n'
  })
})

test('prints the key of the public log and its anchors without a word in the audit log', async () => {
  for (const name of ['log', 'public-log']) {
    expect((await mille([name, 'key'])).stdout).toMatch(/^\S+\/log\+[0-9a-f]{8}\+\S+\n1 entry, /)
    expect((await mille([name, 'anchors'])).stdout).toContain('Set BITCOIN_ANCHORS=true')
  }
  const acts = await database.db.selectFrom('audit_entries').select('act').execute()
  expect(acts.filter(it => it.act.includes('log '))).toEqual([])
})

test('credits an account once for each key', async () => {
  const args = ['credit', 'Ada@mille.test', '0.5', 'btc', '--reason', 'Welcome', '--key', 'a']
  const first = await mille(args)
  expect(first.stdout).toMatch(
    /^Transfer \d+: 0\.50000000 BTC to user 1, who now has 0\.50000000 BTC available\n$/
  )
  expect((await mille(args)).stdout).toBe(first.stdout)
  const other = await mille([...args.slice(0, 2), '0.6', ...args.slice(3)])
  expect(other).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('used for another credit')
  })
  const second = await mille(['credit', '1', '1', 'USD', '--reason', 'Prize'])
  expect(second.stdout).toContain('1.00000000 USD available')
})

test('makes an account an admin', async () => {
  expect((await mille(['admin', 'ada@mille.test'])).stdout).toContain('now has the admin role')
  expect((await mille(['admin', '1'])).stdout).toContain('already')
  const ada = await database.db.selectFrom('users').select('roles').executeTakeFirst()
  expect(ada?.roles).toEqual(['admin'])
})

test('settles, and verifies until something is broken', async () => {
  expect(await mille(['settle'])).toMatchObject({
    code: 0,
    stdout: 'Settled 0 campaign periods, and moved 0 matured earnings to their owners\n'
  })
  expect((await mille(['verify'])).stdout).toMatch(
    /^The ledger is consistent: 4 accounts, 2 transfers, 4 entries, 0 open holds, 0 settlements, not sealed yet\nChecked from the beginning\n$/
  )
  const withoutChain = await mille(['verify', '--chain'])
  expect(withoutChain).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^The ledger is consistent: .*\nChecked from the beginning\nNo blockchain is connected: set BITCOIN_RPC_URL or ETHEREUM_RPC_URL/
    )
  })
  await sql`update ledger_accounts set balance = balance + 1 where owner = 'user' and asset = 'USD'`.execute(
    database.db
  )
  const broken = await mille(['verify'])
  expect(broken).toMatchObject({ code: 1, stdout: '' })
  expect(broken.stderr).toMatch(
    /^The ledger is broken: user 1, USD, available \(account \d+\): has balance/
  )
})

test('rebuilds the counters of days from their events, and refuses days whose events are gone', async () => {
  const { db } = database
  const at = new Date('2026-03-02T10:30:00Z')
  const writer = new RecordWriter()
  for (let count = 0; count < 3; count++) {
    const decided = makeDecided({ visitor: Buffer.alloc(8, 1) })
    const names = [{ day: '2026-03-02', visitor: decided.visitor, isKept: true }]
    const said = { isCovered: false, isShrunken: false, isContradictory: false }
    const origin = { receivedAtMs: at.getTime(), country: null, device: null }
    writer.viewable({ decided, names, block: null, ...said }, origin)
  }
  const sum = { node: 1, sequence: 1, unit: 1, campaign: 1, banner: 0, count: 9 }
  writer.sum({ ...sum, outcome: 'bot' }, at.getTime())
  const { billable, none } = verdict
  const verdicts = Uint8Array.of(billable, billable, billable, none)
  const batch = { at, body: writer.take(), verdicts }
  await db.transaction().execute(tx => writeCounted(tx, 0, [batch]))
  await sql`
    insert into delivery_counters values
      ('2026-03-02 10:00Z', 1, 1, 0, 'viewable', 7), ('2026-03-02 10:00Z', 1, 1, 0, 'rejected_bot', 9),
      ('2026-03-03 10:00Z', 1, 1, 0, 'viewable', 7)`.execute(db)
  expect(await mille(['rebuild-counters', '2026-03-02', '2026-03-02'])).toMatchObject({
    code: 0,
    stdout: 'Rebuilt 3 counters from their events: 2 were different\n'
  })
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', kind, count) as text from delivery_counters order by bucket, kind`.execute(
    db
  )
  expect(rows.map(row => row.text)).toEqual([
    'billable 3',
    'rejected_bot 9',
    'viewable 3',
    'viewable 7'
  ])
  const since = `${Math.ceil((Date.now() - at.getTime()) / 60_000) + 1}`
  const shown = (await mille(['log', since])).stdout.split('\n')
  expect(shown).toHaveLength(6)
  expect(shown[0]).toMatch(
    /^2026-03-02T10:30:00\.000Z 0\/1\.0 viewable unit 1 campaign 1 banner 0 decision [-0-9a-f]{36} of 2026-03-02T10:00:00\.000Z visitor 0101010101010101: billable$/
  )
  expect(shown[3]).toContain('sum of 9 bot unit 1 campaign 1 banner 0 from node 1: taken')
  expect(shown[4]).toBe('4 records; everything in the log is counted')
  expect((await mille(['log', since, '--count'])).stdout).toBe(
    '3 viewable: billable\n1 sum: taken\neverything in the log is counted\n'
  )
  expect(await mille(['log', 'soon'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('a whole number of minutes, key, or anchors')
  })
  await db.insertInto('event_retention').values({ kept_from: '2026-03-02' }).execute()
  const wrong: [string[], string][] = [
    [['2026-03-02', '2026-03-03'], 'before 2026-03-03 are gone'],
    [['2026-03-04', '2026-03-03'], '2026-03-04 is after 2026-03-03'],
    [['2026-02-30', '2026-03-03'], 'Days must be written like 2026-03-02'],
    [['yesterday', 'today'], 'Days must be written like 2026-03-02']
  ]
  for (const [args, words] of wrong) {
    const { code, stderr } = await mille(['rebuild-counters', ...args])
    expect(code, args.join(' ')).toBe(1)
    expect(stderr).toContain(words)
  }
})

test('says in one sentence why the database cannot be used', async () => {
  const missing = await mille(['verify'], { DATABASE_URL: '' })
  expect(missing).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no database in')
  })
  expect(existsSync(join(folder, 'nothing-here', 'postgres'))).toBe(false)
  const away = await mille(['verify'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  expect(away).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be reached') })
  expect(away.stderr.trim().split('\n')).toHaveLength(1)
})

test('forgets the passkeys of an operator who has lost them', async () => {
  await sql`insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
    select 'lost', id, 'Lost', '\\x00', 0, '{}', now() from users where email = 'ada@mille.test'`.execute(
    database.db
  )
  expect(await mille(['forget-passkeys', 'ada@mille.test'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('had 1 passkey')
  })
})

test('starts the database of the data folder, alone or with others, and stops it again', async () => {
  const environment = { DATABASE_URL: '', DATA_DIR: join(folder, 'data') }
  const pidFile = join(folder, 'data', 'postgres', 'postmaster.pid')
  expect((await mille(['migrate'], environment)).stdout).toContain('Ran 0001-baseline.sql')
  expect(existsSync(pidFile)).toBe(false)
  const outcomes = await Promise.all([1, 2, 3].map(() => mille(['verify'], environment)))
  expect(outcomes.map(it => it.stderr)).toEqual(['', '', ''])
  expect(outcomes.map(it => it.code)).toEqual([0, 0, 0])
  expect(existsSync(pidFile)).toBe(false)
  // The log contains failed queries with their values, so only its owner may read the file.
  expect(statSync(join(folder, 'data', 'postgres.log')).mode & 0o777).toBe(0o600)
})

test('uses the database that a server runs and leaves it running', async () => {
  const data = join(folder, 'data')
  const release = takeDataFolder(data)
  const server = await startEmbedded(data)
  const { db, close } = await connect(server.connection, 1)
  try {
    const outcome = await mille(['verify'], { DATABASE_URL: '', DATA_DIR: data })
    expect(outcome).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The ledger is consistent')
    })
    await sql`select 1`.execute(db)
  } finally {
    await close()
    await server.stop()
    release()
  }
})
