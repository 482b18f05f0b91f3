import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The Unix users `nobody` and `daemon`, and a group that both processes use. */
const signerUser = 65_534
const serverUser = 1
const group = 100
const key =
  'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE'

const folder = mkdtempSync(join(tmpdir(), 'mille-signer-user-'))
const own = join(folder, 'own')
const run = join(folder, 'run')
const socket = join(run, 'signer.sock')
const file = join(own, 'signed')
const keyFile = join(own, 'bitcoin.key')
const children: ChildProcess[] = []

beforeAll(() => {
  // Without root the check cannot run, so it fails.
  if (process.getuid?.() !== 0)
    throw new Error('These tests start processes of other users: run them as root')
  chmodSync(folder, 0o755)
  for (const it of [own, run]) {
    mkdirSync(it, { mode: it === own ? 0o700 : 0o755 })
    chownSync(it, signerUser, group)
  }
  writeFileSync(keyFile, `${key}\n`, { mode: 0o600 })
  chownSync(keyFile, signerUser, group)
})
afterAll(() => {
  for (const it of children) it.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Runs a module's code as the given user. The user changes only after the module was loaded, because other users may
 * not be able to read where Node and Mille are.
 */
function spawnAs(user: number, groups: readonly number[], text: string, environment = {}) {
  const become = `process.setgroups(${JSON.stringify(groups)}); process.setgid(${user}); process.setuid(${user});`
  const code = text.replace('BECOME', become)
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  children.push(child)
  return child
}

const module = (path: string) =>
  JSON.stringify(pathToFileURL(resolve(import.meta.dirname, '../../packages/server', path)).href)

function spawnSigner(): ChildProcess {
  const text = `const { runSigner } = await import(${module('cli/signer.ts')}); BECOME
    await runSigner(process.env, []).catch(error => { console.error(error.message); process.exit(1) })`
  return spawnAs(signerUser, [group], text, {
    NODE_ENV: 'production',
    SIGNER_SOCKET: socket,
    SIGNER_GROUP: String(group),
    SIGNER_FILE: file,
    SIGNER_BITCOIN_KEY_FILE: keyFile,
    BITCOIN_NETWORK: 'regtest'
  })
}

/** Returns what the signer answers the given user, or why it cannot be asked. */
async function askAs(user: number, groups: readonly number[]): Promise<string> {
  const text = `const { askSigner } = await import(${module('payments/signer/ask-signer.ts')}); BECOME
    console.log(await askSigner(${JSON.stringify(socket)}, {}).then(it => it.code, error => error.code))`
  return said(spawnAs(user, groups, text))
}

/** Runs a line of code as the given user, and returns its result in one word. */
function tryAs(user: number, code: string): Promise<string> {
  const text = `import * as fs from 'node:fs'; BECOME
    try { ${code}; console.log('done') } catch (error) { console.log(error.code) }`
  return said(spawnAs(user, [group], text))
}

async function said(child: ChildProcess): Promise<string> {
  let text = ''
  for (const it of [child.stdout, child.stderr]) it?.on('data', chunk => (text += chunk))
  await once(child, 'close')
  return text.trim()
}

test('a signer of another user is asked by its group, and gives that group nothing else', async () => {
  const signer = spawnSigner()
  const errors: string[] = []
  signer.stderr?.on('data', it => errors.push(String(it)))
  await Promise.race([once(signer.stdout ?? signer, 'data'), once(signer, 'exit')])
  expect(errors).toEqual([])
  expect([statSync(socket).mode & 0o777, statSync(socket).gid]).toEqual([0o660, group])

  expect(await askAs(serverUser, [group])).toBe('not_understood')
  expect(await askAs(serverUser, [serverUser])).toBe('EACCES')

  const environ = `/proc/${signer.pid}/environ`
  for (const path of [keyFile, file, environ, `/proc/${signer.pid}/mem`])
    expect(await tryAs(serverUser, `fs.readFileSync(${JSON.stringify(path)})`), path).toBe('EACCES')
  expect(await tryAs(serverUser, `fs.writeFileSync(${JSON.stringify(file)}, '')`)).toBe('EACCES')
  expect(await tryAs(serverUser, `fs.rmSync(${JSON.stringify(socket)})`)).toBe('EACCES')
  expect(await tryAs(serverUser, `process.kill(${signer.pid}, 'SIGUSR1')`)).toBe('EPERM')
  // Even root does not find the key in the environment that the process was started with.
  expect(readFileSync(environ, 'utf8')).not.toContain('prv')
})

test('a second signer refuses, and leaves the first and its socket alone', async () => {
  const second = spawnSigner()
  const answer = said(second)
  const [code] = await once(second, 'exit')
  expect([code, await answer]).toEqual([1, expect.stringContaining('Another signer')])
  expect(existsSync(socket)).toBe(true)
  expect(await askAs(serverUser, [group])).toBe('not_understood')
})

test('a signer refuses a file that another user has replaced', async () => {
  const first = children.find(it => it.exitCode === null && it.signalCode === null)
  first?.kill('SIGTERM')
  if (first) await once(first, 'exit')
  rmSync(file)
  // An empty file as it looked when the checksum had no key.
  writeFileSync(file, '[]\n4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945\n')
  chownSync(file, signerUser, group)
  const again = spawnSigner()
  const answer = said(again)
  const [code] = await once(again, 'exit')
  expect([code, await answer]).toEqual([1, expect.stringContaining('is not what the signer wrote')])
  rmSync(file)
  expect(await tryAs(signerUser, `fs.chmodSync(${JSON.stringify(keyFile)}, 0o644)`)).toBe('done')
  expect(await said(spawnSigner())).toContain('other users can read it: run chmod 600')
})
