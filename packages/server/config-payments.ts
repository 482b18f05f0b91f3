import { parseAmount } from '@mille/money/amount.ts'
import { StartError } from './start-error.ts'

export type BitcoinConfig = {
  /** As the books name the chain. */
  name: string
  rpcUrl: string
  /** The wallet of the node that watches the key's addresses. */
  wallet: string
  xpub: string
  network: 'mainnet' | 'testnet' | 'regtest'
  confirmations: number
}
export type EthereumConfig = {
  /** As the books name the chain. */
  name: string
  /** The code of what pays for gas, which is no currency here. */
  coin: string
  rpcUrl: string
  xpub: string
  /** 1 is Ethereum itself; a wallet that reads the code must know. */
  chainId: number
  confirmations: number
  /** Contracts by token code; those without one are not offered. */
  tokens: Readonly<Partial<Record<'USDT' | 'USDC', string>>>
}
/** Units of 1e-8 of each asset. */
type PerAsset = Readonly<Record<'BTC' | 'USD', bigint>>

export type PaymentsConfig = {
  bitcoin: BitcoinConfig | null
  ethereum: EthereumConfig | null
  signerSocket: string | null
  withdrawals: {
    minimum: PerAsset
    fee: PerAsset
    /** What one account may withdraw in 24 hours. */
    dailyLimit: PerAsset
    /** Above it an operator says yes first. */
    approvalAbove: PerAsset
    freezeHours: number
    /** How long a payout waits for its block before it offers more. */
    bumpMinutes: number
  }
  /** Tokens at deposit addresses go to the paying account. */
  sweeps: {
    /** Units of 1e-8 USD at an address; null: never. */
    minimum: bigint | null
    /** Wei for a unit of gas: above it they wait. */
    mostFee: bigint
  }
  rates: { sources: readonly string[]; staleSeconds: number }
}

