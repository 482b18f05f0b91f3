import { once } from 'node:events'
import { connect, createServer, isIPv4, type Server, type Socket } from 'node:net'
import {
  Option_SocketAddressZ,
  type PeerManager,
  Result_boolPeerHandleErrorZ_OK,
  Result_CVec_u8ZPeerHandleErrorZ_OK,
  SocketAddress,
  SocketDescriptor
} from 'lightningdevkit'

/** TCP connections of a Lightning node. */
export type Sockets = {
  listen: (host: string, port: number) => Promise<void>
  /** Opens a connection. The peer is connected only after LDK's handshake. */
  connect: (peer: PeerAddress) => Promise<void>
  close: () => void
}
export type PeerAddress = { publicKey: string; host: string; port: number }

const connectTimeoutMs = 5_000
const closed = 'The Lightning node is closed'

/** `onInput` is called after LDK has got bytes or lost a connection. */
export function createSockets(peers: PeerManager, onInput: () => void): Sockets {
  const open = new Set<Socket>()
  let server: Server | null = null
  let count = 0n
  let isClosed = false

  function follow(socket: Socket): SocketDescriptor {
    open.add(socket)
    socket.setNoDelay(true)
    count += 1n
    const descriptor = createDescriptor(socket, count, peers)
    socket.on('data', data => {
      const result = peers.read_event(descriptor, new Uint8Array(data))
      if (!(result instanceof Result_boolPeerHandleErrorZ_OK)) socket.destroy()
      else if (result.res) socket.pause()
      onInput()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      open.delete(socket)
      peers.socket_disconnected(descriptor)
      onInput()
    })
    return descriptor
  }

  return {
    async listen(host, port) {
      server = createServer(socket => {
        const descriptor = follow(socket)
        if (!peers.new_inbound_connection(descriptor, addressOf(socket)).is_ok()) socket.destroy()
      })
      server.listen(port, host)
      await once(server, 'listening')
    },
    async connect(peer) {
      if (isClosed) throw new Error(closed)
      const socket = connect({ host: peer.host, port: peer.port, timeout: connectTimeoutMs })
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      socket.once('timeout', () => socket.destroy(new Error('The peer does not answer')))
      await once(socket, 'connect')
      socket.setTimeout(0)
      const descriptor = follow(socket)
      const publicKey = new Uint8Array(Buffer.from(peer.publicKey, 'hex'))
      const first = peers.new_outbound_connection(publicKey, descriptor, addressOf(socket))
      if (first instanceof Result_CVec_u8ZPeerHandleErrorZ_OK) socket.write(first.res)
      else socket.destroy()
    },
    close() {
      isClosed = true
      server?.close()
      // A connection that is not made yet fails with this reason, and LDK never hears of it.
      for (const socket of open) socket.destroy(new Error(closed))
    }
  }
}

function createDescriptor(socket: Socket, id: bigint, peers: PeerManager): SocketDescriptor {
  let isFull = false
  const descriptor = SocketDescriptor.new_impl({
    send_data(data, mayRead) {
      if (mayRead) socket.resume()
      if (isFull || socket.destroyed) return 0
      // Node keeps what the system does not accept yet, so everything counts as sent; the next message waits.
      isFull = !socket.write(data)
      return data.length
    },
    disconnect_socket: () => void socket.destroy(),
    eq: other => other.hash() === id,
    hash: () => id
  })
  socket.on('drain', () => {
    isFull = false
    if (!peers.write_buffer_space_avail(descriptor).is_ok()) socket.destroy()
  })
  return descriptor
}

function addressOf(socket: Socket): Option_SocketAddressZ {
  const { remoteAddress = '', remotePort = 0 } = socket
  const plain = remoteAddress.replace(/^::ffff:/, '')
  if (!isIPv4(plain)) return Option_SocketAddressZ.constructor_none()
  const parts = new Uint8Array(plain.split('.').map(Number))
  return Option_SocketAddressZ.constructor_some(
    SocketAddress.constructor_tcp_ip_v4(parts, remotePort)
  )
}
