import { createFetchTransport, type Transport } from '@mille/api/transport.ts'

/**
 * Creates the transport for calls: with the visitor's session on the network's own pages, without any cookie elsewhere.
 */
export function createOwnTransport(server: string): Transport {
  return server === location.origin
    ? (path, init) => fetch(path, init)
    : createFetchTransport(server)
}
