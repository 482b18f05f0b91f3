import { z } from 'zod'
import {
  address,
  amount,
  amountOrNever,
  contract,
  extendedPublicKey,
  flag,
  integer,
  oneOf,
  peersOf,
  positiveAmount,
  secretMatching,
  socketAddress,
  text
} from './kinds.ts'
import {
  type Environment,
  isProduction,
  needs,
  type Rule,
  type Values,
  type Variables
} from './variable.ts'

export type BitcoinConfig = {
  /** Name of the bitcoin network in the ledger. */
  name: string
  rpcUrl: string
  /** Name of the node's wallet that watches the addresses derived from `xpub`. */
  wallet: string
  xpub: string
  network: 'mainnet' | 'testnet' | 'regtest'
  confirmations: number
  /** Minimum deposit in satoshis; smaller outputs are never credited. */
  minimumDeposit: bigint
}
export type EthereumConfig = {
  /** Name of the Ethereum chain in the ledger. */
  name: string
  /** Code of the coin that pays for gas, which is not one of the network's currencies. */
  coin: string
  rpcUrl: string
  xpub: string
  /** EIP-155 chain ID; 1 is the Ethereum mainnet. Wallets that read a payment code need it. */
  chainId: number
  confirmations: number
  /** Contract addresses by token code; a token without one is not offered. */
  tokens: Readonly<Partial<Record<'USDT' | 'USDC', string>>>
}
/** The embedded Lightning node, which is for development and tests. */
export type LightningConfig = {
  /** The network of the chain under the channels. */
  network: BitcoinConfig['network']
  /** 32 bytes from which all keys of the node follow. */
  seed: Uint8Array
  /** Where peers connect; null accepts no connections. */
  listen: { host: string; port: number } | null
  peers: readonly { publicKey: string; host: string; port: number }[]
  /** Limits of the amount of an invoice, in satoshis. */
  minimumDeposit: bigint
  maximumDeposit: bigint
  /** Limits of the invoice of a withdrawal, in satoshis, without what routing costs. */
  minimumWithdrawal: bigint
  maximumWithdrawal: bigint
}
/** Amounts of each asset, in units of 1e-8. */
type PerAsset = Readonly<Record<'BTC' | 'USD', bigint>>

export type PaymentsConfig = {
  bitcoin: BitcoinConfig | null
  ethereum: EthereumConfig | null
  lightning: LightningConfig | null
  signerSocket: string | null
  withdrawals: {
    minimum: PerAsset
    fee: PerAsset
    /** Maximum amount that one account may withdraw in 24 hours. */
    dailyLimit: PerAsset
    /**
     * A withdrawal needs an operator's approval if it exceeds this amount together with the other unapproved ones of 24
     * hours.
     */
    approvalAbove: PerAsset
    freezeHours: number
    /** Minutes that a payout waits for its block before its fee is raised. */
    bumpMinutes: number
  }
  /** Sweeps move tokens from deposit addresses to the account that makes payouts. */
  sweeps: {
    /** Least balance of an address to sweep, in units of 1e-8 USD; null turns sweeps off. */
    minimum: bigint | null
    /** Highest gas price in wei at which sweeps are sent; above it they wait. */
    maxFee: bigint
  }
  rates: { sources: readonly string[]; staleSeconds: number }
  /** Whether one bitcoin payout a day carries the hash of the last checkpoint of the public log. */
  isAnchoring: boolean
}

/** Variables that the signer reads too, because it uses the same socket and must know the same chains. */
export const chainVariables = {
  SIGNER_SOCKET: {
    unset: 'no withdrawals',
    check: text,
    help: 'Unix socket of `mille signer`, the only process with private keys'
  },
  BITCOIN_NETWORK: {
    default: 'mainnet',
    check: oneOf(['mainnet', 'testnet', 'regtest']),
    help: '`mainnet`, `testnet` or `regtest`'
  },
  ETHEREUM_CHAIN_ID: {
    default: '1',
    check: integer(1, 999_999_999),
    help: 'ID of that chain'
  },
  USDT_CONTRACT: { unset: 'no USDT', check: contract, help: 'Contract of USDT on that chain' },
  USDC_CONTRACT: { unset: 'no USDC', check: contract, help: 'Contract of USDC on that chain' }
} as const satisfies Variables

