import { createFetchTransport, type Transport } from '@mille/api/transport.ts'

/** On the network's own pages calls go with the visitor's session; on all others without any cookie. */
export function createOwnTransport(server: string): Transport {
  return server === location.origin
    ? (path, init) => fetch(path, init)
    : createFetchTransport(server)
}
