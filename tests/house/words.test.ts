import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'
import { listSources } from './project-copy.ts'
import { findUnwanted, mayHaveUnwanted, unwantedWords } from './unwanted-words.ts'

/** Where such a word is right, with the reason. */
const allowed: Record<string, string> = {
  'docs/api/rules.md': 'quotes the names of tests',
  'docs/asvs.md': 'quotes the names of tests',
  'docs/embeds.md': 'is written by npm run prove together with its figures',
  'docs/performance.md': 'is written by npm run bench together with its figures'
}

const sources = listSources()
// Decisions are kept as they were written.
const documents = sources.filter(
  path => path.endsWith('.md') && !/^docs\/(decisions\/|words\.md)/.test(path)
)
const code = sources.filter(
  path =>
    /^(packages|dashboard|embed)\/.*\.tsx?$/.test(path) &&
    // Other languages than English.
    !/^packages\/widgets\/languages\/[a-z]{2}\.ts$/.test(path) &&
    !/^packages\/server\/languages\/(?!en\/)[a-z]{2}\//.test(path) &&
    !/(\.(test|generated)\.tsx?|\.d\.ts)$|\/(testing|test)\/(?!demo\/)/.test(path)
)

it('says nothing that docs/words.md advises against in documents', () => {
  expect(documents.flatMap(path => foundIn(path, paragraphsOf(read(path))))).toEqual([])
})

it('says nothing that docs/words.md advises against in the interface, errors, emails and commands', () => {
  expect(code.flatMap(path => foundIn(path, textsOf(read(path), path)))).toEqual([])
})

it.each([
  ['Orders stand here.', 'stands'],
  ['This is no address of the network.', 'is no picture'],
  ['Anyone may ask; nobody is told.', 'nobody'],
  ['Who is away gets an email.', 'who is'],
  ['The campaign goes on by itself.', 'goes on'],
  ['Your e-mail address', 'e-mail']
])('finds what is planted: %s', (planted, name) => {
  const file = `export const messages = { text: '${planted}' }`
  expect(foundIn('messages.ts', textsOf(file, 'messages.ts'))).toEqual([
    `messages.ts: “${name}” in “${planted}”`
  ])
})

it('leaves alone what reads well', () => {
  for (const text of ['Who can see it?', 'There is no fee.', 'It is no longer offered.'])
    expect(findUnwanted(text), text).toEqual([])
  expect(textsOf("db.sql`select 'nobody stands'`; import 'nobody stands'", 'a.ts')).toEqual([])
})

it('has each of them in docs/words.md, and each exception in use', () => {
  const list = read('docs/words.md')
  expect(unwantedWords.filter(it => !list.includes(`| ${it.name}`)).map(it => it.name)).toEqual([])
  const used = [...documents, ...code].filter(path => path in allowed)
  expect(Object.keys(allowed).filter(path => !used.includes(path))).toEqual([])
})

function foundIn(path: string, texts: string[]): string[] {
  if (path in allowed) return []
  return texts.flatMap(text => findUnwanted(text).map(name => `${path}: “${name}” in “${text}”`))
}

function paragraphsOf(document: string): string[] {
  return document.replace(/```.*?```/gs, '').split(/\n(?=\s*\n|\s*[-|#\d])/)
}

/** The texts of a file that a person could read: with a space, and neither SQL nor the name of a module. */
function textsOf(source: string, path: string): string[] {
  // Parsing takes most of the time, and most files have none of the words, not even in a comment.
  if (!mayHaveUnwanted(source)) return []
  const texts: string[] = []
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest)
  visit(file)
  return texts.filter(it => /\s/.test(it))

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return
    if (ts.isTaggedTemplateExpression(node) && /sql/.test(node.tag.getText(file))) return
    if (ts.isTemplateExpression(node))
      texts.push(
        [node.head, ...node.templateSpans.map(it => it.literal)].map(it => it.text).join('…')
      )
    else if (ts.isStringLiteralLike(node)) texts.push(node.text)
    else if (ts.isJsxText(node)) texts.push(node.text.trim())
    ts.forEachChild(node, visit)
  }
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
