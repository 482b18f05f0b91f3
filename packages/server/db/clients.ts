import pg from 'pg'
import type { DatabaseAddress } from './database-address.ts'
import type { Host, Primary } from './follow-primary.ts'

/** The function in PostgreSQL in which a commit waits for a standby; a notice names the function that raised it. */
const waitForStandby = 'SyncRepWaitForLSN'

/** Creates a separate connection, outside the pool. */
export function createClient(address: DatabaseAddress): pg.Client {
  return new Client(address)
}

/** Creates a pool of connections. A broken connection is replaced, and queries on it report their own errors. */
export function createPool(address: DatabaseAddress, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...address, ...options, Client })
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

class Client extends pg.Client {
  readonly #primary: Primary | undefined

  constructor(address: DatabaseAddress = {}) {
    // The operating system checks an idle connection only after two hours, too late for a listener.
    super({ keepAlive: true, keepAliveInitialDelayMillis: 10_000, ...address })
    this.#primary = address.primary
    // This listener is added first. A server that shuts down may report it in the packet that opens the connection,
    // before another listener exists, and an `error` event without a listener ends the process.
    this.on('error', () => {})
    this.on('notice', ({ routine }) => {
      if (routine === waitForStandby) this.#refuseCommit()
    })
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void
  override connect(
    callback?: (error: Error | null, client?: pg.Client) => void
  ): Promise<pg.Client> | undefined {
    const connected = this.#primary ? this.#connectTo(this.#primary) : super.connect()
    if (!callback) return connected
    connected.then(() => callback(null, this), callback)
    return undefined
  }

  async #connectTo(primary: Primary): Promise<pg.Client> {
    const host: Host = await primary.find()
    this.host = host.host
    this.port = host.port
    const followed = { cut: () => this.connection.stream.destroy() }
    primary.add(followed, host)
    this.once('end', () => primary.remove(followed))
    try {
      return await super.connect()
    } catch (error) {
      primary.doubt(host)
      throw error
    }
  }

  /**
   * Fails a commit whose wait for the standby was canceled. PostgreSQL reports success with a warning, but the commit
   * would be lost with this machine. It fails like a broken connection, so the caller retries.
   */
  #refuseCommit(): void {
    this.connection.emit('error', new Error('The standby did not confirm the commit'))
  }
}
