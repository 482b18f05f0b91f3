import { readCurrentUser } from '@mille/api/accounts/endpoints.ts'
import { answers } from '@mille/api/answers.ts'
import { expect, test } from 'vitest'
import { type Given, given } from './sample-answer.ts'
import { sampleAnswers } from './sample-answers.ts'
import { sampleAccounts } from './sample-people.ts'

const accounts = Object.values(sampleAccounts).map(it => given(readCurrentUser, it))
const all = [...sampleAnswers, ...accounts]

test.for(all.map(it => [it.endpoint.path, it] as const))(
  'what %s answers fits its schema',
  ([, sample]) => {
    expect(problemsOf(sample)).toEqual([])
  }
)

test('a sample that does not fit is found', () => {
  const { endpoint } = given(readCurrentUser, sampleAccounts.operator)
  expect(problemsOf({ endpoint, answer: { data: { type: 'users', id: 7 } } })).not.toEqual([])
})

test('no call has two samples', () => {
  const calls = sampleAnswers.map(
    it => `${it.endpoint.method} ${it.endpoint.path} ${JSON.stringify(it.query ?? {})}`
  )
  expect(new Set(calls).size).toBe(calls.length)
})

function problemsOf({ endpoint, answer }: Given): unknown[] {
  // An undefined answer means status 204.
  if (answer === undefined) return endpoint.statuses.includes(204) ? [] : ['no answer']
  const schema = answers.get(endpoint)
  if (!schema) return [`${endpoint.path} has no schema`]
  return schema.safeParse(answer).error?.issues ?? []
}
