import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import type { PeerManager } from 'lightningdevkit'
import { expect, test } from 'vitest'
import { createSockets } from './sockets.ts'

/** A peer manager that must not hear of any connection. */
const peers = new Proxy({} as PeerManager, {
  get(_, name) {
    throw new Error(`LDK was told: ${String(name)}`)
  }
})

test('a connection that is under way when the node closes fails, and LDK does not hear of it', async () => {
  const accepted: Socket[] = []
  const server = createServer(socket => void accepted.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const peer = {
    publicKey: '02'.repeat(33),
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port
  }
  const sockets = createSockets(peers, () => {})
  const connecting = sockets.connect(peer)
  sockets.close()
  await expect(connecting).rejects.toThrow('The Lightning node is closed')
  await expect(sockets.connect(peer)).rejects.toThrow('The Lightning node is closed')
  for (const socket of accepted) socket.destroy()
  server.close()
})
