import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Visitor } from './asked.ts'

/**
 * Milliseconds without a request after which connections are reopened. Node closes idle connections after five seconds.
 */
const silenceMs = 2000

/** `at`: when the answer arrived, by `performance.now()`. */
export type Answer = { status: number; body: string; ms: number; at: number }

export type Load = {
  send: (requests: readonly string[]) => Promise<Answer[]>
  /** Reopens all connections if nothing was sent for so long that the server may be about to close them. */
  reopen: () => Promise<void>
  close: () => void
}

/**
 * Opens persistent connections, each of which waits for its answer before it sends the next request. Answers come in
 * the order of the requests. The client knows just enough HTTP to cost less than what it measures.
 */
export async function openLoad(origin: string, connections: number): Promise<Load> {
  const openAll = () => Promise.all(Array.from({ length: connections }, () => open(origin)))
  let sockets = await openAll()
  let usedAt = performance.now()
  return {
    async send(requests) {
      const answers: Answer[] = []
      let next = 0
      const work = sockets.map(async socket => {
        while (next < requests.length) {
          const index = next++
          const started = performance.now()
          const answer = await ask(socket, requests[index] ?? '')
          const at = performance.now()
          answers[index] = { ...answer, ms: at - started, at }
        }
      })
      await Promise.all(work)
      usedAt = performance.now()
      return answers
    },
    async reopen() {
      if (performance.now() - usedAt < silenceMs) return
      for (const socket of sockets) socket.destroy()
      sockets = await openAll()
      usedAt = performance.now()
    },
    close() {
      for (const socket of sockets) socket.destroy()
    }
  }
}

async function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname).setNoDelay().setEncoding('utf8')
  await once(socket, 'connect')
  // The code that waits for an answer learns of the error when the connection closes.
  socket.on('error', () => {})
  return socket
}

export function getRequest(path: string, visitor: Visitor, page: string): string {
  return `GET ${path} HTTP/1.1\r\n${headersOf(visitor, page)}\r\n\r\n`
}

export function postRequest(path: string, visitor: Visitor, page: string, body: string): string {
  const content = `Content-Type: text/plain;charset=UTF-8\r\nContent-Length: ${body.length}`
  return `POST ${path} HTTP/1.1\r\n${headersOf(visitor, page)}\r\n${content}\r\n\r\n${body}`
}

function headersOf({ userAgent, address }: Visitor, page: string): string {
  return `Host: localhost\r\nOrigin: ${page}\r\nUser-Agent: ${userAgent}\r\nX-Forwarded-For: ${address}`
}

function ask(socket: Socket, request: string): Promise<Omit<Answer, 'ms' | 'at'>> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (chunk: string) => {
      text += chunk
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? '0'
      if (text.length < head + 4 + Number(length)) return
      socket.off('data', read).off('close', fail)
      resolve({ status: Number(text.slice(9, 12)), body: text.slice(head + 4) })
    }
    const fail = () => reject(new Error('The server closed the connection'))
    if (socket.readyState !== 'open') return fail()
    socket.on('data', read).once('close', fail)
    socket.write(request)
  })
}
