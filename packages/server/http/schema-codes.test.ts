import { hostile } from '@mille/testing/contract/fuzz-values.ts'
import { sampleInput } from '@mille/testing/contract/samples.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueCode } from './errors.ts'
import { inputSchema } from './openapi-operation.ts'
import { possibleCodes } from './possible-codes.ts'

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
