import { setTimeout as sleep } from 'node:timers/promises'
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { EventLogUnavailable } from './event-log.ts'

type Server = { connection: NatsConnection; manager: JetStreamManager }

export type JetStreamConnection = {
  /** Rejects with EventLogUnavailable, whatever is wrong. `deadline` is by performance.now(). */
  inTime: <Result>(run: (server: Server, deadline: number) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/** It goes on for as long as there is no server, so that one that comes later is found. */
const patient = {
  waitOnFirstConnect: true,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 250,
  reconnectJitter: 100,
  timeout: 2000,
  // A server that says nothing is left for another one while a report can still wait.
  pingInterval: 1000,
  maxPingOut: 2
}
const closeMs = 100

/**
 * Connects when it is first needed. `prepare` is run once before anything else; what a server could not do when it was
 * asked first is asked again.
 */
export function createJetStreamConnection(
  url: string,
  patienceMs: number,
  prepare: (manager: JetStreamManager, replicas: number) => Promise<void>
): JetStreamConnection {
  const options = readUrl(url)
  let connecting: Promise<NatsConnection> | null = null
  let ready: Promise<Server> | null = null
  let isClosed = false

  async function open(): Promise<Server> {
    connecting ??= connect({ ...options, ...patient }).catch(error => {
      connecting = null
      throw error
    })
    const connection = await connecting
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: patienceMs })
    await prepare(manager, options.servers.length >= 3 ? 3 : 1)
    return { connection, manager }
  }

  function server(): Promise<Server> {
    ready ??= open().catch(error => {
      ready = null
      throw error
    })
    return ready
  }

  return {
    async inTime(run) {
      const deadline = performance.now() + patienceMs
      const end = new AbortController()
      const late = sleep(patienceMs, null, { signal: end.signal }).then(() => {
        throw new Error('no answer in time')
      })
      late.catch(() => {})
      try {
        if (isClosed) throw new Error('it is closed')
        return await Promise.race([server().then(it => run(it, deadline)), late])
      } catch (error) {
        throw new EventLogUnavailable('The event log cannot be reached', { cause: error })
      } finally {
        end.abort()
      }
    },
    async close() {
      isClosed = true
      // A first connection that never comes about cannot be closed: it ends with the process.
      const closing = connecting?.then(it => it.close()).catch(() => {})
      await Promise.race([closing, sleep(closeMs)])
    }
  }
}

/** A name and a password, or a token alone, may be in the first address. */
function readUrl(url: string) {
  const all = url.split(',').map(it => new URL(it.includes('://') ? it : `nats://${it}`))
  const { protocol = '', username = '', password = '' } = all[0] ?? {}
  const user = decodeURIComponent(username)
  return {
    servers: all.map(it => `${it.hostname}:${it.port || 4222}`),
    ...(protocol === 'tls:' && { tls: {} }),
    ...(user !== '' &&
      (password === '' ? { token: user } : { user, pass: decodeURIComponent(password) }))
  }
}
