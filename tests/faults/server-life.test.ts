import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@mille/testing/free-port.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { serverProgram } from '@mille/testing/server-program.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cacheFile, root } from '../../scripts/lib/paths.mjs'

let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess()
})
afterAll(async () => {
  await server.dispose()
  rmSync(`${server.dataFolder}-other`, { recursive: true, force: true })
  rmSync(standInFolder, { recursive: true })
})

const main = await serverProgram('packages/server/main.ts')
/** The server's source, which `npm start` runs; `main` may be a bundle. */
const source = join(root, 'packages/server/main.ts')

/** Starts another server that is expected not to start; returns its exit code and its output. */
async function refusedStart(
  environment: Record<string, string>
): Promise<{ code: number; said: string }> {
  const env = {
    ...process.env,
    ...main.env,
    NODE_ENV: 'development',
    DEMO: 'false',
    DATA_DIR: `${server.dataFolder}-other`,
    ...environment
  }
  try {
    await promisify(execFile)(process.execPath, [main.file], { env, timeout: 120_000 })
    return { code: 0, said: '' }
  } catch (error) {
    const failed = error as { code: number; stderr: string }
    return { code: failed.code, said: failed.stderr.trim() }
  }
}

test('refuses a data folder that another server uses, and names its process', async () => {
  const refused = await refusedStart({
    DATA_DIR: server.dataFolder,
    PORT: String(await freePort())
  })
  expect(refused.code).toBe(1)
  expect(refused.said).toContain(`process ${server.pid}`)
  expect(refused.said.split('\n')).toHaveLength(1)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('says in one sentence that a port is in use', async () => {
  const port = await freePort()
  const other = createServer()
  await new Promise<void>(done => other.listen(port, '127.0.0.1', done))
  expect(await refusedStart({ PORT: String(port) })).toEqual({
    code: 1,
    said: `Port ${port} is in use: stop the process that uses it, or set PORT to another port`
  })
  other.close()
})

test('says in one sentence that a database cannot be reached', async () => {
  const port = await freePort()
  const refused = await refusedStart({
    PORT: String(port),
    DATABASE_URL: `postgres://mille@127.0.0.1:${port}/mille`
  })
  expect(refused.code).toBe(1)
  expect(refused.said).toMatch(/^The database cannot be reached: .*ECONNREFUSED/)
  expect(refused.said.split('\n')).toHaveLength(1)
})

test('says in one sentence what is wrong with a variable', async () => {
  expect(await refusedStart({ PORT: 'http' })).toEqual({
    code: 1,
    said: 'PORT must be a whole number from 1 to 65535, not "http"'
  })
})

test('runs beside another server with its own port and folder', async () => {
  const second = await startServerProcess()
  expect((await fetch(`${second.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  await second.dispose()
})

test('in production, each line of the log is JSON, those of a start and a stop too', async () => {
  const other = await startServerProcess({
    NODE_ENV: 'production',
    ROLES: 'worker',
    PUBLIC_URL: 'https://mille.example',
    MAIL_URL: 'smtp://localhost:1',
    SECRET: randomBytes(32).toString('hex')
  })
  await other.stop()
  const lines = other.output().trim().split('\n')
  const said = lines.map(line => JSON.parse(line) as Record<string, unknown>)
  expect(said.find(it => it.msg === 'Mille is ready')).toMatchObject({
    level: 30,
    url: 'https://mille.example',
    roles: ['worker'],
    host: expect.any(String),
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    process: expect.any(Number),
    seconds: expect.any(Number)
  })
  expect(said.find(it => it.msg === 'Stopping')).toMatchObject({ signal: 'SIGTERM' })
  expect(said.at(-1)).toMatchObject({ msg: 'Stopped', seconds: expect.any(Number) })
  await other.dispose()
})

test('answers what is under way before it stops, and leaves nothing running', async () => {
  const { hostname, port } = new URL(server.url)
  const body = JSON.stringify({ token: 'forged', kind: 'viewable' })
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /serve/view HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n`
  )
  socket.write(body.slice(0, 5))
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk
  })
  await sleep(200)
  const stopped = server.stop()
  await sleep(500)
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
  socket.write(body.slice(5))
  expect(await stopped).toBe(0)
  expect(answer).toMatch(/^HTTP\/1.1 204/)
  expect((await server.mille('verify')).code).toBe(0)
  await server.restart()
})

test('a stop fails the readiness, ends connections that a proxy keeps using, and is over in five seconds', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const seen: { status: number | undefined; connection: string | undefined }[] = []
  let isStopped = false
  const using = (async () => {
    while (!isStopped) {
      await new Promise<void>(done => {
        get(`${server.url}/readyz`, { agent }, answer => {
          const { statusCode, headers } = answer
          seen.push({ status: statusCode, connection: headers.connection })
          answer.on('end', done).resume()
        }).on('error', () => done())
      })
      await sleep(10)
    }
  })()
  await vi.waitFor(() => expect(seen.at(-1)).toEqual({ status: 200, connection: 'keep-alive' }), {
    timeout: 10_000
  })
  const started = performance.now()
  expect(await server.stop()).toBe(0)
  const tookMs = performance.now() - started
  isStopped = true
  await using
  expect(seen.at(-1)).toEqual({ status: 503, connection: 'close' })
  expect(tookMs).toBeLessThan(5000)
  await server.restart()
})

test('stops in order while its demo network is being made', async () => {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'mille-demo-'))
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DEMO: 'true',
    PORT: String(port),
    DATA_DIR: folder
  }
  const child = spawn(process.execPath, [source], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout.on('data', text => (said += text))
  child.stderr.on('data', text => (said += text))
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      it => it.ok,
      () => false
    )
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 20 })
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(said).not.toContain('Mille is ready')
  expect(said.trim()).toBe('Stopping')
  expect(code).toBe(0)
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false)
  rmSync(folder, { recursive: true })
})

