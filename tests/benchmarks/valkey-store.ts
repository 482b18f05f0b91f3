import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog } from '@mille/server/delivery/event-log/event-log.ts'
import { freePort } from '@mille/testing/free-port.ts'
import { unpackDebian, writeLauncher } from '../../scripts/lib/debian.mjs'
import { cacheFile } from '../../scripts/lib/paths.mjs'
import { connectValkey, type Valkey } from './valkey-client.ts'

/** The functions of a log that the comparison needs. */
export type Candidate = Pick<EventLog, 'read' | 'close'> & {
  append: (...batches: Parameters<EventLog['append']>) => Promise<unknown>
}

const servers = 3
/** The ID of a stream entry is a millisecond and a sequence number within it. */
const [sequenceBits, sequenceMask] = [20n, 0xfffffn]

/**
 * Starts Valkey, the free Redis: a primary and two replicas, each of which writes its commands to a file and waits for
 * the disk. An append is acknowledged when the primary and one replica have it on disk (WAITAOF). This file replaces a
 * dead primary with the replica that has the most, as Sentinel would.
 */
export async function startValkeyStore(folder = mkdtempSync(join(tmpdir(), 'mille-valkey-'))) {
  const program = await ensureValkey()
  const ports = [await freePort(), await freePort(), await freePort()]
  const children = new Map<number, ChildProcess>()
  const open: Candidate[] = []
  let primary = 0

  function startOne(server: number): void {
    const own = join(folder, String(server))
    mkdirSync(own, { recursive: true })
    const log = openSync(join(own, 'log'), 'a')
    const options = {
      port: String(ports[server]),
      bind: '127.0.0.1',
      dir: own,
      save: '',
      appendonly: 'yes',
      appendfsync: 'always',
      ...(server === primary ? {} : { replicaof: `127.0.0.1 ${ports[primary]}` })
    }
    const args = Object.entries(options).flatMap(([name, value]) => [
      `--${name}`,
      ...value.split(' ')
    ])
    const child = spawn(program, args, { stdio: ['ignore', log, log] })
    closeSync(log)
    children.set(server, child)
    child.once('exit', () => children.delete(server))
  }

  const ask = async (server: number, ...command: string[]) => {
    const client = await connectValkey(ports[server] ?? 0)
    try {
      return String(await client.send(command))
    } finally {
      client.close()
    }
  }
  const info = (server: number) => ask(server, 'INFO', 'replication').catch(() => '')

  async function start(): Promise<void> {
    for (let server = 0; server < servers; server++) if (!children.has(server)) startOne(server)
    for (;;) {
      const state = await info(primary)
      if (state.split('state=online').length === servers) return
      await sleep(50)
    }
  }

  async function promote(): Promise<void> {
    const replicas = [...children.keys()]
    const offsets = await Promise.all(replicas.map(async it => offsetOf(await info(it))))
    primary = replicas[offsets.indexOf(Math.max(...offsets))] ?? 0
    await ask(primary, 'REPLICAOF', 'NO', 'ONE')
    for (const it of replicas.filter(it => it !== primary))
      await ask(it, 'REPLICAOF', '127.0.0.1', String(ports[primary]))
  }

  await start()
  return {
    servers,
    async openLog(): Promise<Candidate> {
      const log = createValkeyLog(() => ports[primary] ?? 0)
      open.push(log)
      return log
    },
    pids: () => [...children.values()].flatMap(it => it.pid ?? []),
    async kill(server?: number) {
      const some = [...children].filter(([it]) => server === undefined || it === server)
      const ends = some.map(([, child]) => once(child, 'exit'))
      for (const [, child] of some) child.kill('SIGKILL')
      await Promise.all(ends)
      if (server === primary) await promote()
    },
    start,
    async dispose() {
      for (const log of open) await log.close()
      await this.kill()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function offsetOf(info: string): number {
  return Number(/slave_repl_offset:(\d+)/.exec(info)?.[1] ?? 0)
}

/** WAITAOF blocks its connection, so each append in progress has its own connection. */
function createValkeyLog(port: () => number): Candidate {
  const all = new Set<Valkey>()
  const idle: Valkey[] = []
  async function use<Result>(run: (server: Valkey) => Promise<Result>): Promise<Result> {
    const server = idle.pop() ?? (await connectValkey(port()))
    all.add(server)
    const result = await run(server).catch(error => {
      all.delete(server)
      server.close()
      throw error
    })
    idle.push(server)
    return result
  }
  return {
    append: (bodies, at) =>
      use(async server => {
        const added = bodies.map(({ partition, body }) =>
          server.send([
            'XADD',
            `events-${partition}`,
            '*',
            'at',
            String(at.getTime()),
            'body',
            body
          ])
        )
        const durable = server.send(['WAITAOF', '1', '1', '5000'])
        const [reply] = await Promise.all([durable, ...added])
        const [own, replicas] = reply as number[]
        if (own !== 1 || !replicas) throw new Error('not durable')
      }),
    read: (partition, after, { batches }) =>
      use(async server => {
        const from = `(${after >> sequenceBits}-${after & sequenceMask}`
        const range = ['XRANGE', `events-${partition}`, from, '+', 'COUNT', String(batches)]
        const rows = (await server.send(range)) as [Buffer, Buffer[]][]
        return rows.map(([id, [, at, , body]]) => {
          const [ms = 0n, nth = 0n] = String(id).split('-').map(BigInt)
          const position = (ms << sequenceBits) + nth
          return { position, at: new Date(Number(at)), body: body ?? Buffer.alloc(0) }
        })
      }),
    async close() {
      for (const server of all) server.close()
    }
  }
}

async function ensureValkey(): Promise<string> {
  const folder = cacheFile('valkey')
  const program = join(folder, 'valkey-server')
  if (existsSync(program)) return program
  process.stderr.write('Fetching a Valkey from Debian…\n')
  const system = await unpackDebian(folder, {
    suites: ['trixie'],
    packages: [
      'valkey-server',
      'valkey-tools',
      'libc6',
      'libatomic1',
      'libjemalloc2',
      'liblzf1',
      'libssl3t64',
      'libstdc++6',
      'libgcc-s1',
      'libsystemd0',
      'libcap2',
      'libzstd1',
      'zlib1g',
      'liblua5.1-0',
      'libhiredis1.1.0'
    ],
    hint: 'The comparison needs a Debian.'
  })
  writeLauncher(program, system, 'usr/bin/valkey-server')
  return program
}
