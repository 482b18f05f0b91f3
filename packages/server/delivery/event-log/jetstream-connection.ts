import { setTimeout as sleep } from 'node:timers/promises'
import { JetStreamApiError, type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import {
  type ConnectionOptions,
  connect,
  errors,
  type NatsConnection
} from '@nats-io/transport-node'
import { EventLogUnavailable } from './event-log.ts'
import { largestMessage, ServerRefusal } from './jetstream-messages.ts'
import { WrongEventLog } from './streams-claim.ts'

export type Server = { connection: NatsConnection; manager: JetStreamManager }

export type JetStreamConnection = {
  /**
   * Runs an operation and rejects with EventLogUnavailable for any failure. `deadline` is on the clock of
   * performance.now().
   */
  inTime: <Result>(run: (server: Server, deadline: number) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/**
 * Options of the client. After the first connection it reconnects for as long as needed, so that it finds a server that
 * returns.
 */
const patient = {
  maxReconnectAttempts: -1,
  reconnectTimeWait: 250,
  reconnectJitter: 100,
  timeout: 2000,
  // A server that does not answer is replaced by another one while a report can still wait.
  pingInterval: 1000,
  maxPingOut: 2,
  // Servers may announce addresses that only they can reach, so only those that the operator configured are used.
  ignoreClusterUpdates: true
}
const closeMs = 100
/**
 * Lowest supported version of the server. Older ones lose streams when they are killed, or have no batched direct
 * reads.
 */
const oldest = [2, 12] as const

/**
 * Creates a connection that opens when it is first needed. `prepare` runs once before anything else; if it fails, it is
 * tried again.
 */
export function createJetStreamConnection(
  url: string,
  patienceMs: number,
  prepare: (server: Server, replicas: number, deadline: number) => Promise<void>
): JetStreamConnection {
  const options = readUrl(url)
  let connecting: Promise<NatsConnection> | null = null
  let ready: Promise<Server> | null = null
  let isClosed = false
  /** The reason why there is no connection. */
  let whyNot = 'no answer in time'

  async function open(): Promise<Server> {
    connecting ??= connectFirst(options, {
      isClosed: () => isClosed,
      onFailure: message => {
        whyNot = message
      }
    }).catch(error => {
      connecting = null
      throw error
    })
    const connection = await connecting
    whyNot = 'no answer in time'
    void connection.closed().then(() => {
      // The client gives up if servers refuse its credentials twice, so the next call opens another connection.
      connecting = null
      ready = null
    })
    checkServer(connection)
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: patienceMs })
    const deadline = performance.now() + patienceMs
    await prepare({ connection, manager }, options.servers.length >= 3 ? 3 : 1, deadline)
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
        throw new Error(whyNot)
      })
      late.catch(() => {})
      try {
        if (isClosed) throw new Error('it is closed')
        return await Promise.race([server().then(it => run(it, deadline)), late])
      } catch (error) {
        throw new EventLogUnavailable(whatIsWrong(error), { cause: error })
      } finally {
        end.abort()
      }
    },
    async close() {
      isClosed = true
      // A connection that is being opened is not awaited, and ends by itself.
      const closing = connecting?.then(it => it.close()).catch(() => {})
      await Promise.race([closing, sleep(closeMs)])
    }
  }
}

function whatIsWrong(error: unknown): string {
  if (error instanceof WrongEventLog) return 'The event log cannot be used'
  if (error instanceof ServerRefusal || error instanceof JetStreamApiError)
    return 'The servers of the event log answer with an error'
  return 'The event log cannot be reached'
}

/**
 * Tries to connect until the log is closed: the client's own retries cannot be stopped before it has found a server.
 */
async function connectFirst(
  options: ConnectionOptions,
  { isClosed, onFailure }: { isClosed: () => boolean; onFailure: (message: string) => void }
): Promise<NatsConnection> {
  while (!isClosed()) {
    try {
      return await connect({ ...options, ...patient })
    } catch (error) {
      if (error instanceof errors.AuthorizationError)
        throw new WrongEventLog(
          `has a name and a password that the servers refuse: ${error.message}`
        )
      onFailure((error as Error).message)
      await sleep(patient.reconnectTimeWait, null, { ref: false })
    }
  }
  throw new Error('it is closed')
}

function checkServer({ info }: NatsConnection): void {
  const [major = 0, minor = 0] = (info?.version ?? '').split('.').map(Number)
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1]))
    throw new WrongEventLog(
      `names a nats-server ${info?.version}, and ${oldest.join('.')} or later is needed`
    )
  if ((info?.max_payload ?? 0) < largestMessage)
    throw new WrongEventLog(
      `names servers whose max_payload is ${info?.max_payload}, and ${largestMessage} is needed`
    )
}

/** Parses the URLs of the servers. A user name and password, or a token alone, may be in the first one. */
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
