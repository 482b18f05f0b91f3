import { answers } from '@mille/api/answers.ts'
import { hostile } from '@mille/testing/contract/fuzz-values.ts'
import { sampleInput } from '@mille/testing/contract/samples.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueCode } from '../answers/errors.ts'
import { possibleCodes } from '../requests/possible-codes.ts'
import { openApiDocument } from './openapi.ts'
import { inputSchema } from './openapi-operation.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('every code that an input can be refused with is declared by its call', () => {
  const missing = new Set<string>()
  for (const { endpoint, schema } of app.served) {
    if (!schema) continue
    const call = `${endpoint.method} ${endpoint.path}`
    const declared = new Set<string>(possibleCodes(endpoint))
    const json: { properties?: object } = inputSchema(schema)
    const input = sampleInput(call, json)
    for (const name of Object.keys(json.properties ?? {}))
      for (const value of [...hostile, '0', '9'.repeat(19), -1, 1e15]) {
        const { error } = schema.safeParse({ ...input, [name]: value })
        for (const code of error?.issues.map(issueCode) ?? [])
          if (!declared.has(code)) missing.add(`${call}: ${code}, by ${name}`)
      }
  }
  expect([...missing]).toEqual([])
})

test('every call that answers with a document has the schema of that document', () => {
  const described = app.served.filter(({ endpoint }) => {
    const isDocument = !(endpoint.file || endpoint.eventStream || endpoint.csv === true)
    return isDocument && !endpoint.statuses.includes(204)
  })
  const missing = described.filter(({ endpoint }) => !answers.has(endpoint))
  expect(missing.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).toEqual([])
})

test('every object in an answer is described whole: no field is sent that the schema does not name', () => {
  const document = JSON.stringify(
    openApiDocument(app.served, { publicUrl: 'https://ads.example', name: 'Mille' })
  )
  const open: string[] = []
  JSON.parse(document, (name, value) => {
    if (name === 'responses') collectOpen(value, open)
    return value
  })
  expect(open).toEqual([])
})

function collectOpen(schema: unknown, open: string[]): void {
  if (typeof schema !== 'object' || schema === null) return
  const { type, properties, additionalProperties } = schema as Record<string, unknown>
  if (type === 'object' && properties && additionalProperties !== false)
    open.push(JSON.stringify(schema).slice(0, 200))
  for (const inner of Object.values(schema)) collectOpen(inner, open)
}
