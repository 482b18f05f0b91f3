import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeDataFolder } from './data-folder.ts'
import { startEmbedded } from './embedded.ts'

let parent: string
let data: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'mille-data-'))
  data = join(parent, 'data')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

/** Leaves a socket folder behind, as a killed start does, with its path in the data folder. */
function leaveBehind(name = 'mille-'): string {
  const left = mkdtempSync(join(tmpdir(), name))
  writeFileSync(join(left, '.s.PGSQL.5432.lock'), '1\n')
  writeFileSync(join(data, 'socket-folder'), left)
  return left
}

test('a start removes the socket folder of the one that was killed before it', async () => {
  takeDataFolder(data)()
  const left = leaveBehind()
  const database = await startEmbedded(data)
  const { host } = database.connection
  expect([existsSync(left), existsSync(String(host))]).toEqual([false, true])
  await database.stop()
  expect(existsSync(String(host))).toBe(false)
  // Other users cannot list what is in the data folder.
  expect(statSync(data).mode & 0o066).toBe(0)

  const listened = leaveBehind()
  const other = createServer().listen(join(listened, '.s.PGSQL.5432'))
  await once(other, 'listening')
  const again = await startEmbedded(data)
  await again.stop()
  expect(existsSync(listened)).toBe(true)
  other.close()
  rmSync(listened, { recursive: true })

  const strange = leaveBehind('other-')
  await (await startEmbedded(data)).stop()
  expect(existsSync(strange)).toBe(true)
  rmSync(strange, { recursive: true })
})
