import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'
import { listSources } from './project-copy.ts'
import { findUnwanted, mayHaveUnwanted, unwantedWords } from './unwanted-words.ts'

/** Files in which unwanted words are correct, with the reason. */
const allowed: Record<string, string> = {
  'docs/api/rules.md': 'quotes the names of tests',
  'docs/asvs.md': 'quotes the names of tests',
  'docs/embeds.md': 'is written by npm run prove together with its figures',
  'docs/performance.md': 'is written by npm run bench together with its figures'
}

const sources = listSources()
const documents = sources.filter(path => path.endsWith('.md') && path !== 'docs/words.md')
const english = sources.filter(
  path =>
    !/^packages\/widgets\/languages\/[a-z]{2}\.ts$/.test(path) &&
    !/^packages\/server\/languages\/(?!en\/)[a-z]{2}\//.test(path) &&
    !/\.generated\.|package-lock/.test(path)
)
const code = english.filter(
  path =>
    /^(packages|dashboard|embed)\/.*\.tsx?$/.test(path) &&
    !/(\.test\.tsx?|\.d\.ts)$|\/(testing|test)\/(?!demo\/)/.test(path)
)
// Released migrations never change, and the list of unwanted words contains the words themselves.
const working = english.filter(
  path =>
    /\.(tsx?|mjs|css|py|mdx|json)$/.test(path) &&
    !/\/migrations\/|^tests\/house\/(words\.test|unwanted-words)\.ts$/.test(path)
)

it('says nothing that docs/words.md advises against in documents', () => {
  expect(documents.flatMap(path => foundIn(path, paragraphsOf(read(path))))).toEqual([])
})

it('says nothing that docs/words.md advises against in the interface, errors, emails and commands', () => {
  expect(code.flatMap(path => foundIn(path, textsOf(read(path), path)))).toEqual([])
})

it('says nothing that docs/words.md advises against in comments, titles of tests and scripts', () => {
  expect(working.flatMap(path => foundIn(path, workingTextsOf(read(path), path)))).toEqual([])
})

it.each([
  ['a.ts', '/** Nobody knows. */', 1],
  ['a.ts', "const a = 'https://a'; f(a) // Sent\n// anew by whoever asks.", 2],
  ['a.ts', "const sql = '/* nobody */'", 0],
  ['a.test.ts', "it.each([1])('asks nobody', () => expect('anew').toBe('whoever'))", 1],
  ['a.css', 'a { color: red } /* As it stands. */', 1],
  ['a.mjs', "console.log('nobody is here')", 1],
  ['a.json', '{ "nobody": "Somebody is here" }', 1],
  ['a.py', 'nobody = 1  # whoever', 1],
  ['a.py', 'def f():\n    """Begins\n    anew."""', 1],
  ['a.mdx', 'Begins anew.', 1]
])('counts what is planted in %s: %s', (path, source, count) => {
  expect(foundIn(path, workingTextsOf(source, path))).toHaveLength(count)
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

/**
 * Returns the texts of a file that a person could read: those with a space that are neither SQL nor the name of a
 * module.
 */
function textsOf(source: string, path: string): string[] {
  // Parsing takes most of the time, and most files contain none of the words, not even in a comment.
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

const isTest = /^(it|test|describe)(\.(each|for|skipIf|runIf|step|describe)\b.*)?$/s

/** Returns the comments of a file, the titles of its tests, and its texts if the file is not part of the product. */
function workingTextsOf(source: string, path: string): string[] {
  if (!mayHaveUnwanted(joinLines(source))) return []
  if (path.endsWith('.mdx')) return paragraphsOf(source)
  if (path.endsWith('.json')) return quotedIn(source)
  if (path.endsWith('.py'))
    return [...quotedIn(source), ...(source.match(/#[^\n]*|""".*?"""/gs) ?? [])]
  if (path.endsWith('.css')) return commentsOf(source)
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest)
  const titles: string[] = []
  let bare = source
  visit(file)
  const isTool = path.endsWith('.mjs') || /\/testing\/|^packages\/testing\//.test(path)
  return [
    ...commentsOf(bare),
    ...titles,
    ...(isTool && !path.includes('.test.') ? textsOf(source, path) : [])
  ]

  function visit(node: ts.Node): void {
    // Something in a string that looks like a comment, such as `//` in a URL, is not one.
    if (ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) {
      const start = node.getStart(file)
      bare = bare.slice(0, start) + ' '.repeat(node.end - start) + bare.slice(node.end)
    }
    if (ts.isCallExpression(node) && isTest.test(node.expression.getText(file))) {
      const [title] = node.arguments
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        titles.push(title.getText(file))
    }
    ts.forEachChild(node, visit)
  }
}

/** Returns the comments of a file. Consecutive comment lines are one text. */
function commentsOf(source: string): string[] {
  const comments = source.match(/\/\*.*?\*\/|\/\/[^\n]*(\n\s*\/\/[^\n]*)*/gs) ?? []
  return comments.map(joinLines)
}

function joinLines(comment: string): string {
  return comment.replace(/\s*\n\s*(\*(?!\/)|\/\/)?\s*/g, ' ')
}

function quotedIn(source: string): string[] {
  return (source.match(/"([^"\\\n]|\\.)*"/g) ?? []).filter(it => /\s/.test(it))
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