const { SIGNER_SOCKET, BITCOIN_NETWORK, ...ethereumVariables } = chainVariables

export const paymentVariables = {
  BITCOIN_RPC_URL: {
    unset: 'no Bitcoin',
    check: address,
    help: 'Bitcoin Core or Knots, `http://user:password@127.0.0.1:8332`. Required for deposits and withdrawals in BTC'
  },
  BITCOIN_XPUB: {
    unset: 'none',
    check: extendedPublicKey,
    help: 'Extended public key of the BIP 84 account (`m/84’/0’/0’`, xpub or zpub) from which deposit addresses are derived'
  },
  BITCOIN_NETWORK,
  BITCOIN_WALLET: {
    default: 'mille',
    check: text,
    help: 'Name of the watch-only wallet that is created in the node; it has no private keys'
  },
  BITCOIN_CONFIRMATIONS: {
    default: '2',
    check: integer(1, 100),
    help: 'Confirmations before a deposit in BTC is credited'
  },
  DEPOSIT_MINIMUM_BTC: {
    default: '0.00005',
    check: positiveAmount,
    help: 'Minimum deposit in BTC, at least 0.00000001. A payment below it is shown to its owner and never credited, because a small coin can cost more to spend than it holds. Each output of a transaction counts on its own, and a change applies to payments that are first seen after it'
  },
  BITCOIN_ANCHORS: {
    default: 'false',
    check: flag,
    help: 'Adds the hash of the latest checkpoint of the public log to one payout in BTC each day, so that the log is anchored in the blockchain. The network pays the fee of 49 more bytes'
  },
  LIGHTNING: {
    default: 'off',
    check: oneOf(['off', 'embedded']),
    help: '`embedded` runs a Lightning node in the worker, for development and tests; it is refused on mainnet'
  },
  LIGHTNING_SEED: {
    unset: 'none',
    check: secretMatching(/^[0-9a-fA-F]{64}$/, '64 hexadecimal digits'),
    help: '32 random bytes from which all keys of the Lightning node are derived: `openssl rand -hex 32`. It never changes while the node has channels'
  },
  LIGHTNING_LISTEN: {
    unset: 'accepts no connections',
    check: socketAddress,
    help: 'Address and port on which Lightning nodes connect to this one, such as `127.0.0.1:9735`'
  },
  LIGHTNING_PEERS: {
    unset: 'none',
    check: peersOf,
    help: 'Lightning nodes to connect to, as `public key@host:port`, separated by spaces'
  },
  LIGHTNING_MINIMUM_BTC: {
    default: '0.00001',
    check: positiveAmount,
    help: 'Minimum deposit by Lightning in BTC'
  },
  LIGHTNING_MAXIMUM_BTC: {
    default: '0.01',
    check: positiveAmount,
    help: 'Maximum deposit by Lightning in BTC. A larger payment needs more room in channels'
  },
  LIGHTNING_WITHDRAWAL_MINIMUM_BTC: {
    default: '0.00001',
    check: positiveAmount,
    help: 'Minimum withdrawal by Lightning in BTC'
  },
  LIGHTNING_WITHDRAWAL_MAXIMUM_BTC: {
    default: '0.01',
    check: positiveAmount,
    help: 'Maximum withdrawal by Lightning in BTC'
  },
  ETHEREUM_RPC_URL: {
    unset: 'no Ethereum',
    check: address,
    help: 'Node of Ethereum or a compatible chain, for USDT and USDC'
  },
  ETHEREUM_XPUB: {
    unset: 'none',
    check: extendedPublicKey,
    help: 'Extended public key of the BIP 44 account (`m/44’/60’/0’`) from which its deposit addresses are derived'
  },
  ...ethereumVariables,
  ETHEREUM_CONFIRMATIONS: {
    default: '12',
    check: integer(1, 1000),
    help: 'Confirmations before a deposit of tokens is credited'
  },
  SIGNER_SOCKET,
  WITHDRAWAL_MINIMUM_BTC: { default: '0.001', check: amount, help: 'Minimum withdrawal in BTC' },
  WITHDRAWAL_MINIMUM_USD: { default: '20', check: amount, help: 'Minimum withdrawal in USD' },
  WITHDRAWAL_FEE_BTC: {
    default: '0.00005',
    check: amount,
    help: 'Fee for a withdrawal in BTC, shown beforehand'
  },
  WITHDRAWAL_FEE_USD: {
    default: '2',
    check: amount,
    help: 'Fee for a withdrawal in USD, shown beforehand'
  },
  WITHDRAWAL_DAILY_BTC: {
    default: '1',
    check: amount,
    help: 'Maximum that one account can withdraw in 24 hours, in BTC'
  },
  WITHDRAWAL_DAILY_USD: {
    default: '50000',
    check: amount,
    help: 'Maximum that one account can withdraw in 24 hours, in USD'
  },
  WITHDRAWAL_APPROVAL_BTC: {
    default: '0.1',
    check: amount,
    help: 'What an account withdraws above it in 24 hours, in BTC, waits for an operator other than the owner to approve it'
  },
  WITHDRAWAL_APPROVAL_USD: {
    default: '5000',
    check: amount,
    help: 'What an account withdraws above it in 24 hours, in USD, waits for an operator other than the owner to approve it'
  },
  WITHDRAWAL_FREEZE_HOURS: {
    default: '72',
    check: integer(0, 8760),
    help: 'Hours before money can be sent to an address other than an account’s first on that chain'
  },
  WITHDRAWAL_BUMP_MINUTES: {
    default: '60',
    check: integer(0, 10_000),
    help: 'Minutes before an unconfirmed payout is sent again with a higher fee'
  },
  SWEEP_MINIMUM_USD: {
    default: '50',
    check: amountOrNever,
    help: 'Minimum amount of tokens at a deposit address before they are moved to the paying account, which pays for the gas; `never` leaves them there'
  },
  SWEEP_GAS_GWEI: {
    default: '30',
    check: integer(1, 100_000),
    help: 'Maximum gas price, in gwei, at which tokens are moved'
  },
  RATE_SOURCES: {
    unset: 'a fixed rate in development, else none',
    // Error messages do not repeat the value, because a source's URL may contain an API key.
    check: z
      .string()
      .transform(splitSources)
      .refine(it => it.every(one => URL.canParse(one) && new URL(one).hash.startsWith('#/')), {
        error: 'must be addresses such as https://….json#/bitcoin/usd, with spaces between'
      }),
    help: 'Where to read the price of one bitcoin in dollars, separated by spaces: `https://….json#/path/to/price`. The median is used'
  },
  RATE_STALE_SECONDS: {
    default: '600',
    check: integer(1, 86_400),
    help: 'Age at which a rate is called stale and no longer used for prices'
  }
} as const satisfies Variables

