// @ts-check
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { root } from './lib/paths.mjs'
import { PROJECT_FOLDERS } from './lib/runners.mjs'

// Usage: node scripts/check-functions.mjs [folder [number of long functions]]
const [given = '.', count] = process.argv.slice(2)
const folder = resolve(root, given)

/** Maximum length of a function in lines, so that it fits on a screen. */
const maxLines = 70
/** Number of functions that are longer. Lower it when you split one; never raise it. */
const longToday = 31

const allowed = Number(count ?? longToday)
const long = listSources()
  .flatMap(listLong)
  .sort((a, b) => b.lines - a.lines)

process.stdout.write(`${long.length} functions of more than ${maxLines} lines\n`)
if (long.length !== allowed) {
  process.exitCode = 1
  process.stderr.write(
    long.length > allowed
      ? `${long.map(({ lines, name, place }) => `${lines} ${name} ${place}`).join('\n')}

There are ${long.length - allowed} more than before: split what you added.\n`
      : `There are ${allowed - long.length} fewer than before: lower longToday in scripts/check-functions.mjs to ${long.length}.\n`
  )
}

/** Lists the source files without tests, where a group of tests is a function too. */
function listSources() {
  return globSync(`{${PROJECT_FOLDERS}}/**/*.{ts,tsx,mjs}`, { cwd: folder })
    .map(path => path.replaceAll('\\', '/'))
    .filter(
      path =>
        !/(^|\/)(node_modules|dist|build|testing|tests|\.react-router)\/|\.(test|stories)\.tsx?$/.test(
          path
        )
    )
    .sort()
}

/** @param {string} path */
function listLong(path) {
  const text = readFileSync(join(folder, path), 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  /** @type {{ lines: number, name: string, place: string }[]} */
  const found = []

  /** @param {ts.Node} node */
  function visit(node) {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line
      const lines = source.getLineAndCharacterOfPosition(node.end).line - first + 1
      if (lines > maxLines) found.push({ lines, name: nameOf(node), place: `${path}:${first + 1}` })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** @param {ts.SignatureDeclaration} node */
function nameOf({ name, parent }) {
  if (name) return name.getText()
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)
    ? parent.name.getText()
    : 'a function without a name'
}
