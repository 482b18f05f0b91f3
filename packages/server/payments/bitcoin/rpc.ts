import { parseAmount } from '@mille/money/amount.ts'

/** The node has answered and refused the call. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Codes of Bitcoin Core's `RPCErrorCode`. */
export const rpcCodes = {
  notFound: -5,
  /** For example, a height beyond the tip. */
  outOfRange: -8,
  walletExists: -4,
  walletNotFound: -18,
  walletLoaded: -35,
  verifyRejected: -26,
  alreadyInChain: -27
} as const

export function isNotFound(error: unknown): boolean {
  return error instanceof RpcError && error.code === rpcCodes.notFound
}

export type BitcoinRpc = {
  /** Throws `RpcError` when the node refuses, and any other error when the node could not be reached. */
  call: <Answer>(method: string, ...params: readonly unknown[]) => Promise<Answer>
  /** Like `call`, for calls of the watching wallet. */
  wallet: <Answer>(method: string, ...params: readonly unknown[]) => Promise<Answer>
}

const usualTimeoutMs = 30_000

export function createBitcoinRpc(
  config: { rpcUrl: string; wallet: string },
  timeoutMs = usualTimeoutMs
): BitcoinRpc {
  const { username, password, origin } = new URL(config.rpcUrl)
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers = { Authorization: `Basic ${Buffer.from(login).toString('base64')}` }

  async function send<Answer>(
    path: string,
    method: string,
    params: readonly unknown[]
  ): Promise<Answer> {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs)
    })
    const text = await response.text()
    if (response.status === 401) throw new Error('The Bitcoin node refuses the name and password')
    const { result, error } = parseDecimals(text) as {
      result: Answer
      error: { code: number; message: string } | null
    }
    if (error) throw new RpcError(error.code, `${method}: ${error.message}`)
    return result
  }

  return {
    call: (method, ...params) => send('/', method, params),
    wallet: (method, ...params) =>
      send(`/wallet/${encodeURIComponent(config.wallet)}`, method, params)
  }
}

/** Parses JSON but keeps decimals as text: an amount must never be a binary fraction. */
function parseDecimals(text: string): unknown {
  const reviver = (_: string, value: unknown, context: { source?: string }) =>
    typeof value === 'number' && /[.eE]/.test(context.source ?? '') ? context.source : value
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown)
}

/** Converts the node's decimal number of bitcoins to satoshis, without the minus sign of outgoing amounts. */
export function satoshis(value: string | number): bigint {
  const units = parseAmount(String(value).replace(/^-/, ''), 'btc')
  if (units === null) throw new RangeError(`${value} is not an amount in BTC`)
  return units
}
