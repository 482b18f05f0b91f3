import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { coreVariables } from './core.ts'
import { deliveryVariables } from './delivery.ts'
import { paymentVariables } from './payments.ts'
import { serviceVariables } from './services.ts'
import { signerVariables } from './signer.ts'

const server = join(import.meta.dirname, '..')
const declared = Object.keys({
  ...coreVariables,
  ...deliveryVariables,
  ...paymentVariables,
  ...serviceVariables,
  ...signerVariables
})

/** Variables that are read without being declared, each with the reason. */
const others: Readonly<Record<string, string>> = {
  CREDENTIALS_DIRECTORY: 'systemd sets it for the signer',
  LISTEN_FDS: 'systemd sets it for the signer',
  LISTEN_PID: 'systemd sets it for the signer',
  '`${name}_XPRV`': 'SIGNER_BITCOIN_XPRV and SIGNER_ETHEREUM_XPRV are declared',
  '`${name}_KEY_FILE`': 'SIGNER_BITCOIN_KEY_FILE and SIGNER_ETHEREUM_KEY_FILE are declared'
}

test('every variable that the server reads is declared, or listed with its reason', () => {
  const files = globSync('**/*.ts', { cwd: server, exclude: ['**/node_modules/**'] })
  const sources = files.filter(it => !/\.test\.ts$|(^|\/)testing\//.test(it))
  expect(sources.length).toBeGreaterThan(300)
  const read = sources
    // `config/variable.ts` is left out because it reads all declared variables.
    .filter(path => path !== 'config/variable.ts')
    .flatMap(path => readIn(path, readFileSync(join(server, path), 'utf8')))
  expect(read.length).toBeGreaterThan(10)
  expect(read.filter(it => !declared.includes(it.name) && !Object.hasOwn(others, it.name))).toEqual(
    []
  )
  expect(Object.keys(others).filter(name => !read.some(it => it.name === name))).toEqual([])
})

test('finds every way to read one', () => {
  const planted = `
    const a = process.env.ONE
    const b = environment['TWO'] ?? process.env[three]
    const { FOUR, FIVE: five = '5' } = process.env
    function read({ SIX = '' }: Environment) { return given.SEVEN }
    const rest = { ...process.env, EIGHT: '8' }`
  expect(readIn('config/planted.ts', planted).map(it => it.name)).toEqual(
    'ONE TWO three FOUR FIVE SIX SEVEN'.split(' ')
  )
})

/** Returns the environment variables that a file reads, in order. A computed name is returned as its source text. */
function readIn(path: string, text: string): { path: string; name: string }[] {
  const found: string[] = []
  const isConfig = path.startsWith('config/')
  const environments = ['process.env', 'environment', ...(isConfig ? ['given'] : [])]
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  visit(source)
  return found.map(name => ({ path, name }))

  function visit(node: ts.Node): void {
    if (ts.isPropertyAccessExpression(node) && isEnvironment(node.expression))
      found.push(node.name.text)
    if (ts.isElementAccessExpression(node) && isEnvironment(node.expression)) {
      const { argumentExpression: it } = node
      found.push(ts.isStringLiteral(it) ? it.text : it.getText(source))
    }
    const isFrom =
      (ts.isVariableDeclaration(node) && node.initializer && isEnvironment(node.initializer)) ||
      (ts.isParameter(node) && node.type?.getText(source) === 'Environment')
    if (isFrom && ts.isObjectBindingPattern(node.name))
      found.push(...node.name.elements.map(it => (it.propertyName ?? it.name).getText(source)))
    ts.forEachChild(node, visit)
  }

  function isEnvironment(node: ts.Node): boolean {
    return environments.includes(node.getText(source))
  }
}
