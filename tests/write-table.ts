import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const file = resolve(import.meta.dirname, '../docs/performance.md')

/** Puts a table between the marks in docs/performance.md that have its name. */
export function writeTable(name: string, rows: readonly (readonly string[])[]): void {
  const { page, begin, end } = find(name)
  const text = rows.map(row => `| ${row.join(' | ')} |`).join('\n')
  writeFileSync(file, `${page.slice(0, begin)}\n${text}\n\n${page.slice(end)}`)
}

/** The rows that are there, without the head. */
export function readTable(name: string): string[][] {
  const { page, begin, end } = find(name)
  const lines = page.slice(begin, end).split('\n')
  const rows = lines.filter(line => line.startsWith('| ')).slice(2)
  return rows.map(line => line.slice(2, -2).split(' | '))
}

function find(name: string): { page: string; begin: number; end: number } {
  const page = readFileSync(file, 'utf8')
  const [mark = ''] = new RegExp(`<!-- ${name}: [^>]*-->\\n`).exec(page) ?? []
  const begin = page.indexOf(mark) + mark.length
  const end = page.indexOf(`<!-- end of ${name} -->`)
  if (mark === '' || end < begin) throw new Error(`${file} has no place for ${name}`)
  return { page, begin, end }
}
