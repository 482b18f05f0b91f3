import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let app: TestApp
let admin: SignedInBrowser
let user: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
beforeEach(async () => {
  user = await app.signIn()
})
afterAll(() => app.close())

const text = 'Calls on Mondays'
const add = (words = text) => admin.api.admin.addNote({ id: user.userId, text: words })

test('notes are listed newest first, with who wrote them', async () => {
  expect(await add()).toMatchObject({ status: 201, value: { data: { attributes: { text } } } })
  await add('Prefers email')
  const list = await admin.api.admin.listNotes({ id: user.userId })
  expect(list).toMatchObject({
    value: {
      data: [
        { attributes: { text: 'Prefers email', written_by: admin.userId } },
        { attributes: { text, created_at: app.context.now().toISOString() } }
      ],
      meta: { pagination: { records: 2 } }
    }
  })
})

test('only operators read and write notes, and about an account that exists', async () => {
  const asked = { id: user.userId, text }
  expect(await user.api.admin.addNote(asked)).toMatchObject({ status: 403 })
  expect(await user.api.admin.listNotes(asked)).toMatchObject({ status: 403 })
  const nobody = { id: '2000000001', text }
  expect(await admin.api.admin.addNote(nobody)).toMatchObject({ status: 404 })
  expect(await admin.api.admin.listNotes(nobody)).toMatchObject({ status: 404 })
})

test('an operator neither reads nor writes notes about the own account', async () => {
  const colleague = await app.signInAdmin()
  const id = colleague.userId
  expect((await admin.api.admin.addNote({ id, text })).ok).toBe(true)
  const { listNotes, addNote } = colleague.api.admin
  expect(await listNotes({ id })).toMatchObject({
    value: { data: [], meta: { pagination: { records: 0 } } }
  })
  expect(await addNote({ id, text })).toMatchObject({ status: 422, code: 'own_notes' })
})

test('a note has up to 2,000 characters', async () => {
  expect(await add('a'.repeat(2_000))).toMatchObject({ ok: true })
  expect(await add('a'.repeat(2_001))).toMatchObject({ status: 422 })
  expect(await add(' ')).toMatchObject({ status: 422 })
})

test('of two notes at once that would be the 500th one is refused', async () => {
  await app.context.pool.query(
    `insert into account_notes (user_id, text, written_by, created_at)
     select $1, 'One of many', $2, $3 from generate_series(1, 499)`,
    [Number(user.userId), Number(admin.userId), app.context.now()]
  )
  const answers = await Promise.all([add('One'), add('Another')])
  expect(answers.filter(it => it.ok)).toHaveLength(1)
  expect(answers.find(it => !it.ok)).toMatchObject({ status: 422, code: 'notes_too_many' })
})

test('a note is never changed or removed', async () => {
  await add()
  const { pool } = app.context
  const own = [Number(user.userId)]
  const change = pool.query("update account_notes set text = 'x' where user_id = $1", own)
  await expect(change).rejects.toThrow('append-only')
  const remove = pool.query('delete from account_notes where user_id = $1', own)
  await expect(remove).rejects.toThrow('append-only')
})

test('the audit log and the history know of a note, and not its words', async () => {
  await add()
  const log = await admin.api.admin.readAuditLog()
  expect(log.ok && log.value.data[0]?.attributes).toMatchObject({
    act: `POST /api/v1/admin/users/${user.userId}/notes`,
    input: { text: '(left out)' },
    status: 201
  })
  const history = await admin.api.admin.readPersonHistory({ id: user.userId })
  expect(history.ok && history.value.data.map(it => it.attributes.kind)).toContain('note')
  expect(JSON.stringify(history)).not.toContain(text)
})

test('the export of the account leaves notes out, and their words go with the account', async () => {
  await add()
  const { pool, now } = app.context
  await pool.query('update sessions set stepped_up_at = $1 where user_id = $2', [
    now(),
    Number(user.userId)
  ])
  const response = await user.transport('/api/v1/user/export', { method: 'GET' })
  expect(response.status).toBe(200)
  expect(await response.text()).not.toMatch(/account_notes|Calls on Mondays/)
  expect(await user.api.privacy.deleteUser({ id: user.userId })).toMatchObject({ status: 204 })
  const { rows } = await pool.query('select text from account_notes where user_id = $1', [
    Number(user.userId)
  ])
  expect(rows).toEqual([{ text: '(deleted)' }])
})
