import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { runCommand } from './command.mjs'
import { withLock } from './lock.mjs'
import { cacheFile } from './paths.mjs'

const name = `test-${process.pid}`
const log = cacheFile(`${name}.log`)

/** Enters under the lock, stays for a moment, and leaves. */
const worker = `
  import { appendFileSync } from 'node:fs'
  import { withLock } from './scripts/lib/lock.mjs'
  await withLock('${name}', async () => {
    appendFileSync(${JSON.stringify(log)}, 'in ')
    await new Promise(resolve => setTimeout(resolve, 50))
    appendFileSync(${JSON.stringify(log)}, 'out ')
  })`

afterEach(() => rmSync(log, { force: true }))

it('lets processes in one after the other', async () => {
  const runs = [1, 2, 3].map(() => runWorker())
  expect((await Promise.all(runs)).map(it => it.code)).toEqual([0, 0, 0])
  expect(readFileSync(log, 'utf8')).toBe('in out in out in out ')
})

it('breaks the lock of a process that is no more', async () => {
  writeFileSync(cacheFile(`${name}.lock`), '999999999')
  expect(await Promise.all([runWorker(), runWorker()])).toHaveLength(2)
  expect(readFileSync(log, 'utf8')).toBe('in out in out ')
})

it('releases the lock when the work fails', async () => {
  const work = withLock(name, () => Promise.reject(new Error('no luck')))
  await expect(work).rejects.toThrow('no luck')
  expect(existsSync(cacheFile(`${name}.lock`))).toBe(false)
})

function runWorker() {
  return runCommand(process.execPath, ['--input-type=module', '--eval', worker], { quiet: true })
}
