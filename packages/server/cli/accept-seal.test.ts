import { randomBytes } from 'node:crypto'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEntries, sealCharges } from '../public-log/index.ts'
import { sealBooks, verifyBooks } from '../seals/index.ts'
import { acceptSeal } from './accept-seal.ts'

const reason = 'A worker was started with the SECRET of the test network'
let context: TestContext
/** A context with the same database but another SECRET. */
let stranger: TestContext
beforeEach(async () => {
  context = await createTestContext()
  stranger = { ...context, config: { ...context.config, secret: randomBytes(32) } }
})
afterEach(() => context.close())

async function seal(sealer: TestContext): Promise<void> {
  await sql`
    insert into audit_entries (at, act, summary, input)
    values (${context.now()}, 'mille migrate', 'A command on the command line', '{}')`.execute(
    context.db
  )
  expect(await sealBooks(sealer)).toBe(1)
}

/** Makes six seals, of which 2, 3 and 5 use another SECRET. */
async function sealSix(): Promise<void> {
  for (const sealer of [context, stranger, stranger, context, stranger, context]) await seal(sealer)
  await sealCharges(context)
}

const verdict = () => verifyBooks(context)
const accept = (range: string, why = reason) => acceptSeal(context, range, why)

async function edit(statement: string): Promise<void> {
  await context.db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
  })
}

const loggedKinds = async () =>
  (await readEntries(context.db, { from: 0, to: 1000 })).map(it =>
    JSON.parse(it.toString('utf8', 1))
  )

test('seals of another SECRET are accepted with a reason, and verify says so from then on', async () => {
  await sealSix()
  expect(await verdict()).toMatchObject({
    ok: false,
    text: expect.stringMatching(/seal 2 of .* was made with another secret .*: 2-3,5$/)
  })
  await expect(accept('2-3')).rejects.toThrow(/something else is wrong.\n.*seal 5 of/)
  const at = context.now().toISOString()
  // All such seals must be accepted in one run: any that is left out counts as something else wrong.
  await expect(accept('5')).rejects.toThrow(/seal 2 of/)
  await expect(accept('2-5')).rejects.toThrow('seal 4 names the server’s own SECRET')
  expect(await accept('2-3,5')).toMatch(/^Accepted 2-3,5\./)
  const line = (seal: number) =>
    `Seal ${seal} was made with another SECRET, and was accepted on ${at}: ${reason}`
  const { ok, text } = await verdict()
  expect(ok, text).toBe(true)
  expect(text.split('\n').slice(1)).toEqual([2, 3, 5].map(line))
  await expect(accept('5')).rejects.toThrow('seal 5 is accepted already')

  const seals = (await loggedKinds()).filter(it => it.kind === 'seal')
  await sealCharges(context)
  const accepted = (await loggedKinds()).filter(it => it.kind === 'accepted_seal')
  expect(accepted.map(it => it.number)).toEqual([2, 3, 5])
  for (const { number, hash } of accepted)
    expect(seals.find(it => it.number === number)?.hash).toBe(hash)
  expect((await verdict()).ok).toBe(true)

  // A later seal with another SECRET is not covered by the acceptance.
  await seal(stranger)
  await seal(context)
  expect((await verdict()).text).toMatch(/seal 7 of .* was made with another secret .*: 7$/)
})

test('a changed book is refused, before and after', async () => {
  await sealSix()
  await edit(`update audit_entries set act = 'mille settle' where id = 3`)
  await expect(accept('2-3,5')).rejects.toThrow(
    /^Nothing was accepted: something else is wrong.\n.*audit_entries: a row was changed/
  )
  await edit(`update audit_entries set act = 'mille migrate' where id = 3`)
  await accept('2-3,5')
  await edit(`update audit_entries set act = 'mille settle' where id = 3`)
  expect((await verdict()).text).toMatch(/audit_entries: a row was changed .*\(seal 3,/)
})

test('only seals of another SECRET between the server’s own, and in the public log, are accepted', async () => {
  await seal(stranger)
  await seal(context)
  await seal(stranger)
  await expect(accept('1')).rejects.toThrow('nothing has to be accepted')
  await expect(accept('2')).rejects.toThrow('seal 2 names the server’s own SECRET')
  await expect(accept('9')).rejects.toThrow('not all of these seals exist')
  await expect(accept('3')).rejects.toThrow('no seal after them')
  await seal(context)
  await expect(accept('3')).rejects.toThrow('not in the public log yet')
  await sealCharges(context)
  await expect(accept('3', ' ')).rejects.toThrow('Add a reason')
  for (const range of ['', '3-', '4-3', 'x', '1-99999', '3,3'])
    await expect(accept(range)).rejects.toThrow(/^(Use accept-seal|The seals must)/)
  // A seal that names the server's key but was not made with it is a forgery, and is refused.
  await edit(
    `update book_seals set key_id = (select key_id from book_seals where number = 2) where number = 3`
  )
  await expect(accept('3')).rejects.toThrow('seal 3 names the server’s own SECRET')
})

test('a row that is added or changed by hand accepts nothing', async () => {
  await sealSix()
  await sql`insert into accepted_seals values (2, 'trust me', now(), sha256('x'))`.execute(
    context.db
  )
  expect((await verdict()).text).toMatch(/seal 2 of .* was not accepted with the server’s secret/)
  await edit('delete from accepted_seals; delete from public_log_notices')
  await accept('2-3,5')
  await edit(`update accepted_seals set reason = 'another one' where seal = 3`)
  expect((await verdict()).text).toMatch(/seal 3 of .* was not accepted with the server’s secret/)
  await edit(`update accepted_seals set reason = '${reason}' where seal = 3`)
  expect((await verdict()).ok).toBe(true)
  // Accepted seals that are missing from the public log were never published.
  await edit('delete from public_log_notices where accepted_seal = 3')
  expect((await verdict()).text).toMatch(/seal 3 of .*, or not in the public log/)
})
