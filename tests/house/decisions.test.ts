import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectDocument } from '@mille/testing/contract/write-document.ts'
import { expect, it } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'

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

it('changes or supersedes a decision only by one that names it', () => {
  const silent = decisions.flatMap(({ file, changedBy }) =>
    changedBy
      .map(target => decisions.find(it => it.file === target))
      .filter(it => it !== undefined && it.file < file)
      .map(it => `${file} is changed by an earlier one, ${it?.file}`)
  )
  expect(silent).toEqual([])
})

it('lists all of them in docs/decisions/README.md', async () => {
  const rows = decisions.map(
    it =>
      `| [${it.file.slice(0, 3)}](${it.file}) | ${it.title.slice(4)} | ${it.status} | ${it.changedBy
        .map(target => `[${target.slice(0, 3)}](${target})`)
        .join(', ')} |`
  )
  await expectDocument('docs/decisions/README.md', `${introduction}\n${rows.join('\n')}\n`)
})

function readDecision(file: string) {
  const text = readFileSync(join(folder, file), 'utf8')
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? []
  const [, sentence = 'Accepted.'] = /^\*\*Status\.\*\* (.+?)(?=\n\n)/ms.exec(text) ?? []
  const [status = ''] = /^(Accepted|Changed|Superseded)\b/.exec(sentence) ?? []
  const changedBy = [...sentence.matchAll(/\]\((\d{3}-[^)]+)\)/g)].map(([, target = '']) => target)
  return { file, text, title, status, changedBy }
}

const introduction = `# Decisions

What is hard to reverse, and why it is so. This list is made from the files by \`npm run generate:docs -- decisions\`, and a test
(\`tests/house/decisions.test.ts\`) keeps it complete.

To add one, take the next free number and write \`NNN-what-was-decided.md\` with a title that states the decision, then
**Context**, **Decision** and **Consequences**. A decision is accepted unless a line below its title says otherwise:
\`**Status.** Changed by [NNN](NNN-title.md): how.\` when parts of it still hold, \`**Status.** Superseded by …\` when none do.
Gaps between the numbers have no meaning.

| number | decision | status | by |
|---|---|---|---|`
