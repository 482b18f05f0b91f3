import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A server that only sends the bytes of a decision, or 204 once a posted body has been read: the cost of HTTP itself.
 */
const body = process.env.BODY ?? ''
const open = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff'
}
const server = createServer((request, response) => {
  if (request.method === 'POST') {
    request.on('data', () => {})
    request.on('end', () => response.writeHead(204, open).end())
    return
  }
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    ...open,
    'Cache-Control': 'no-store'
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
)
