export { type Api, type CallFailure, type CallResult, createApi } from '@mille/api/client.ts'
export { createFetchTransport, type Transport } from '@mille/api/transport.ts'
