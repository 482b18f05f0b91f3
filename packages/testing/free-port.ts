import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the range from which Linux gives ports to outgoing connections (32768 to 60999). */
const ports = { from: 10_000, to: 32_000 }

/**
 * Finds a port of 127.0.0.1 that a program can listen on later. The system gives ports of its own range to any
 * connection that starts in between, so the port is a random one below that range.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const port = randomInt(ports.from, ports.to)
    if (await canListen(port)) return port
  }
  throw new Error(`none of 20 ports between ${ports.from} and ${ports.to} is free`)
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    await new Promise(done => server.close(done))
  }
}
