import { chmodSync, existsSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { HDKey } from '@scure/bip32'
import type { BitcoinNetwork } from '../bitcoin/keys.ts'
import { createLimitKeeper, type SignerLimits } from './limits.ts'
import {
  type EthereumRequest,
  lineBytes,
  type SignerAnswer,
  type SignerRequest,
  signerRequest,
  writeLine
} from './protocol.ts'
import { signBitcoin } from './sign-bitcoin.ts'
import { signEthereum } from './sign-ethereum.ts'

export type SignerConfig = {
  socket: string
  bitcoin: { key: HDKey; network: BitcoinNetwork } | null
  ethereum: {
    key: HDKey
    chainId: number
    contracts: Readonly<Partial<Record<'USDT' | 'USDC', string>>>
  } | null
  limits: SignerLimits
}

/** Units of 1e-8 USD in the smallest unit of USDT and USDC, which have six decimals. */
const unitsPerTokenUnit = 100n

/** No fee is right that is more: a tenth of a coin. */
const mostCoin = 10n ** 17n

/** The only place with private keys: it reads no database and listens to its own user on this machine alone. */
export async function serveSigner(
  config: SignerConfig,
  now: () => number = Date.now
): Promise<{ stop: () => Promise<void> }> {
  const limits = createLimitKeeper(config.limits, now)
  const sockets = new Set<Socket>()

  async function sign(request: SignerRequest): Promise<SignerAnswer> {
    if (request.method === 'sign_bitcoin') {
      if (!config.bitcoin) return refusal('no_key', 'there is no key for Bitcoin')
      const amount = request.outputs.reduce((sum, it) => sum + it.amount, 0n)
      const spends = request.inputs.map(it => `${it.transactionId}:${it.output}`)
      const refused = limits.refuse('BTC', amount, spends)
      if (refused) return refusal('over_limit', refused)
      return signBitcoin(config.bitcoin.key, config.bitcoin.network, request)
    }
    if (!config.ethereum) return refusal('no_key', 'there is no key for Ethereum')
    if (request.chainId !== config.ethereum.chainId)
      return refusal('wrong_chain', `chain ${request.chainId}`)
    const coin = coinOf(request)
    if (coin > mostCoin) return refusal('fee_refused', `${coin} wei of coin`)
    // Coin for gas goes to an address of ours, which the signer derives itself.
    if (request.method === 'sign_gas') return signEthereum(config.ethereum.key, null, request)
    const contract = config.ethereum.contracts[request.tokenCode]
    if (!contract) return refusal('no_key', `there is no key for ${request.tokenCode}`)
    // And so do tokens of a sweep: nothing leaves.
    if (request.method === 'sign_sweep') return signEthereum(config.ethereum.key, contract, request)
    const spends = [`${request.chainId}:${request.nonce}`]
    const refused = limits.refuse('USD', request.amount * unitsPerTokenUnit, spends)
    if (refused) return refusal('over_limit', refused)
    return signEthereum(config.ethereum.key, contract, request)
  }

  async function answer(line: string): Promise<SignerAnswer> {
    try {
      return await sign(signerRequest.parse(JSON.parse(line)))
    } catch (error) {
      return refusal('not_understood', (error as Error).message.slice(0, 500))
    }
  }

  function converse(socket: Socket): void {
    let text = ''
    sockets.add(socket)
    socket.setEncoding('utf8')
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', chunk => {
      text += chunk
      if (text.length > lineBytes) socket.destroy()
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) void answer(line).then(it => socket.write(writeLine(it)))
    })
  }

  if (existsSync(config.socket)) rmSync(config.socket)
  const server = createServer(converse)
  const before = process.umask(0o177)
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(config.socket, done)
  })
  process.umask(before)
  chmodSync(config.socket, 0o600)
  return {
    stop: () =>
      new Promise(done => {
        for (const socket of sockets) socket.destroy()
        server.close(() => done())
      })
  }
}

/** Wei that a transaction can cost the account it is sent from, what it carries included. */
function coinOf(request: EthereumRequest): bigint {
  const gas = request.gas * request.maxFeePerGas
  return request.method === 'sign_gas' ? gas + request.amount : gas
}

function refusal(code: string, detail: string): SignerAnswer {
  return { ok: false, code, detail }
}
