import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { addChanges, readChanges, readers } from '../../scripts/lib/changelog.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { listSources } from './project-copy.ts'

const sources = listSources()
const documents = sources.filter(path => path.endsWith('.md'))

it('leads to a file with every link between documents', () => {
  const broken = documents.flatMap(document =>
    linksOf(document)
      .filter(target => !existsSync(join(root, dirname(document), target)))
      .map(target => `${document} → ${target}`)
  )
  expect(broken).toEqual([])
})

it('has a README in every package', () => {
  const packages = sources.filter(path => /^([^/]+|packages\/[^/]+)\/package\.json$/.test(path))
  expect(packages.length).toBeGreaterThan(8)
  const silent = packages.filter(path => !documents.includes(join(dirname(path), 'README.md')))
  expect(silent).toEqual([])
})

it('keeps the changelog in sections, with no line twice', () => {
  const lines = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split('\n')
  const headings = lines.filter(it => it.startsWith('### ')).map(it => it.slice(4))
  expect(headings.filter(it => !readers.includes(it))).toEqual([])
  const entries = lines.filter(it => it.startsWith('- '))
  expect(entries.filter((it, at) => entries.indexOf(it) !== at)).toEqual([])
  const first = lines.findIndex(it => it.startsWith('- '))
  expect(lines.slice(0, first).filter(it => it.startsWith('### '))).toHaveLength(1)
})

it('can move each file of docs/changes to the changelog', () => {
  const files = documents
    .filter(path => dirname(path) === 'docs/changes' && !path.endsWith('/README.md'))
    .map(path => ({ name: path, text: readFileSync(join(root, path), 'utf8') }))
  const { changes, problems } = readChanges(files)
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  expect([...problems, ...addChanges(changelog, changes).problems]).toEqual([])
})

/** Returns the relative links of a document, without the part after a hash. */
function linksOf(document: string) {
  const text = readFileSync(join(root, document), 'utf8').replace(/```.*?```|`[^`\n]*`/gs, '')
  return [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter(target => !/^[a-z]+:/.test(target) && !target.startsWith('/'))
}
