// @ts-check
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import { root } from './lib/paths.mjs'

// Usage: node scripts/check-chains.mjs [folder of the server]
// Each folder of payments with a chain.ts is a chain. Chain-specific code is in that folder: no other file tests for a
// particular chain, by a name, a token's code, a part of the configuration, a table name or an import.
const folder = resolve(root, process.argv[2] ?? 'packages/server')
const chains = globSync('payments/*/chain.ts', { cwd: folder }).map(path => basename(dirname(path)))

/**
 * Files that name chains without making a decision based on them, each with its reason.
 * @type {Record<string, string>}
 */
const exceptions = JSON.parse(readText('payments/chain-exceptions.json'))

const code = chains.map(chain => readText(`payments/${chain}/chain.ts`)).join('\n')
const currencies = new Set([...code.matchAll(/asset: '(\w+)'/g)].map(it => it[1]))
const tokens = new Set([...code.matchAll(/code: '(\w+)'/g)].map(it => it[1] ?? ''))
const named = new RegExp(chains.join('|') || '^$', 'i')

/** @type {Map<string, string[]>} */
const problems = new Map()
for (const path of listSources()) {
  const source = ts.createSourceFile(path, readText(path), ts.ScriptTarget.Latest, true)
  visit(source)

  /** @param {ts.Node} node */
  function visit(node) {
    const what = problemOf(node, source)
    if (what !== null) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
      problems.set(path, [...(problems.get(path) ?? []), `${path}:${line} ${what}`])
    }
    ts.forEachChild(node, visit)
  }
}

const excused = Object.keys(exceptions)
const found = [...problems].flatMap(([path, list]) => (excused.includes(path) ? [] : list))
for (const path of excused)
  if (!problems.has(path)) found.push(`${path}: this exception is not needed`)

process.stdout.write(
  `${chains.length} chains, ${excused.length} exceptions, ${found.length} problems\n`
)
if (found.length > 0) {
  process.stderr.write(`${found.join('\n')}

Let the chain answer: give the type in payments/chain.ts what you need and let each chain's folder say it.\n`)
  process.exitCode = 1
}

/** @param {ts.Node} node @param {ts.SourceFile} source @returns {string | null} */
function problemOf(node, source) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
    return isOfChain(node.moduleSpecifier) ? 'imports from the folder of a chain' : null
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return isOfChain(node.arguments[0]) ? 'imports from the folder of a chain' : null
  if (ts.isBinaryExpression(node) && isEquality(node.operatorToken.kind)) {
    const sides = [node.left, node.right]
    const other = sides.map(it => it.getText(source)).join(' ')
    return sides.some(it => isName(it, /token|code/i.test(other)))
      ? 'compares with the name of a chain or its token'
      : null
  }
  if (ts.isCaseClause(node))
    return isName(node.expression, true) ? 'has a case for a chain or its token' : null
  if (isTest(node, source)) return 'looks for the name of a chain or its token'
  if (ts.isPropertyAccessExpression(node) || ts.isBindingElement(node)) {
    const name = ts.isBindingElement(node) ? (node.propertyName ?? node.name) : node.name
    return chains.includes(name.getText(source)) ? 'reads what one chain has' : null
  }
  if (ts.isElementAccessExpression(node))
    return isName(node.argumentExpression, true) ? 'reads what one chain has' : null
  if (ts.isObjectLiteralElementLike(node) && node.name)
    return chains.includes(node.name.getText(source).replace(/^['"]|['"]$/g, ''))
      ? 'has a table by the names of chains'
      : null
  if (ts.isArrayLiteralExpression(node))
    return node.elements.some(it => ts.isStringLiteralLike(it) && chains.includes(it.text))
      ? 'has a table by the names of chains'
      : null
  return isSql(node, source) ? 'asks for a chain or its token in SQL' : null
}

/** @param {ts.Node | undefined} node */
function isOfChain(node) {
  if (!node || !ts.isStringLiteralLike(node)) return false
  return chains.some(chain => node.text.includes(`/${chain}/`))
}

/** @param {ts.SyntaxKind} kind */
function isEquality(kind) {
  return [
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ts.SyntaxKind.EqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsToken
  ].includes(kind)
}

/** A code that is also a currency, such as BTC, identifies a chain only in code about tokens. */
/** @param {ts.Node} node @param {boolean} ofTokens */
function isName(node, ofTokens) {
  if (!ts.isStringLiteralLike(node)) return false
  if (named.test(node.text)) return true
  return tokens.has(node.text) && (ofTokens || !currencies.has(node.text))
}

/** Returns whether a call tests a name, such as `['USDT'].includes(code)` or `name.startsWith('bit')`. */
/** @param {ts.Node} node @param {ts.SourceFile} source */
function isTest(node, source) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { name, expression } = node.expression
  if (!['includes', 'startsWith', 'endsWith', 'indexOf', 'has', 'get'].includes(name.text))
    return false
  const list = ts.isArrayLiteralExpression(expression) ? [...expression.elements] : []
  const ofTokens = /token|code/i.test(node.getText(source))
  return [...list, ...node.arguments].some(it => isName(it, ofTokens))
}

/** @param {ts.Node} node @param {ts.SourceFile} source */
function isSql(node, source) {
  const isTagged = ts.isTaggedTemplateExpression(node) && /\bsql\b/.test(node.tag.getText(source))
  if (!isTagged) return false
  const text = node.template.getText(source)
  return [...text.matchAll(/'(\w+)'/g)].some(
    ([, word = '']) =>
      chains.includes(word) ||
      (tokens.has(word) && !currencies.has(word)) ||
      new RegExp(String.raw`token\w*"?\s*(?:=|<>|in\s*\()\s*'${word}'`, 'i').test(text)
  )
}

/** Lists the product's source files outside the chains' folders. Tests are excluded, as they may name chains. */
function listSources() {
  return globSync('**/*.ts', { cwd: folder })
    .map(path => path.replaceAll('\\', '/'))
    .filter(
      path =>
        !/(^|\/)(node_modules\/|test-[^/]+$)|\.test\.ts$|\.generated\.ts$/.test(path) &&
        !chains.some(chain => path.startsWith(`payments/${chain}/`))
    )
    .sort()
}

/** @param {string} path */
function readText(path) {
  return readFileSync(join(folder, path), 'utf8')
}
