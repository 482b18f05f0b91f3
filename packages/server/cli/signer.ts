import { parseAmount } from '@mille/money/amount.ts'
import { readExtendedKey } from '../payments/bitcoin/keys.ts'
import { type SignerConfig, serveSigner } from '../payments/signer/serve-signer.ts'
import { SignedFileBroken } from '../payments/signer/signed-file.ts'
import { StartError } from '../start-error.ts'

/** Limits are read with eight decimals; a coin has 18. */
const weiPerUnit = 10n ** 10n

type Environment = Readonly<Record<string, string | undefined>>

/** `mille signer`: signs payouts until it is stopped. Its keys stand in its own environment and nowhere else. */
export async function runSigner(environment: Environment): Promise<void> {
  const config = readSignerConfig(environment)
  const { stop } = await serveSigner(config).catch(explainBroken)
  const chains = [config.bitcoin ? 'Bitcoin' : '', config.ethereum ? 'Ethereum' : '']
  const names = chains.filter(it => it !== '').join(' and ')
  process.stdout.write(`The signer for ${names} is ready at ${config.socket}\n`)
  await new Promise<void>(done => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => done())
  })
  await stop()
}

function explainBroken(error: unknown): never {
  if (!(error instanceof SignedFileBroken)) throw error
  throw new StartError(
    `${error.message}. What was signed in the last 24 hours is not known, so nothing is signed. To begin anew, with whole limits, move that file away`
  )
}

function readSignerConfig(environment: Environment): SignerConfig {
  const { SIGNER_SOCKET, SIGNER_FILE, SIGNER_BITCOIN_XPRV, SIGNER_ETHEREUM_XPRV } = environment
  if (!SIGNER_SOCKET) throw new StartError('SIGNER_SOCKET is needed: where the signer listens')
  if (!SIGNER_FILE && environment.NODE_ENV === 'production')
    throw new StartError('SIGNER_FILE is needed in production: where the signer counts its limits')
  const network = environment.BITCOIN_NETWORK || 'mainnet'
  if (network !== 'mainnet' && network !== 'testnet' && network !== 'regtest')
    throw new StartError('BITCOIN_NETWORK must be mainnet, testnet or regtest')
  if (!SIGNER_BITCOIN_XPRV && !SIGNER_ETHEREUM_XPRV)
    throw new StartError('SIGNER_BITCOIN_XPRV or SIGNER_ETHEREUM_XPRV is needed: the private key')
  const contracts = {
    ...(environment.USDT_CONTRACT ? { USDT: environment.USDT_CONTRACT } : {}),
    ...(environment.USDC_CONTRACT ? { USDC: environment.USDC_CONTRACT } : {})
  }
  const limit = (name: string, otherwise: string) => units(name, environment[name] || otherwise)
  return {
    socket: SIGNER_SOCKET,
    file: SIGNER_FILE || `${SIGNER_SOCKET}.signed`,
    bitcoin: SIGNER_BITCOIN_XPRV
      ? { key: privateKey('SIGNER_BITCOIN_XPRV', SIGNER_BITCOIN_XPRV), network }
      : null,
    ethereum: SIGNER_ETHEREUM_XPRV
      ? {
          key: privateKey('SIGNER_ETHEREUM_XPRV', SIGNER_ETHEREUM_XPRV),
          chainId: Number(environment.ETHEREUM_CHAIN_ID || '1'),
          contracts
        }
      : null,
    limits: {
      BTC: { once: limit('SIGNER_LIMIT_BTC', '0.5'), daily: limit('SIGNER_DAILY_BTC', '2') },
      USD: { once: limit('SIGNER_LIMIT_USD', '20000'), daily: limit('SIGNER_DAILY_USD', '100000') },
      coin: {
        once: limit('SIGNER_LIMIT_GAS', '0.1') * weiPerUnit,
        daily: limit('SIGNER_DAILY_GAS', '1') * weiPerUnit
      }
    }
  }
}

function privateKey(name: string, text: string) {
  try {
    const key = readExtendedKey(text)
    if (key.privateKey) return key
  } catch {
    // Said below, without the text: it may be a key with a slip in it.
  }
  throw new StartError(`${name} must be an extended private key (xprv, zprv, tprv or vprv)`)
}

function units(name: string, value: string): bigint {
  const amount = parseAmount(value, 'btc')
  if (amount === null) throw new StartError(`${name} must be a number such as 0.5, not "${value}"`)
  return amount
}
