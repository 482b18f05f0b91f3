import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../docs')

/** Writes a table between the marks with its name in a document. */
export function writeTable(
  name: string,
  rows: readonly (readonly string[])[],
  document = 'performance.md'
): void {
  const { file, page, begin, end } = find(name, document)
  const text = rows.map(row => `| ${row.join(' | ')} |`).join('\n')
  writeFileSync(file, `${page.slice(0, begin)}\n${text}\n\n${page.slice(end)}`)
}

/** Returns the existing rows, without the header. */
export function readTable(name: string, document = 'performance.md'): string[][] {
  const { page, begin, end } = find(name, document)
  const lines = page.slice(begin, end).split('\n')
  const rows = lines.filter(line => line.startsWith('| ')).slice(2)
  return rows.map(line => line.slice(2, -2).split(' | '))
}

function find(name: string, document: string) {
  const file = resolve(folder, document)
  const page = readFileSync(file, 'utf8')
  const [mark = ''] = new RegExp(`<!-- ${name}: [^>]*-->\\n`).exec(page) ?? []
  const begin = page.indexOf(mark) + mark.length
  const end = page.indexOf(`<!-- end of ${name} -->`)
  if (mark === '' || end < begin) throw new Error(`${file} has no place for ${name}`)
  return { file, page, begin, end }
}
