import { parseArgs } from 'node:util'
import { writeTable } from '../../write-table.ts'
import { tryFrameworks } from './frameworks.ts'
import { tryHiddenAds } from './hidden-ads.ts'
import { tryHostilePages } from './hostile-pages.ts'
import { countLoads } from './loads.ts'
import { measureShifts } from './shifts.ts'
import type { Finding } from './table.ts'

/**
 * `npm run prove -- --only embeds`: tries the embeds on odd pages, in three engines and in other people's frameworks, and writes the
 * tables of docs/embeds.md. `-- --table "hostile pages"` makes one of them.
 */
const tables: Record<string, () => Promise<Finding>> = {
  loads: countLoads,
  'layout shift': measureShifts,
  'hostile pages': tryHostilePages,
  'hidden ads': tryHiddenAds,
  frameworks: tryFrameworks
}

const { values } = parseArgs({ options: { table: { type: 'string' } } })
let isGood = true
for (const [name, find] of Object.entries(tables)) {
  if (values.table !== undefined && values.table !== name) continue
  process.stdout.write(`── ${name}\n`)
  const { head, rows, isGood: isThisGood } = await find()
  isGood &&= isThisGood
  writeTable(name, [head, head.map(() => '---'), ...rows], 'embeds.md')
}
process.exitCode = isGood ? 0 : 1