export const paymentVariables = [
  {
    name: 'BITCOIN_RPC_URL',
    default: 'no Bitcoin',
    meaning:
      'Bitcoin Core or Knots, `http://user:password@127.0.0.1:8332`; deposits and withdrawals in BTC need it'
  },
  {
    name: 'BITCOIN_XPUB',
    default: 'empty',
    meaning:
      'Extended public key of the BIP 84 account (`m/84’/0’/0’`, xpub or zpub) that deposit addresses come from'
  },
  { name: 'BITCOIN_NETWORK', default: 'mainnet', meaning: '`mainnet`, `testnet` or `regtest`' },
  {
    name: 'BITCOIN_WALLET',
    default: 'mille',
    meaning: 'Name of the watching wallet that is made in the node; it holds no private key'
  },
  {
    name: 'BITCOIN_CONFIRMATIONS',
    default: '2',
    meaning: 'Blocks until a deposit in BTC is credited'
  },
  {
    name: 'ETHEREUM_RPC_URL',
    default: 'no Ethereum',
    meaning: 'Node of Ethereum or a chain like it, for USDT and USDC'
  },
  {
    name: 'ETHEREUM_XPUB',
    default: 'empty',
    meaning:
      'Extended public key of the BIP 44 account (`m/44’/60’/0’`) that its deposit addresses come from'
  },
  { name: 'ETHEREUM_CHAIN_ID', default: '1', meaning: 'Number of that chain' },
  {
    name: 'ETHEREUM_CONFIRMATIONS',
    default: '12',
    meaning: 'Blocks until a deposit of tokens is credited'
  },
  { name: 'USDT_CONTRACT', default: 'empty', meaning: 'Contract of USDT on that chain' },
  { name: 'USDC_CONTRACT', default: 'empty', meaning: 'Contract of USDC on that chain' },
  {
    name: 'SIGNER_SOCKET',
    default: 'no withdrawals',
    meaning: 'Unix socket of `mille signer`, the only process with private keys'
  },
  {
    name: 'WITHDRAWAL_MINIMUM_BTC',
    default: '0.001',
    meaning: 'Least withdrawal in BTC; `WITHDRAWAL_MINIMUM_USD` beside it'
  },
  { name: 'WITHDRAWAL_MINIMUM_USD', default: '20', meaning: 'Least withdrawal in USD' },
  {
    name: 'WITHDRAWAL_FEE_BTC',
    default: '0.00005',
    meaning: 'Kept of each withdrawal in BTC, shown before'
  },
  {
    name: 'WITHDRAWAL_FEE_USD',
    default: '2',
    meaning: 'Kept of each withdrawal in USD, shown before'
  },
  {
    name: 'WITHDRAWAL_DAILY_BTC',
    default: '1',
    meaning: 'What one account may withdraw in 24 hours, in BTC'
  },
  { name: 'WITHDRAWAL_DAILY_USD', default: '50000', meaning: 'The same in USD' },
  {
    name: 'WITHDRAWAL_APPROVAL_BTC',
    default: '0.1',
    meaning: 'Withdrawals above it wait for an operator who is not their owner, in BTC'
  },
  { name: 'WITHDRAWAL_APPROVAL_USD', default: '5000', meaning: 'The same in USD' },
  {
    name: 'WITHDRAWAL_FREEZE_HOURS',
    default: '72',
    meaning:
      'How long money waits before it goes to an address that is not an account’s first on its chain'
  },
  {
    name: 'WITHDRAWAL_BUMP_MINUTES',
    default: '60',
    meaning: 'After so long without a block a payout is sent again with a higher fee'
  },
  {
    name: 'SWEEP_MINIMUM_USD',
    default: '50',
    meaning:
      'From so much on tokens at a deposit address are moved to the account that pays out, with its coin for the gas; `never` leaves them there'
  },
  {
    name: 'SWEEP_GAS_GWEI',
    default: '30',
    meaning: 'While a unit of gas costs more they wait'
  },
  {
    name: 'SIGNER_BITCOIN_KEY_FILE',
    default: '`bitcoin.key` of systemd’s credentials',
    meaning:
      'Only for `mille signer`: file of its own user, mode 600, with the extended private key of the BIP 84 account'
  },
  {
    name: 'SIGNER_ETHEREUM_KEY_FILE',
    default: '`ethereum.key` of systemd’s credentials',
    meaning: 'Only for `mille signer`: the same for the BIP 44 account; it pays from `1/0`'
  },
  {
    name: 'SIGNER_BITCOIN_XPRV',
    default: 'empty',
    meaning:
      'Only for `mille signer`, in development: the key itself; `SIGNER_ETHEREUM_XPRV` beside it. In production both are refused, since the environment of a process can be read while it lives'
  },
  {
    name: 'SIGNER_GROUP',
    default: 'nobody else',
    meaning:
      'Only for `mille signer`: group, by name or number, whose members may ask it; its own user has to be in it'
  },
  {
    name: 'SIGNER_FILE',
    default: 'SIGNER_SOCKET with `.signed` behind it',
    meaning:
      'Only for `mille signer`: where it keeps all that it has signed, on a disk that a restart of the machine leaves alone; needed in production'
  },
  {
    name: 'SIGNER_ORIGIN',
    default: 'PUBLIC_URL',
    meaning:
      'Only for `mille signer`: address of the dashboard, where the passkeys of operators work'
  },
  {
    name: 'SIGNER_APPROVAL_BTC',
    default: '0.1',
    meaning:
      'Only for `mille signer`: a larger payment needs the passkey of an operator whom it trusts; `SIGNER_APPROVAL_USD` beside it (5000)'
  },
  {
    name: 'SIGNER_LIMIT_BTC',
    default: '0.5',
    meaning:
      'Only for `mille signer`: the most that it signs away in one transaction, with the miners’ fee, in BTC'
  },
  {
    name: 'SIGNER_DAILY_BTC',
    default: '2',
    meaning: 'Only for `mille signer`: the same for any 24 hours'
  },
  {
    name: 'SIGNER_LIMIT_USD',
    default: '20000',
    meaning: 'Only for `mille signer`: the most in one transaction, in USD'
  },
  {
    name: 'SIGNER_DAILY_USD',
    default: '100000',
    meaning: 'Only for `mille signer`: the same for any 24 hours'
  },
  {
    name: 'SIGNER_LIMIT_GAS',
    default: '0.1',
    meaning:
      'Only for `mille signer`: the most that one transaction on Ethereum may cost, in the chain’s coin; coin that goes to a deposit address for the gas of a sweep counts'
  },
  {
    name: 'SIGNER_DAILY_GAS',
    default: '1',
    meaning:
      'Only for `mille signer`: the same for what leaves the paying account in any 24 hours, counted at the highest price that a transaction offers'
  },
  {
    name: 'RATE_SOURCES',
    default: 'a fixed rate (development)',
    meaning:
      'Where the price of a bitcoin in dollars is read, separated by spaces: `https://….json#/path/to/price`; the middle one counts'
  },
  {
    name: 'RATE_STALE_SECONDS',
    default: '600',
    meaning: 'From this age on a rate is called stale and no price is made from it'
  }
] as const

/** Wei. */
const gwei = 1_000_000_000n

type Environment = Readonly<Record<string, string | undefined>>