/** Returns every process that was started for a data folder, even if its parent has changed. */
function processesOf(folder: string): string[] {
  const mark = `DATA_DIR=${folder}\0`
  return readdirSync('/proc').flatMap(pid => {
    try {
      const isOurs =
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)
      return isOurs ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')] : []
    } catch {
      // The process has ended meanwhile.
      return []
    }
  })
}

/**
 * Returns a Node that is too old for the server, so that the scripts start a newer one: an old Node on the PATH or, if
 * there is none, the current Node, made to report an older version.
 */
function findOlderNode(): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(folder, 'node')
    if (!existsSync(node)) continue
    const version = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' })
    if (Number.parseInt(version, 10) < 24) return node
  }
  const newer = cacheFile('node-24')
  // No newer Node is downloaded for a test.
  if (!existsSync(newer)) writeFileSync(newer, process.execPath)
  const node = join(standInFolder, 'node')
  const versions =
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.0.0" } })'
  const program = `#!/bin/sh\nexec '${process.execPath}' --import 'data:text/javascript,${versions}' "$@"\n`
  writeFileSync(node, program, { mode: 0o755 })
  return node
}

type Started = {
  pid: number
  folder: string
  said: () => string
  /** Stops reading the command's output. */
  leave: () => void
  exit: Promise<unknown>
}

/** Starts a command as a terminal does, in its own process group, and waits until the server is ready. */
async function startCommand(command: string, node = process.execPath): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'mille-signal-'))
  const env = {
    ...process.env,
    PATH: [dirname(node), process.env.PATH].join(delimiter),
    NODE_ENV: 'development',
    DEMO: 'false',
    PORT: String(await freePort()),
    DATA_DIR: folder
  }
  const [program = '', ...args] = command.split(' ')
  const child = spawn(program, args, {
    env,
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true
  })
  let said = ''
  child.stdout.on('data', text => (said += text))
  child.stderr.on('data', text => (said += text))
  const exit = once(child, 'exit')
  await vi
    .waitUntil(() => said.includes('Mille is ready') || child.exitCode !== null, {
      timeout: 300_000,
      interval: 50
    })
    .catch(() => {})
  expect(said).toContain('Mille is ready')
  const leave = () => {
    child.stdout.destroy()
    child.stderr.destroy()
  }
  return { pid: child.pid ?? 0, folder, said: () => said, leave, exit }
}

/**
 * Maximum time for all processes to end, in milliseconds. A start with chains also ends three more programs, and Vite
 * while it is bundling.
 */
const endMs = { server: 10_000, chains: 40_000 }

async function expectAllEnded({ folder, exit }: Started, timeout = endMs.server): Promise<void> {
  await expect.poll(() => processesOf(folder), { timeout, interval: 100 }).toEqual([])
  await exit
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false)
  rmSync(folder, { recursive: true })
}

const npmStart = 'npm start'
const npmDev = 'npm run dev -- --chain'
const chainsAlone = 'node scripts/start.mjs --dev --chain'
const standInFolder = mkdtempSync(join(tmpdir(), 'mille-node-'))
const olderNode = findOlderNode()

test.each([npmStart, npmDev, chainsAlone])('SIGTERM ends every process of `%s`', async command => {
  const started = await startCommand(command)
  expect(processesOf(started.folder).length).toBeGreaterThan(2)
  process.kill(started.pid, 'SIGTERM')
  await expectAllEnded(started, command === npmStart ? endMs.server : endMs.chains)
})

test.each([npmStart, chainsAlone])(
  'SIGTERM ends every process of `%s` under an older Node',
  async command => {
    const started = await startCommand(command, olderNode)
    process.kill(started.pid, 'SIGTERM')
    await expectAllEnded(started, command === npmStart ? endMs.server : endMs.chains)
  }
)