export const paymentRules: readonly Rule[] = [
  needs('BITCOIN_RPC_URL', 'BITCOIN_XPUB'),
  needs('ETHEREUM_RPC_URL', 'ETHEREUM_XPUB'),
  given => {
    if (given.LIGHTNING !== 'embedded') return null
    if ((given.BITCOIN_NETWORK ?? chainVariables.BITCOIN_NETWORK.default) === 'mainnet')
      return 'LIGHTNING=embedded is for development and tests, and is refused on mainnet: set BITCOIN_NETWORK to testnet or regtest, or LIGHTNING to off'
    const missing = [
      ...(given.BITCOIN_RPC_URL === undefined ? ['BITCOIN_RPC_URL'] : []),
      ...(given.LIGHTNING_SEED === undefined ? ['LIGHTNING_SEED'] : [])
    ]
    return missing.length === 0
      ? null
      : `LIGHTNING is embedded, so ${missing.join(' and ')} must be set too`
  },
  given => {
    const chain = given.LOOK_AROUND === 'true' ? findRealChain(given) : null
    return (
      chain &&
      `LOOK_AROUND is for demonstrations without real money, and ${chain}: unset LOOK_AROUND, or use a test network`
    )
  },
  given => {
    const isUnsafe = splitSources(given.RATE_SOURCES ?? '').some(it => !it.startsWith('https:'))
    return isProduction(given) && isUnsafe
      ? 'RATE_SOURCES must begin with https:// in production'
      : null
  }
]

/** Ethereum chains whose coins are worth nothing: local ones, Sepolia, Holesky and Hoodi. All others count as real. */
const testChains: ReadonlySet<number> = new Set([1337, 31_337, 11_155_111, 17_000, 560_048])

