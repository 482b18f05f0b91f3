import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../docs/operating.md')

/**
 * The SQL that docs/operating.md tells an operator to run: the block that begins with the comment `-- <part>`, statement
 * by statement, with `<name>` in it replaced. So what the document says is what the test has run.
 */
export function readStatements(part: string, values: Readonly<Record<string, string>>): string[] {
  const blocks = readFileSync(file, 'utf8').matchAll(/```sql\n *-- (.+?)\n([\s\S]*?)```/g)
  const found = [...blocks].find(([, title]) => title === part)
  if (!found) throw new Error(`docs/operating.md has no SQL for: ${part}`)
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
