import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import exceptions from '../../packages/server/db/table-exceptions.json' with { type: 'json' }
import { root } from '../../scripts/lib/paths.mjs'
import { runners } from '../../scripts/lib/runners.mjs'

/** Maximum number of exceptions. Lower it when you remove some; never raise it. */
const allowedExceptions = 35

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mille-tables-'))
  plant(
    'db/tables.json',
    '{ "campaigns": ["campaigns", ""], "sites": ["traffic", ""], "names": ["accounts", "", "view"] }'
  )
  plant('db/table-exceptions.json', '{}')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

// `#{` represents the placeholder `${` of a template.
const foreign = [
  ["db.selectFrom('campaigns').selectAll()", 'reads'],
  ["db.selectFrom(['sites', 'campaigns as c']).selectAll()", 'reads'],
  ["db.selectFrom('sites').innerJoin('campaigns', 'a', 'b')", 'reads'],
  ["db.insertInto('campaigns').values({})", 'writes'],
  ["db.updateTable('campaigns').set({})", 'writes'],
  ["db.deleteFrom('campaigns')", 'writes'],
  ["db.selectFrom(isSite ? 'sites' : 'campaigns')", 'reads'],
  ['sql`select id from campaigns`', 'reads'],
  ['sql`select id from sites, campaigns as other`', 'reads'],
  ['sql`select id from sites join campaigns on true`', 'reads'],
  ['sql`select id from sites s join campaigns c using (id)`', 'reads'],
  ['sql<Row>`select id from sites\n  left join campaigns on true where x = #{y}`', 'reads'],
  ['sql`select 1 from sites join (select id, count from campaigns) c on true`', 'reads'],
  ['sql`update campaigns set name = #{name}`', 'writes'],
  ['sql`insert into campaigns (id) values (1)`', 'writes'],
  ['sql`delete from "campaigns"`', 'writes'],
  ["pool.query('select id from campaigns')", 'reads'],
  ["['campaigns'].map(it => sql`select from #{sql.table(it)}`)", 'reads'],
  ["['campaigns'].map(it => sql`delete from #{sql.table(it)}`)", 'writes']
] as const

const own = [
  ['campaigns/queries.ts', 'sql`update campaigns set name = 1`'],
  ['traffic/sites.ts', "db.selectFrom('sites')"],
  ['traffic/view.ts', 'sql`select id from sites join names using (id)`'],
  ['traffic/words.ts', "({ type: 'campaigns', text: 'the best of campaigns' })"],
  ['traffic/named.ts', 'sql`with campaigns as (select 1) select * from campaigns`'],
  ['traffic/comment.ts', '1 // select from campaigns'],
  ['traffic/queries.test.ts', 'sql`select id from campaigns`'],
  ['traffic/testing/network.ts', 'sql`select id from campaigns`']
] as const

it('reports every way in which traffic touches the table of campaigns', () => {
  foreign.forEach(([code], at) => {
    plant(`traffic/planted-${at}.ts`, `export const planted = () => ${code.replaceAll('#', '$')}\n`)
  })
  const { status, stderr } = check()
  expect(status).toBe(1)
  const silent = foreign.filter(
    ([, how], at) => !new RegExp(`traffic/planted-${at}\\.ts:1 ${how} campaigns,`).test(stderr)
  )
  expect(silent).toEqual([])
})

it('reports nothing of what is in order', () => {
  for (const [path, code] of own) plant(path, `export const planted = () => ${code}\n`)
  expect(check()).toMatchObject({ status: 0, stderr: '' })
})

it('lets a listed exception read, but not write', () => {
  except({ traffic: [{ why: 'A reason.', reads: ['campaigns'] }] })
  plant('traffic/queries.ts', 'export const planted = sql`select id from campaigns`\n')
  expect(check().status).toBe(0)
  plant('traffic/more.ts', 'export const planted = sql`delete from campaigns`\n')
  expect(check().stderr).toContain('traffic/more.ts:1 writes campaigns')
})

it('reports an exception that nothing needs anymore', () => {
  except({ traffic: [{ why: 'A reason.', writes: ['campaigns'] }] })
  plant('traffic/queries.ts', 'export const planted = sql`select id from campaigns`\n')
  expect(check().stderr).toContain('traffic → campaigns: this exception (write) is not needed')
})

it('gives a reason for every exception, and adds none', () => {
  const all = Object.values(exceptions).flat() as Exception[]
  expect(all.filter(it => !/^[A-Z].{20,}\.$/.test(it.why))).toEqual([])
  const count = all.flatMap(it => [...(it.reads ?? []), ...(it.writes ?? [])]).length
  expect(count).toBe(allowedExceptions)
})

type Exception = { why: string; reads?: string[]; writes?: string[] }

function except(list: Record<string, Exception[]>) {
  plant('db/table-exceptions.json', JSON.stringify(list))
}

function plant(path: string, content: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

function check() {
  const [[, script = ''] = []] = runners.tables?.commands ?? []
  const { status, stderr } = spawnSync(process.execPath, [script, folder], {
    cwd: root,
    encoding: 'utf8'
  })
  return { status, stderr }
}