/** Names a chain on which coins are worth money, as the end of a sentence; null if there is none. */
function findRealChain(given: Environment): string | null {
  const bitcoin = given.BITCOIN_NETWORK ?? chainVariables.BITCOIN_NETWORK.default
  const ethereum = given.ETHEREUM_CHAIN_ID ?? chainVariables.ETHEREUM_CHAIN_ID.default
  if (given.BITCOIN_RPC_URL !== undefined && bitcoin === 'mainnet')
    return 'BITCOIN_NETWORK is mainnet'
  return given.ETHEREUM_RPC_URL !== undefined && !testChains.has(Number(ethereum))
    ? `ETHEREUM_CHAIN_ID ${ethereum} is not a known test network`
    : null
}

/** One gwei, in wei. */
const gwei = 1_000_000_000n

type PaymentValues = Values<typeof paymentVariables>

export function createPaymentsConfig(it: PaymentValues): PaymentsConfig {
  return {
    bitcoin: createBitcoinConfig(it),
    ethereum: createEthereumConfig(it),
    lightning: createLightningConfig(it),
    signerSocket: it.SIGNER_SOCKET,
    withdrawals: {
      minimum: { BTC: it.WITHDRAWAL_MINIMUM_BTC, USD: it.WITHDRAWAL_MINIMUM_USD },
      fee: { BTC: it.WITHDRAWAL_FEE_BTC, USD: it.WITHDRAWAL_FEE_USD },
      dailyLimit: { BTC: it.WITHDRAWAL_DAILY_BTC, USD: it.WITHDRAWAL_DAILY_USD },
      approvalAbove: { BTC: it.WITHDRAWAL_APPROVAL_BTC, USD: it.WITHDRAWAL_APPROVAL_USD },
      freezeHours: it.WITHDRAWAL_FREEZE_HOURS,
      bumpMinutes: it.WITHDRAWAL_BUMP_MINUTES
    },
    sweeps: { minimum: it.SWEEP_MINIMUM_USD, maxFee: BigInt(it.SWEEP_GAS_GWEI) * gwei },
    rates: { sources: it.RATE_SOURCES ?? [], staleSeconds: it.RATE_STALE_SECONDS },
    isAnchoring: it.BITCOIN_ANCHORS
  }
}

function createBitcoinConfig(it: PaymentValues): BitcoinConfig | null {
  if (it.BITCOIN_RPC_URL === null || it.BITCOIN_XPUB === null) return null
  return {
    name: 'bitcoin',
    rpcUrl: it.BITCOIN_RPC_URL,
    wallet: it.BITCOIN_WALLET,
    xpub: it.BITCOIN_XPUB,
    network: it.BITCOIN_NETWORK,
    confirmations: it.BITCOIN_CONFIRMATIONS,
    minimumDeposit: it.DEPOSIT_MINIMUM_BTC
  }
}

function createLightningConfig(it: PaymentValues): LightningConfig | null {
  if (it.LIGHTNING === 'off' || it.LIGHTNING_SEED === null) return null
  return {
    network: it.BITCOIN_NETWORK,
    seed: Buffer.from(it.LIGHTNING_SEED, 'hex'),
    listen: it.LIGHTNING_LISTEN,
    peers: it.LIGHTNING_PEERS ?? [],
    minimumDeposit: it.LIGHTNING_MINIMUM_BTC,
    maximumDeposit: it.LIGHTNING_MAXIMUM_BTC,
    minimumWithdrawal: it.LIGHTNING_WITHDRAWAL_MINIMUM_BTC,
    maximumWithdrawal: it.LIGHTNING_WITHDRAWAL_MAXIMUM_BTC
  }
}

function createEthereumConfig(it: PaymentValues): EthereumConfig | null {
  if (it.ETHEREUM_RPC_URL === null || it.ETHEREUM_XPUB === null) return null
  return {
    name: 'ethereum',
    coin: 'ETH',
    rpcUrl: it.ETHEREUM_RPC_URL,
    xpub: it.ETHEREUM_XPUB,
    chainId: it.ETHEREUM_CHAIN_ID,
    confirmations: it.ETHEREUM_CONFIRMATIONS,
    tokens: {
      ...(it.USDT_CONTRACT === null ? {} : { USDT: it.USDT_CONTRACT }),
      ...(it.USDC_CONTRACT === null ? {} : { USDC: it.USDC_CONTRACT })
    }
  }
}

function splitSources(list: string): string[] {
  return list.split(/\s+/).filter(it => it !== '')
}
