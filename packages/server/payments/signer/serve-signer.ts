import { chmodSync, existsSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { HDKey } from '@scure/bip32'
import type { BitcoinNetwork } from '../bitcoin/keys.ts'
import { countSigning, type SignerLimits, type SigningWish } from './limits.ts'
import {
  type BitcoinRequest,
  type EthereumRequest,
  lineBytes,
  type SignerAnswer,
  type SignerRequest,
  signerRequest,
  writeLine
} from './protocol.ts'
import { signBitcoin } from './sign-bitcoin.ts'
import { signEthereum } from './sign-ethereum.ts'
import { openSignedFile, SignedFileBroken } from './signed-file.ts'

export type SignerConfig = {
  socket: string
  /** Where it keeps what it has signed in the last 24 hours. */
  file: string
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

/** The only place with private keys: it reads no database and listens to its own user on this machine alone. */
export async function serveSigner(
  config: SignerConfig,
  now: () => number = Date.now
): Promise<{ stop: () => Promise<void> }> {
  const file = openSignedFile(config.file)
  const sockets = new Set<Socket>()

  async function sign(request: SignerRequest): Promise<SignerAnswer> {
    if (request.method === 'sign_bitcoin') {
      if (!config.bitcoin) return refusal('no_key', 'there is no key for Bitcoin')
      const signed = signBitcoin(config.bitcoin.key, config.bitcoin.network, request)
      return letOut(signed, [bitcoinWish(request)])
    }
    if (!config.ethereum) return refusal('no_key', 'there is no key for Ethereum')
    if (request.chainId !== config.ethereum.chainId)
      return refusal('wrong_chain', `chain ${request.chainId}`)
    const coin = coinWish(request)
    const { once } = config.limits.coin
    if (coin.amount > once)
      return refusal('fee_refused', `${coin.amount} wei is over the limit of ${once} for gas`)
    // Coin for gas goes to an address of ours, which the signer derives itself.
    if (request.method === 'sign_gas')
      return letOut(await signEthereum(config.ethereum.key, null, request), [coin])
    const contract = config.ethereum.contracts[request.tokenCode]
    if (!contract) return refusal('no_key', `there is no key for ${request.tokenCode}`)
    const signed = await signEthereum(config.ethereum.key, contract, request)
    // And so do tokens of a sweep: nothing leaves, and its gas was counted when it was sent there.
    if (request.method === 'sign_sweep') return signed
    const dollars = request.amount * unitsPerTokenUnit
    return letOut(signed, [{ asset: 'USD', amount: dollars, spends: coin.spends }, coin])
  }

  /** Counted on the disk before anybody has the signature: a crash in between counts too much, never too little. */
  function letOut(signed: SignerAnswer, wishes: readonly SigningWish[]): SignerAnswer {
    if (!signed.ok) return signed
    const at = now()
    let families = file.read()
    for (const wish of wishes) {
      const counted = countSigning(config.limits, families, wish, at)
      if (!counted.ok) return refusal('over_limit', counted.detail)
      families = counted.families
    }
    file.write(families)
    return signed
  }

  async function answer(line: string): Promise<SignerAnswer> {
    try {
      return await sign(signerRequest.parse(JSON.parse(line)))
    } catch (error) {
      const code = error instanceof SignedFileBroken ? 'file_broken' : 'not_understood'
      return refusal(code, (error as Error).message.slice(0, 500))
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

/** What goes to others and to the miners. */
function bitcoinWish({ inputs, change }: BitcoinRequest): SigningWish {
  const spent = inputs.reduce((sum, it) => sum + it.amount, 0n)
  const spends = inputs.map(it => `${it.transactionId}:${it.output}`)
  return { asset: 'BTC', amount: spent - (change?.amount ?? 0n), spends }
}

/** Wei that a transaction can cost the account it is sent from, with what it carries. */
function coinWish(request: EthereumRequest): SigningWish {
  const gas = request.gas * request.maxFeePerGas
  const amount = request.method === 'sign_gas' ? gas + request.amount : gas
  return { asset: 'coin', amount, spends: [`${request.chainId}:${request.nonce}`] }
}

function refusal(code: string, detail: string): SignerAnswer {
  return { ok: false, code, detail }
}
