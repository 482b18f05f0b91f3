import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { writeTable } from '../write-table.ts'
import { readConstants, scalingRows } from './scaling-model.ts'

/** Recomputes the table of docs/scaling.md from the figures of docs/performance.md. */
const performance = resolve(import.meta.dirname, '../../docs/performance.md')
const head = ['deployment', 'ads/s', 'ads a day', 'what ends it', 'what comes next']

export function writeScaling(): void {
  const rows = scalingRows(readConstants(readFileSync(performance, 'utf8')))
  writeTable('scaling', [head, head.map(() => '---'), ...rows], 'scaling.md')
}
