import { expectDocument } from '@mille/testing/contract/write-document.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isGrave } from '../endpoint-responder.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/**
 * Operator calls that require no recent proof of identity: they move no money and change no role, limit, setting or
 * key.
 */
const withoutProof = new Set([
  'POST /api/v1/admin/announcements',
  'PATCH /api/v1/admin/announcements/{id}',
  // Nothing shows an uploaded logo until a change of the brand names it, which takes a proof.
  'POST /api/v1/admin/brand_logos',
  'POST /api/v1/admin/chat/conversations/{id}/messages',
  'POST /api/v1/admin/chat/conversations/{id}/pictures',
  'POST /api/v1/admin/chat/conversations/{id}/reads',
  'PATCH /api/v1/admin/creatives/{id}',
  'PATCH /api/v1/admin/invalid_traffic/ad_units/{id}',
  'PATCH /api/v1/admin/invalid_traffic/visitors/{id}',
  'POST /api/v1/admin/ledger_checks',
  'POST /api/v1/admin/legal_page_previews',
  'PATCH /api/v1/admin/publication_offers/{id}',
  'PATCH /api/v1/admin/reported_creatives/{id}',
  'PATCH /api/v1/admin/sites/{id}',
  'PATCH /api/v1/admin/chat/letters/{id}',
  'PATCH /api/v1/admin/suggestions/{id}',
  'POST /api/v1/admin/traffic_packs',
  'PATCH /api/v1/admin/traffic_packs/{id}',
  'DELETE /api/v1/admin/traffic_packs/{id}',
  'POST /api/v1/admin/users/{id}/notes',
  // This call ends an intruder's sessions, so nothing may delay it.
  'DELETE /api/v1/admin/users/{id}/sessions',
  // The passkey that signs an approval is the proof.
  'PATCH /api/v1/admin/withdrawals/{id}'
])

const writes = () =>
  app.served
    .map(({ endpoint }) => endpoint)
    .filter(({ auth, method }) => auth === 'admin' && method !== 'GET')
    .map(endpoint => ({ ...endpoint, call: `${endpoint.method} ${endpoint.path}` }))
    .toSorted((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))

test('every act of operators takes a fresh proof, or moves no money and gives no power', async () => {
  const bare = writes().filter(it => !it.stepUp)
  expect(bare.map(it => it.call).filter(call => !withoutProof.has(call))).toEqual([])
  expect([...withoutProof].filter(call => !bare.some(it => it.call === call))).toEqual([])
  const rows = writes().map(
    it =>
      `| ${it.summary} | \`${it.call}\` | ${proofOf(it)} | ${it.secondOperator ?? ''} | ${isGrave(it) ? 'yes' : ''} |`
  )
  await expectDocument('docs/api/operators.md', `${introduction}\n${rows.join('\n')}\n`)
})

function proofOf({ call, stepUp }: { call: string; stepUp?: unknown }): string {
  if (call.endsWith('/withdrawals/{id}')) return 'a passkey that signs it'
  return stepUp ? 'yes' : ''
}

const introduction = `# What operators do, and what it takes

Made by \`npm run generate:docs\` from the calls themselves. *Fresh proof*: the session has proved within five minutes that it is
the same person, in production by a passkey (\`OPERATOR_PASSKEYS\`). *Second operator*: what one operator cannot do alone
([150](../decisions/150-what-operators-may-do.md)). *Email*: everyone with the role admin gets an email about it
within minutes. Every act is in the audit log.

| act | call | fresh proof | second operator | mail |
|---|---|---|---|---|`
