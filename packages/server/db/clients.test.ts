import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createClient, createPool } from './clients.ts'

/** The bytes PostgreSQL sends if it accepts a connection while it shuts down; they may arrive in one packet. */
const welcome = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('Z', Buffer.from('I')),
  message(
    'E',
    Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  )
])

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

test('a server that shuts down while it takes a connection ends no process', async () => {
  const server = createServer(socket => socket.once('data', () => socket.end(welcome))).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const address = { host: '127.0.0.1', port, user: 'mille', database: 'mille' }
  const pool = createPool(address, { max: 1 })
  await expect(pool.query('select 1')).rejects.toThrow()
  const client = createClient(address)
  await client.connect()
  await expect(client.query('select 1')).rejects.toThrow()
  await client.end()
  await pool.end()
  server.close()
})
