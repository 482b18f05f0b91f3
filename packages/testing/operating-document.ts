import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const pages = join(import.meta.dirname, '../../docs/operating/*.md')

/**
 * Returns the SQL that docs/operating tells an operator to run: the block that begins with the comment `-- <part>`,
 * split into statements, with each `<name>` in it replaced. The tests thereby run exactly what the documentation says.
 */
export function readStatements(part: string, values: Readonly<Record<string, string>>): string[] {
  const blocks = readPages().matchAll(/```sql\n *-- (.+?)\n([\s\S]*?)```/g)
  const found = [...blocks].find(([, title]) => title === part)
  if (!found) throw new Error(`docs/operating has no SQL for: ${part}`)
  return (found[2] ?? '')
    .replaceAll(/<(\w+)>/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`${part} wants a value for ${name}`)
      return value
    })
    .split(/;\s*(?:--.*)?\n/)
    .map(it => it.trim())
    .filter(it => it !== '')
}

/**
 * Returns the code block in that language that docs/operating tells an operator to save as a file, with placeholders
 * replaced.
 */
export function readFileOf(language: string, values: Readonly<Record<string, string>>): string {
  const [, found] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readPages()) ?? []
  if (found === undefined) throw new Error(`docs/operating has no file in ${language}`)
  return Object.entries(values).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The ${language} file does not contain: ${from}`)
    return text.replaceAll(from, to)
  }, found)
}

function readPages(): string {
  return globSync(pages)
    .map(path => readFileSync(path, 'utf8'))
    .join('\n')
}
