import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureNatsServer } from '../../scripts/lib/nats-server.mjs'
import { newDataFolder } from './data-folder.ts'
import { freePort } from './free-port.ts'

export type Nats = {
  /** Value of EVENT_LOG_URL for this cluster. */
  url: string
  servers: number
  pids: () => number[]
  /** Sends SIGKILL to one server, or to all at once. */
  kill: (server?: number) => Promise<void>
  /** Starts the servers that are not running; resolves when the cluster has a leader again. */
  start: () => Promise<void>
  dispose: () => Promise<void>
}

export type NatsOptions = {
  servers?: number
  /** Data folder of the servers. */
  folder?: string
  /** Interval at which the servers flush their writes to disk. */
  sync?: string
  password?: string
}
type Ports = { client: number; route: number; monitor: number }

/** Starts real nats-servers with JetStream on free ports, as a cluster if there are several. */
export async function startNats({
  servers = 3,
  folder = newDataFolder('nats'),
  sync = 'always',
  password
}: NatsOptions = {}): Promise<Nats> {
  const program = await ensureNatsServer()
  let ports: Ports[] = []
  const children = new Map<number, ChildProcess>()

  async function choosePorts(): Promise<void> {
    ports = []
    for (let server = 0; server < servers; server++)
      ports.push({ client: await freePort(), route: await freePort(), monitor: await freePort() })
    for (const [server, own] of ports.entries()) {
      mkdirSync(join(folder, String(server)), { recursive: true })
      writeFileSync(join(folder, String(server), 'nats.conf'), configOf(server, own))
    }
  }

  function configOf(server: number, { client, route, monitor }: Ports): string {
    const routes = ports.map(it => `nats-route://127.0.0.1:${it.route}`).join(', ')
    const cluster = `cluster { name: mille, listen: "127.0.0.1:${route}", routes: [${routes}] }`
    return `server_name: mille-${server}
listen: "127.0.0.1:${client}"
http: "127.0.0.1:${monitor}"
jetstream { store_dir: "${join(folder, String(server), 'data')}", sync_interval: ${sync} }
${servers > 1 ? cluster : ''}
${password === undefined ? '' : `authorization { user: mille, password: "${password}" }`}
`
  }

  function startOne(server: number): void {
    const log = openSync(join(folder, String(server), 'log'), 'a')
    const child = spawn(program, ['-c', join(folder, String(server), 'nats.conf')], {
      stdio: ['ignore', log, log]
    })
    closeSync(log)
    children.set(server, child)
    child.once('exit', () => children.delete(server))
  }

  async function start(): Promise<void> {
    for (let server = 0; server < servers; server++) if (!children.has(server)) startOne(server)
    const deadline = Date.now() + 60_000
    while (!(await isReady())) {
      if (children.size < servers) throw new Error('a nats-server ended while it was started')
      if (Date.now() > deadline) throw new Error('the nats-servers did not find each other')
      await sleep(50)
    }
  }

  /** Starts the servers, with new ports if another process has taken a port that was just free. */
  async function startFirst(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await choosePorts()
      try {
        return await start()
      } catch (error) {
        await kill()
        if (attempt === 3) throw error
      }
    }
  }

  async function isReady(): Promise<boolean> {
    const answers = await Promise.all(
      ports.map(({ monitor }) =>
        fetch(`http://127.0.0.1:${monitor}/healthz`).then(
          it => it.ok,
          () => false
        )
      )
    )
    return answers.every(Boolean)
  }

  async function kill(server?: number): Promise<void> {
    const some = [...children].filter(([number]) => server === undefined || number === server)
    const ends = some.map(([, child]) => once(child, 'exit'))
    for (const [, child] of some) child.kill('SIGKILL')
    await Promise.all(ends)
  }

  const account = password === undefined ? '' : `mille:${encodeURIComponent(password)}@`
  await startFirst()
  return {
    url: ports.map(it => `nats://${account}127.0.0.1:${it.client}`).join(','),
    servers,
    pids: () => [...children.values()].flatMap(it => it.pid ?? []),
    kill,
    start,
    async dispose() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
