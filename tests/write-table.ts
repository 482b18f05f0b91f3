import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Puts a table between the marks in docs/performance.md that have its name. */
export function writeTable(name: string, text: string): void {
  const file = resolve(import.meta.dirname, '../docs/performance.md')
  const page = readFileSync(file, 'utf8')
  const between = new RegExp(`(<!-- ${name}: [^>]*-->\\n)[\\s\\S]*?(\\n<!-- end of ${name} -->)`)
  if (!between.test(page)) throw new Error(`${file} has no place for ${name}`)
  writeFileSync(
    file,
    page.replace(between, (_, begin, end) => `${begin}\n${text}\n${end}`)
  )
}
