import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer, connect as dial, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Fault = {
  nth: number
  moment: 'before' | 'after'
  strike: () => void
  /** Only statements that match count. */
  words?: RegExp
}
export type StatementProxy = {
  /** The folder of the proxy's socket, as with PostgreSQL's own. */
  host: string
  port: number
  /** Kills at the nth statement from now: before PostgreSQL receives the statement, or once it has answered. */
  arm: (fault: Fault) => void
  /** Whether the proxy has struck since it was armed. */
  disarm: () => boolean
  close: () => Promise<void>
}

const port = 5432

/**
 * Creates a proxy between a server and PostgreSQL that passes everything on and counts statements (simple queries and
 * executes).
 */
export async function createStatementProxy(real: {
  host: string
  port: number
}): Promise<StatementProxy> {
  const host = await mkdtemp(join(tmpdir(), 'mille-proxy-'))
  let fault: Fault | null = null
  let statements = 0
  let hasStruck = false
  const sockets = new Set<Socket>()

  function strike(): void {
    hasStruck = true
    fault?.strike()
    fault = null
  }

  const server = createServer(client => {
    const backend = dial(join(real.host, `.s.PGSQL.${real.port}`))
    let isStruckByAnswer = false
    const count = createStatementCounter(text => {
      if (!fault || fault.words?.test(text) === false || ++statements !== fault.nth) return true
      if (fault.moment === 'after') {
        isStruckByAnswer = true
        return true
      }
      strike()
      return false
    })
    client.on('data', chunk => {
      // A statement that is held back is lost with the process that sent it.
      if (count(chunk)) backend.write(chunk)
    })
    backend.on('data', chunk => {
      if (isStruckByAnswer) {
        isStruckByAnswer = false
        strike()
      } else client.write(chunk)
    })
    for (const [socket, other] of [
      [client, backend],
      [backend, client]
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>(done => server.listen(join(host, `.s.PGSQL.${port}`), done))
  return {
    host,
    port,
    arm(next) {
      fault = next
      statements = 0
      hasStruck = false
    },
    disarm() {
      fault = null
      return hasStruck
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(done => server.close(done))
      rmSync(host, { recursive: true, force: true })
    }
  }
}

/**
 * Reads the frontend's messages: the first has no type, each later one has a letter and its length. Returns whether the
 * chunk may be passed on, which `onStatement` decides for the text of each statement in it.
 */
function createStatementCounter(
  onStatement: (text: string) => boolean
): (chunk: Buffer) => boolean {
  let rest = Buffer.alloc(0)
  let text = ''
  let isStarted = false
  return chunk => {
    rest = Buffer.concat([rest, chunk])
    let mayPass = true
    for (;;) {
      const header = isStarted ? 1 : 0
      if (rest.length < header + 4) return mayPass
      const size = header + rest.readUInt32BE(header)
      if (rest.length < size) return mayPass
      const type = isStarted ? String.fromCharCode(rest[0] ?? 0) : ''
      isStarted = true
      // A simple query, or a statement that is prepared before it is executed.
      if (type === 'Q' || type === 'P') text = rest.toString('latin1', header + 4, size)
      rest = rest.subarray(size)
      if ((type === 'Q' || type === 'E') && !onStatement(text)) mayPass = false
    }
  }
}
