import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectDocument } from '@mille/testing/contract/write-document.ts'
import { expect, it } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'
import { listSources } from './project-copy.ts'

const themes = [
  'Money and settlement',
  'Proofs for advertisers and publishers',
  'Deposits, withdrawals, and the signer',
  'Accounts and operators',
  'Choosing ads',
  'Counting views',
  'Fraud',
  'Reports',
  'Widgets',
  'Dashboard',
  'Server and database',
  'Code and tests',
  'Other'
]

const folder = join(root, 'docs/decisions')
const decisions = globSync('[0-9]*.md', { cwd: folder }).sort().map(readDecision)

it('gives every decision a number of its own, the same in its name and its title', () => {
  const numbers = decisions.map(it => it.file.slice(0, 3))
  expect(numbers.filter((it, at) => numbers.indexOf(it) !== at)).toEqual([])
  expect(decisions.map(it => it.title.slice(0, 4))).toEqual(numbers.map(it => `${it} `))
})

it('has the three parts in every decision', () => {
  const parts = ['Context', 'Decision', 'Consequences']
  const incomplete = decisions.filter(({ text }) =>
    parts.some(part => !text.includes(`\n**${part}.**`))
  )
  expect(incomplete.map(it => it.file)).toEqual([])
})

it('links only to decisions that there are', () => {
  const files = new Set(decisions.map(it => it.file))
  const broken = listSources()
    .filter(path => path.endsWith('.md'))
    .flatMap(path =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/[(/](\d{3}-[a-z0-9-]+\.md)/g)]
        .map(([, target = '']) => target)
        .filter(target => !files.has(target))
        .map(target => `${path}: ${target}`)
    )
  expect(broken).toEqual([])
})

it('names a theme of the list below in every decision that names one', () => {
  const strange = decisions.filter(it => !themes.includes(it.theme))
  expect(strange.map(it => `${it.file}: ${it.theme}`)).toEqual([])
})

it('lists all of them in docs/decisions/README.md', async () => {
  const lists = themes.map(theme => {
    const rows = decisions
      .filter(it => it.theme === theme)
      .map(it => `- [${it.file.slice(0, 3)}](${it.file}) ${it.title.slice(4)}`)
    return rows.length === 0 ? '' : `\n## ${theme}\n\n${rows.join('\n')}\n`
  })
  await expectDocument('docs/decisions/README.md', `${introduction}\n${lists.join('')}`)
})

function readDecision(file: string) {
  const text = readFileSync(join(folder, file), 'utf8')
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? []
  const [, theme = 'Other'] = /^\*\*Theme\.\*\* (.+)$/m.exec(text) ?? []
  return { file, text, title, theme }
}

const introduction = `# Decisions

What is hard to reverse, and why it is so. Each document says what holds today, what was measured, and what was refused.
This list is made from the files by \`npm run generate:docs -- decisions\`, and a test (\`tests/house/decisions.test.ts\`)
keeps it complete.

When a decision changes, change its document; Git has what it said before. Add a document only for a subject that none
of these has: take the next free number and write \`NNN-what-is-decided.md\` with a title that says what is the case, a line
\`**Theme.**\` with one of the headings below, then **Context**, **Decision** and **Consequences**. Gaps between the
numbers have no meaning.`