test('Ctrl-C, which every process of a terminal gets, ends `npm start` in order', async () => {
  const started = await startCommand(npmStart)
  process.kill(-started.pid, 'SIGINT')
  await expectAllEnded(started)
  expect(started.said().match(/Stopping/g)).toHaveLength(1)
})

test('stops in order when what it writes to has ended before, as in `npm start | tee log`', async () => {
  const started = await startCommand(`${process.execPath} ${source}`)
  started.leave()
  process.kill(started.pid, 'SIGINT')
  await expectAllEnded(started)
})

test('SIGTERM before the server is ready leaves no database behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mille-early-'))
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DEMO: 'false',
    PORT: String(await freePort()),
    DATA_DIR: folder
  }
  const child = spawn(process.execPath, [source], {
    env,
    stdio: 'ignore'
  })
  const pidFile = join(folder, 'postgres/postmaster.pid')
  await vi.waitUntil(() => existsSync(pidFile), { timeout: 60_000, interval: 5 })
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(processesOf(folder)).toEqual([])
  expect(existsSync(pidFile)).toBe(false)
  rmSync(folder, { recursive: true })
})

test('a second Ctrl-C waits for no request, but still stops the database', async () => {
  const started = await startCommand(`${process.execPath} ${source}`)
  const url = new URL(/http:\S+/.exec(started.said())?.[0] ?? '')
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => {})
  socket.write(
    `POST /serve/view HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n{`
  )
  await sleep(200)
  process.kill(started.pid, 'SIGINT')
  // npm passes on the signal that the process group already received: it does not count as a second signal.
  process.kill(started.pid, 'SIGINT')
  await sleep(1500)
  expect(processesOf(started.folder).length).toBeGreaterThan(1)
  process.kill(started.pid, 'SIGINT')
  await expectAllEnded(started)
})

async function askForCode(email: string): Promise<number> {
  const token = await fetch(`${server.url}/api/v1/authenticity_token`, { method: 'POST' })
  const base64 = ((await token.json()) as { data: { attributes: { base64: string } } }).data
    .attributes.base64
  const asked = await fetch(`${server.url}/api/v1/users`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json;charset=utf-8',
      'x-csrf-token': base64,
      cookie: token.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    },
    body: JSON.stringify({ data: { type: 'users', attributes: { email } } })
  })
  return asked.status
}

async function mailsTo(email: string): Promise<number> {
  const mails = (await (await fetch(`${server.url}/dev/outbox.json`)).json()) as { to: string }[]
  return mails.filter(mail => mail.to === email).length
}

test('restarts a database that was killed, and continues its work', async () => {
  const [first = ''] = readFileSync(`${server.dataFolder}/postgres/postmaster.pid`, 'utf8').split(
    '\n'
  )
  process.kill(Number(first), 'SIGKILL')
  const email = 'after-the-database@example.com'
  const within = { timeout: 30_000, interval: 250 }
  await expect.poll(() => askForCode(email).catch(() => 0), within).toBe(202)
  // The email is sent by a job, so the worker has recovered too.
  await expect.poll(() => mailsTo(email), within).toBeGreaterThan(0)
  const [now = ''] = readFileSync(`${server.dataFolder}/postgres/postmaster.pid`, 'utf8').split(
    '\n'
  )
  expect(now).not.toBe(first)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('takes over the database that a killed server left running', async () => {
  const email = 'before-the-crash@example.com'
  expect(await askForCode(email)).toBe(202)
  await server.kill()
  await server.restart()
  const requests = await server.query(
    `select count(*)::int as count from access_code_requests where email = '${email}'`
  )
  expect(requests).toEqual([{ count: 1 }])
  expect((await server.mille('verify')).code).toBe(0)
})

test('what a killed server was doing is done within ten seconds of its next start', async () => {
  const within = { timeout: 10_000, interval: 100 }
  const count = async (where: string) =>
    (await server.query(`select from graphile_worker.jobs where ${where}`)).length
  // Sealing charges waits for this lock, and so does the job's queue.
  const locked = server.query(
    'begin; lock table public_log_head in access exclusive mode; select pg_sleep(5); commit'
  )
  await server.query("select graphile_worker.add_job('seal_charges', queue_name := 'seal_charges')")
  const isSealing = "task_identifier = 'seal_charges' and locked_by is not null"
  await expect.poll(() => count(isSealing), within).toBe(1)
  const [job] = await server.query(`select locked_by from graphile_worker.jobs where ${isSealing}`)
  await server.kill()
  await locked
  await server.restart()
  await expect.poll(() => count(`locked_by = '${job?.locked_by}'`), within).toBe(0)
  await expect.poll(() => count("task_identifier = 'seal_charges'"), within).toBe(0)
})
