import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

/** Writes schema.generated.ts from the migrations, by way of a database of its own: `npm run generate:types`. */
const target = join(import.meta.dirname, 'schema.generated.ts')
const folder = mkdtempSync(join(tmpdir(), 'mille-types-'))
const server = await startEmbedded(folder)
try {
  const connection = await connect(server.connection, 2)
  await migrate(connection.pool)
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
  process.stdout.write(`${readFileSync(target, 'utf8').split('\n').length} lines of types\n`)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
