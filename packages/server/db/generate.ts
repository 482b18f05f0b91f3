import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { connect } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

/** Writes schema.generated.ts from the migrations, using a temporary database: `npm run generate:types`. */
const target = join(import.meta.dirname, 'schema.generated.ts')
const folder = mkdtempSync(join(tmpdir(), 'mille-types-'))
const server = await startEmbedded(folder)
try {
  const connection = await connect(server.connection, 2)
  await migrate(connection.pool)
  const filled = await listFilledColumns(connection.pool)
  await connection.close()
  const { host, port, user, database } = server.connection
  const url = `postgres://${user}@/${database}?host=${host}&port=${port}`
  execFileSync(
    'npx',
    [
      'kysely-codegen',
      '--dialect',
      'postgres',
      '--url',
      url,
      '--out-file',
      target,
      '--exclude-pattern',
      'graphile_worker.*',
      '--type-mapping',
      JSON.stringify({ int8: 'bigint', numeric: 'bigint', date: 'string' })
    ],
    { stdio: 'inherit' }
  )
  writeFileSync(target, withoutNulls(readFileSync(target, 'utf8'), filled))
  process.stdout.write(`${readFileSync(target, 'utf8').split('\n').length} lines of types\n`)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Lists the view columns that are never null. PostgreSQL calls every column of a view nullable, but a column taken from
 * a single table, such as `sites.id`, is null only if the table's column is.
 */
async function listFilledColumns(pool: Pool): Promise<Map<string, string[]>> {
  const { rows: views } = await pool.query<{ name: string; query: string }>(
    `select viewname as name, definition as query from pg_views where schemaname = 'public'`
  )
  const { rows: columns } = await pool.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and is_nullable = 'NO'`)
  const filled = new Set(columns.map(it => it.name))
  return new Map(
    views.map(({ name, query }) => {
      const [, list = '', table = ''] =
        /^\s*select ([\w\s,]+?)\s+from (\w+)(?: *;|\s+where )/i.exec(query) ?? []
      const parts = list.split(',').map(it => it.trim().split(/ as /i))
      return [
        name,
        parts.flatMap(([column, alias = column]) =>
          filled.has(`${table}.${column}`) ? [alias ?? ''] : []
        )
      ]
    })
  )
}

function withoutNulls(types: string, filled: ReadonlyMap<string, string[]>): string {
  return types.replace(/^export interface (\w+) \{[^}]*/gm, (text, type: string) => {
    const [, columns = []] =
      [...filled].find(([view]) => view.replaceAll('_', '') === type.toLowerCase()) ?? []
    return columns.reduce(
      (all, it) => all.replace(new RegExp(`^( {2}${it}: .*) \\| null;?$`, 'm'), '$1'),
      text
    )
  })
}
