import { chmodSync, chownSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { StartError } from '../../start-error.ts'
import { lineBytes, type SignerAnswer, writeLine } from './protocol.ts'

/**
 * Where the signer listens: at a path, for its own user or for a group too, or at a socket that systemd has opened for
 * it.
 */
export type SignerPlace = { path: string; groupId: number | null } | { descriptor: number }

/** Maximum number of connections; the signer has only a few workers as clients. */
const maxConnections = 16

/**
 * Answers each line with a line, one after the other on each connection. Throws when another signer already listens
 * there.
 */
export async function listenForLines(
  place: SignerPlace,
  answer: (line: string) => Promise<SignerAnswer>
): Promise<{ stop: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    converse(socket, answer)
  })
  server.maxConnections = maxConnections
  if ('descriptor' in place) await listen(server, { fd: place.descriptor })
  else await listenAt(server, place.path, place.groupId)
  return {
    stop: () =>
      new Promise(done => {
        for (const socket of sockets) socket.destroy()
        server.close(() => done())
      })
  }
}

function converse(socket: Socket, answer: (line: string) => Promise<SignerAnswer>): void {
  let chunks: string[] = []
  let length = 0
  socket.setEncoding('utf8')
  socket.on('error', () => {})
  socket.on('data', (chunk: string) => {
    const [first = '', ...more] = chunk.split('\n')
    chunks.push(first)
    length += first.length
    if (length > lineBytes) {
      socket.destroy()
      return
    }
    for (const next of more) {
      const line = chunks.join('')
      chunks = [next]
      length = next.length
      void answer(line).then(it => socket.write(writeLine(it)))
    }
  })
}

async function listenAt(server: Server, path: string, groupId: number | null): Promise<void> {
  if (existsSync(path)) {
    if (await answers(path))
      throw new StartError(
        `Another signer is listening at ${path}: it keeps running, and this one stops`
      )
    rmSync(path)
  }
  // Other users must not connect before the socket has its group.
  const before = process.umask(0o177)
  try {
    await listen(server, { path })
  } finally {
    process.umask(before)
  }
  if (groupId === null) return
  try {
    chownSync(path, -1, groupId)
    chmodSync(path, 0o660)
  } catch (error) {
    server.close()
    throw new StartError(
      `The socket ${path} cannot be given to the group ${groupId}, which the signer’s user has to be in: ${(error as Error).message}`
    )
  }
}

function listen(server: Server, where: { path: string } | { fd: number }): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', failed)
    server.listen(where, () => done())
  })
}

/** Whether a process listens at the path. A socket left behind by a process that has ended refuses connections. */
function answers(path: string): Promise<boolean> {
  return new Promise(done => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', error => {
      done((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED')
    })
  })
}
