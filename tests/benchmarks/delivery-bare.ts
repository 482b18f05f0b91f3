import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The same bytes as a decision, and 204 for whatever is posted once it has been read, from a server that does nothing
 * else: what HTTP itself costs.
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
