import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { cloneDatabase } from '@mille/testing/clone-database.ts'
import startDatabase from '@mille/testing/global-setup.ts'
import { live } from './live.ts'
import type { Player } from './player.ts'
import { readPlayers } from './players.ts'
import { attackersText, crowdsTable, type Result } from './table.ts'

/**
 * `npm run arena -- --seed 7 --days 9`: simulates every attacker and every crowd, each on a separate network, and shows
 * what each was paid or lost. `--only name` plays one; `--write` puts both tables into docs/fraud.md.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: process.env.MILLE_SEED ?? '1' },
    days: { type: 'string', default: '9' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false }
  }
})
if (values.only && values.write) throw new Error('--write needs all of them: leave --only out')
const options = { seed: Number(values.seed), days: Number(values.days) }
const server = { host: '', port: 0 }
const stop = await startDatabase({
  provide(key, value) {
    if (key === 'databaseHost') server.host = String(value)
    if (key === 'databasePort') server.port = Number(value)
  }
})
try {
  const attackers = await play(await readPlayers('attackers'))
  const crowds = await play(await readPlayers('crowds'))
  if (attackers.length + crowds.length === 0) throw new Error(`There is no ${values.only}`)
  const tables = { attackers: attackersText(attackers), crowds: crowdsTable(crowds) }
  process.stdout.write(`${tables.attackers}\n\n${tables.crowds}\n\n`)
  process.stdout.write(`seed ${options.seed}, ${options.days} days\n`)
  if (values.write) writeTables(tables)
} finally {
  await stop()
}

async function play(players: readonly Player[]): Promise<Result[]> {
  const results: Result[] = []
  for (const player of players.filter(it => !values.only || it.name === values.only)) {
    const started = performance.now()
    const database = await cloneDatabase(server)
    try {
      const { name, does } = player
      results.push({ name, does, ...(await live(player, database, options)) })
    } finally {
      await database.close()
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stderr.write(`${player.name}: ${seconds} s\n`)
  }
  return results
}

/** Writes the tables, each between two comments that name it. */
function writeTables(tables: Record<string, string>): void {
  const path = resolve(import.meta.dirname, '../../../docs/fraud.md')
  let text = readFileSync(path, 'utf8')
  for (const [name, table] of Object.entries(tables)) {
    const begin = `<!-- ${name} -->`
    const end = `<!-- end of ${name} -->`
    const [before, rest] = text.split(begin)
    const after = rest?.split(end)[1]
    if (before === undefined || after === undefined) throw new Error(`${path} has no ${begin}`)
    text = `${before}${begin}\n${table}\n${end}${after}`
  }
  writeFileSync(path, text)
}
