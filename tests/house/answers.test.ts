import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expectDocument } from '@mille/testing/contract/write-document.ts'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'

/** Where the answer type of an endpoint comes from: a schema in a file, or plain text. */
type Answer = { schema: string; file: string } | 'text'
type Call = { domain: string; name: string; answer: Answer }

const folder = join(root, 'packages/api')
const calls = globSync('*/endpoints.ts', { cwd: folder }).sort().flatMap(readCalls)

it('lists the schema that each endpoint names as the type of its answer', async () => {
  expect(calls.length).toBeGreaterThan(150)
  await expectDocument('packages/api/answers.ts', listOf(calls))
})

function readCalls(path: string): Call[] {
  const domain = camel(dirname(path))
  return parse(join(folder, path)).statements.flatMap(statement => {
    if (!ts.isVariableStatement(statement)) return []
    return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
      if (!initializer || !ts.isCallExpression(initializer)) return []
      if (initializer.expression.getText() !== 'endpoint') return []
      const type = initializer.typeArguments?.[1]
      if (!type || type.kind === ts.SyntaxKind.VoidKeyword) return []
      return [{ domain, name: name.getText(), answer: answerOf(type) }]
    })
  })
}

/**
 * Resolves `z.infer<typeof schema.coupon>`, a name for it in this or another file, `string`, or one of these with
 * `undefined`.
 */
function answerOf(type: ts.TypeNode): Answer {
  if (ts.isUnionTypeNode(type) && type.types[1]?.getText() === 'undefined' && type.types[0])
    return answerOf(type.types[0])
  if (type.kind === ts.SyntaxKind.StringKeyword) return 'text'
  const [query] = ts.isTypeReferenceNode(type) ? (type.typeArguments ?? []) : []
  if (query && ts.isTypeQueryNode(query) && ts.isQualifiedName(query.exprName)) {
    const { left, right } = query.exprName
    return { schema: right.text, file: importedFrom(type.getSourceFile(), left.getText()) }
  }
  return answerOf(declarationOf(type.getSourceFile(), type.getText()))
}

function declarationOf(file: ts.SourceFile, name: string): ts.TypeNode {
  const found = file.statements.find(it => ts.isTypeAliasDeclaration(it) && it.name.text === name)
  if (found && ts.isTypeAliasDeclaration(found)) return found.type
  return declarationOf(parse(importedFrom(file, name)), name)
}

function importedFrom(file: ts.SourceFile, name: string): string {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue
    const names = statement.importClause?.namedBindings?.getText() ?? ''
    if (names.match(/\w+/g)?.includes(name))
      return join(dirname(file.fileName), statement.moduleSpecifier.getText().slice(1, -1))
  }
  throw new Error(`${file.fileName} names the answer ${name}, which is not a schema`)
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
}

function listOf(all: readonly Call[]): string {
  const imports = new Map([['./endpoint.ts', 'import type { AnswerOf, AnyEndpoint }']])
  const rows = all.map(({ domain, name, answer }) => {
    imports.set(`./${kebab(domain)}/endpoints.ts`, `import * as ${domain}`)
    if (answer === 'text') return rowOf(`${domain}.${name}`, 'z.string()')
    const file = `./${relative(folder, answer.file)}`
    const namespace = schemaName(file)
    imports.set(file, `import * as ${namespace}`)
    return rowOf(`${domain}.${name}`, `${namespace}.${answer.schema}`)
  })
  const sorted = [...imports].sort(([a], [b]) => (a < b ? -1 : 1))
  return `// Made by npm run generate:docs from the type of the answer that each endpoint names.
import { z } from 'zod'
${sorted.map(([file, names]) => `${names} from '${file}'`).join('\n')}

/** What each call answers, to check and to document it. Calls that answer 204 have none. */
export const answers: ReadonlyMap<AnyEndpoint, z.ZodType> = new Map<AnyEndpoint, z.ZodType>([
${rows.join(',\n')}
])

/** The type checker refuses a schema that is not what the endpoint answers. */
function of<E extends AnyEndpoint>(
  endpoint: E,
  schema: z.ZodType<AnswerOf<E>>
): [AnyEndpoint, z.ZodType] {
  return [endpoint, schema]
}
`
}

/** Breaks the row as the formatter would. */
function rowOf(endpoint: string, schema: string): string {
  const row = `  of(${endpoint}, ${schema})`
  return row.length < 100 ? row : `  of(\n    ${endpoint},\n    ${schema}\n  )`
}

/**
 * Returns the name of a file's schema: `campaignsSchema` for `campaigns/schema.ts`, `orderSchema` for
 * `marketplace/order-schema.ts`.
 */
function schemaName(file: string): string {
  const [, domain = '', name = ''] = file.replace('.ts', '').split('/')
  return `${camel(name === 'schema' ? domain : name.replace('-schema', ''))}Schema`
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}
