import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { inThread } from './in-thread.ts'
import { shout } from './testing/tasks.ts'

const module = new URL('./testing/tasks.ts', import.meta.url)

test('a thread does what the function does', async () => {
  const shoutThere = inThread(module, shout)
  expect(await shoutThere('one', 2)).toEqual({ ok: true, value: 'ONE ONE' })
  await expect(shoutThere('one', -1)).rejects.toThrow('Invalid count value')
})

test('a thread keeps no process alive that has nothing else to do', async () => {
  const path = JSON.stringify(import.meta.resolve('./in-thread.ts'))
  const program = `
    const { inThread } = await import(${path})
    const { shout } = await import('${module}')
    const { ok, value } = await inThread(new URL('${module}'), shout)('end', 1)
    console.log(ok, value)`
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { timeout: 20_000 }
  )
  expect(stdout).toBe('true END\n')
  expect(stderr).toBe('')
})
