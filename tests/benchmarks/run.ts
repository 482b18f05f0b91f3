import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { run as measureBill } from './bill.ts'
import { run as measureCatalog } from './catalog.ts'
import { run as measureCounter } from './counter.ts'
import { run as measureDecisionTime } from './decision-time.ts'
import { run as measureHttp } from './http.ts'
import { run as measureLedger } from './ledger.ts'
import { run as measurePaint } from './paint.ts'
import { run as measurePause } from './pause.ts'
import { writeReport } from './report.ts'
import { run as measureReports } from './reports.ts'
import type { Figure } from './rounds.ts'
import { run as measureSettlement } from './settlement.ts'
import { run as measureTakeOver } from './take-over.ts'
import { writeScaling } from './write-scaling.ts'

/**
 * `npm run bench` measures every figure beside its floor in the same run. The results go to bench/results.json, the
 * table and the chart to docs/performance.md. `-- --only http` measures one part and leaves the report as it is; with
 * `--write`, it also replaces the part's figures in the report. `--keep FOLDER` keeps the month of `reports` in a folder,
 * so that the next run need not fill it again.
 */
const measurements = {
  'decision-time': measureDecisionTime,
  counter: measureCounter,
  http: measureHttp,
  'take-over': measureTakeOver,
  paint: measurePaint,
  pause: measurePause,
  ledger: measureLedger,
  settlement: measureSettlement,
  reports: () => measureReports(values.keep),
  catalog: measureCatalog,
  bill: measureBill
}
/** Load from other work before the run, so that the figures of a busy machine can be recognized. */
const load = loadavg()[1]?.toFixed(1)
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    keep: { type: 'string' }
  }
})
const figures: Figure[] = []
for (const [name, measure] of Object.entries(measurements)) {
  if (values.only !== undefined && values.only !== name) continue
  process.stdout.write(`── ${name}\n`)
  const found = await measure()
  console.table(found)
  figures.push(...found)
}
const root = resolve(import.meta.dirname, '../..')
mkdirSync(resolve(root, 'bench'), { recursive: true })
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, load ${load} before`
const results = { at: new Date().toISOString(), machine, figures }
writeFileSync(resolve(root, 'bench/results.json'), `${JSON.stringify(results, null, 2)}\n`)
if (values.only === undefined || values.write) {
  writeReport(resolve(root, 'docs'), results, values.only)
  writeScaling()
}
