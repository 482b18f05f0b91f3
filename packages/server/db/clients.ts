import pg from 'pg'
import type { DatabaseAddress } from './database-address.ts'
import type { Host, Primary } from './follow-primary.ts'

/** The function of PostgreSQL in which a commit waits for a standby; a notice names the one that it comes from. */
const waitForStandby = 'SyncRepWaitForLSN'

/** A connection of one's own. */
export function createClient(address: DatabaseAddress): pg.Client {
  return new Client(address)
}

/** A connection of it that dies is replaced; queries on it report for themselves. */
export function createPool(address: DatabaseAddress, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...address, ...options, Client })
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

class Client extends pg.Client {
  readonly #primary: Primary | undefined

  constructor(address: DatabaseAddress = {}) {
    // The system checks a silent connection only after two hours, and until then a listener would wait in vain.
    super({ keepAlive: true, keepAliveInitialDelayMillis: 10_000, ...address })
    this.#primary = address.primary
    // From the beginning: a server that shuts down may say so with the same bytes that say that the connection is
    // there, before there can be another listener, and an error without a listener ends the process.
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
   * The wait for the standby was canceled, and PostgreSQL reports success with a warning: it is committed here, and
   * would be lost with this machine. So the commit fails as one whose connection broke, and the caller tries again.
   */
  #refuseCommit(): void {
    this.connection.emit('error', new Error('The standby did not confirm the commit'))
  }
}
