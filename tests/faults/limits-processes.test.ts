import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApi } from '@mille/api/client.ts'
import { createCaptchaStores } from '@mille/stores/captcha/captcha.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let first: ServerProcess
let second: ServerProcess
beforeAll(async () => {
  const environment = { ROLES: 'worker', SECRET: randomBytes(32).toString('hex') }
  first = await startServerProcess(environment)
  const pid = readFileSync(join(first.dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')
  second = await startServerProcess({
    ...environment,
    DATABASE_URL: `postgres://mille@/postgres?host=${pid[4]}&port=${pid[3]}`
  })
})
afterAll(async () => {
  await second.dispose()
  await first.dispose()
})

/** Opens a separate browser session at one of the processes. */
function open(server: ServerProcess) {
  const cookies = new Map<string, string>()
  return createApi({
    transport: async (path, init) => {
      const headers = new Headers(init.headers)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      const response = await fetch(`${server.url}${path}`, { ...init, headers })
      for (const cookie of response.headers.getSetCookie()) {
        const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
        cookies.set(name, value)
      }
      return response
    }
  })
}

const workFirst = { ok: false, status: 422, code: 'captcha_required' }

test('an address is asked about five times an hour without work, whichever process is asked', async () => {
  const answers: boolean[] = []
  for (let time = 0; time < 6; time++) {
    const { accounts } = open(time % 2 === 0 ? first : second)
    answers.push((await accounts.requestAccessCode({ email: 'often@example.com' })).ok)
  }
  expect(answers).toEqual([true, true, true, true, true, false])
  for (const server of [first, second])
    expect(
      await open(server).accounts.requestAccessCode({ email: 'often@example.com' })
    ).toMatchObject(workFirst)
})

test('after ten wrong codes from one neighborhood both ask for work, even all at once', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 24 }, (_, time) =>
      open(time % 2 === 0 ? first : second).accounts.signIn({ access_code: `wrong-${time}` })
    )
  )
  const codes = guesses.map(it => (it.ok ? '' : it.code))
  expect(codes.filter(it => it === 'captcha_required')).toHaveLength(14)
  expect(codes.filter(it => it === 'access_code_wrong')).toHaveLength(10)
  for (const server of [first, second])
    expect(await open(server).accounts.signIn({ access_code: 'wrong' })).toMatchObject(workFirst)
})

test('a proof of work for one process is good at the other, and once over both', async () => {
  const requests = Array.from({ length: 15 }, (_, time) =>
    open(first).accounts.requestAccessCode({ email: `neighbour-${time}@example.com` })
  )
  const answers = await Promise.all(requests)
  expect(answers.some(it => !it.ok && it.code === 'captcha_required')).toBe(true)
  let proof = ''
  const asked = await createCaptchaStores(open(first)).withCaptcha('access_code', given => {
    proof = given.captcha ?? ''
    return open(second).accounts.requestAccessCode({ email: 'other@example.com', ...given })
  })
  expect(asked).toMatchObject({ ok: true, status: 202 })
  for (const server of [first, second])
    expect(
      await open(server).accounts.requestAccessCode({ email: 'again@example.com', captcha: proof })
    ).toMatchObject({ ok: false, code: 'captcha_invalid' })
})