export function readPaymentsConfig(environment: Environment, production: boolean): PaymentsConfig {
  const amount = (name: string, otherwise: string) => units(name, environment[name] || otherwise)
  const perAsset = (name: string, btc: string, usd: string): PerAsset => ({
    BTC: amount(`WITHDRAWAL_${name}_BTC`, btc),
    USD: amount(`WITHDRAWAL_${name}_USD`, usd)
  })
  return {
    bitcoin: readBitcoin(environment),
    ethereum: readEthereum(environment),
    signerSocket: environment.SIGNER_SOCKET || null,
    withdrawals: {
      minimum: perAsset('MINIMUM', '0.001', '20'),
      fee: perAsset('FEE', '0.00005', '2'),
      dailyLimit: perAsset('DAILY', '1', '50000'),
      approvalAbove: perAsset('APPROVAL', '0.1', '5000'),
      freezeHours: whole(
        'WITHDRAWAL_FREEZE_HOURS',
        environment.WITHDRAWAL_FREEZE_HOURS || '72',
        0,
        8760
      ),
      bumpMinutes: whole(
        'WITHDRAWAL_BUMP_MINUTES',
        environment.WITHDRAWAL_BUMP_MINUTES || '60',
        0,
        10_000
      )
    },
    sweeps: {
      minimum: environment.SWEEP_MINIMUM_USD === 'never' ? null : amount('SWEEP_MINIMUM_USD', '50'),
      mostFee:
        BigInt(whole('SWEEP_GAS_GWEI', environment.SWEEP_GAS_GWEI || '30', 1, 100_000)) * gwei
    },
    rates: {
      sources: readSources(environment.RATE_SOURCES ?? '', production),
      staleSeconds: whole('RATE_STALE_SECONDS', environment.RATE_STALE_SECONDS || '600', 1, 86_400)
    }
  }
}

function readBitcoin(environment: Environment): BitcoinConfig | null {
  if (!environment.BITCOIN_RPC_URL) return null
  const network = environment.BITCOIN_NETWORK || 'mainnet'
  if (network !== 'mainnet' && network !== 'testnet' && network !== 'regtest')
    throw new StartError('BITCOIN_NETWORK must be mainnet, testnet or regtest')
  return {
    name: 'bitcoin',
    rpcUrl: address('BITCOIN_RPC_URL', environment.BITCOIN_RPC_URL),
    wallet: environment.BITCOIN_WALLET || 'mille',
    xpub: needed('BITCOIN_XPUB', environment.BITCOIN_XPUB, 'BITCOIN_RPC_URL'),
    network,
    confirmations: whole('BITCOIN_CONFIRMATIONS', environment.BITCOIN_CONFIRMATIONS || '2', 1, 100)
  }
}

function readEthereum(environment: Environment): EthereumConfig | null {
  if (!environment.ETHEREUM_RPC_URL) return null
  const tokens: Partial<Record<'USDT' | 'USDC', string>> = {}
  for (const code of ['USDT', 'USDC'] as const) {
    const contract = environment[`${code}_CONTRACT`]
    if (!contract) continue
    if (!/^0x[0-9a-fA-F]{40}$/.test(contract))
      throw new StartError(`${code}_CONTRACT must be an address, 0x and 40 digits`)
    tokens[code] = contract
  }
  return {
    name: 'ethereum',
    coin: 'ETH',
    rpcUrl: address('ETHEREUM_RPC_URL', environment.ETHEREUM_RPC_URL),
    xpub: needed('ETHEREUM_XPUB', environment.ETHEREUM_XPUB, 'ETHEREUM_RPC_URL'),
    chainId: whole('ETHEREUM_CHAIN_ID', environment.ETHEREUM_CHAIN_ID || '1', 1, 999_999_999),
    confirmations: whole(
      'ETHEREUM_CONFIRMATIONS',
      environment.ETHEREUM_CONFIRMATIONS || '12',
      1,
      1000
    ),
    tokens
  }
}

function readSources(text: string, production: boolean): string[] {
  const sources = text.split(/\s+/).filter(it => it !== '')
  for (const source of sources) {
    if (!URL.canParse(source) || !new URL(source).hash.startsWith('#/'))
      throw new StartError(
        `RATE_SOURCES must be addresses such as https://….json#/bitcoin/usd, and "${source}" is not`
      )
    if (production && !source.startsWith('https:'))
      throw new StartError('RATE_SOURCES must begin with https:// in production')
  }
  return sources
}

function needed(name: string, value: string | undefined, because: string): string {
  if (!value) throw new StartError(`${because} is set, so ${name} is needed too`)
  return value
}

function address(name: string, value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new StartError(`${name} must begin with http:// or https://`)
  return value.replace(/\/+$/, '')
}

function whole(name: string, value: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= least && number <= most))
    throw new StartError(`${name} must be a whole number from ${least} to ${most}, not "${value}"`)
  return number
}

function units(name: string, value: string): bigint {
  const amount = value.includes(',') ? null : parseAmount(value, 'btc')
  if (amount === null)
    throw new StartError(`${name} must be a number such as 0.001, not "${value}"`)
  return amount
}
