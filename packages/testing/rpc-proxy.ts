import { createServer } from 'node:http'
import { answerBehind } from './node-behind.ts'

export type RpcProxy = {
  /** Address of the proxy, with the node's user name and password. */
  url: string
  /** Fails every request from the nth on: either the request does not reach the node, or only its answer is lost. */
  failAt: (nth: number, lost: 'request' | 'answer') => void
  /** Makes an Ethereum node lag the given number of blocks, as one of several nodes behind the same address may. */
  fallBehind: (blocks: number) => void
  mend: () => void
  close: () => Promise<void>
}

/** Creates a proxy between the server and a node. It forwards requests until `failAt` is called. */
export async function createRpcProxy(nodeUrl: string): Promise<RpcProxy> {
  let left = Number.POSITIVE_INFINITY
  let lost: 'request' | 'answer' = 'request'
  let behind = 0

  const server = createServer(async (request, response) => {
    left -= 1
    if (left < 0 || (left === 0 && lost === 'request')) return void request.socket.destroy()
    const isLast = left === 0
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const send = (body: string) =>
      fetch(new URL(request.url ?? '/', new URL(nodeUrl).origin), {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: request.headers.authorization ?? ''
        },
        body
      })
    const body = Buffer.concat(chunks).toString()
    const answer = await (behind > 0 ? answerBehind(send, body, behind) : send(body)).catch(
      () => null
    )
    if (isLast || !answer) return void request.socket.destroy()
    response.statusCode = answer.status
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = new URL(nodeUrl)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href.replace(/\/$/, ''),
    failAt(nth, what) {
      left = nth
      lost = what
    },
    fallBehind(blocks) {
      behind = blocks
    },
    mend() {
      left = Number.POSITIVE_INFINITY
      behind = 0
    },
    close() {
      server.closeAllConnections()
      return new Promise(done => server.close(() => done()))
    }
  }
}
