import { sharedVariables } from './core.ts'
import { amount, matching, origin, secretMatching, text } from './kinds.ts'
import { chainVariables } from './payments.ts'
import {
  type Environment,
  type Rule,
  readVariables,
  type Values,
  type Variables
} from './variable.ts'

const privateKey = secretMatching(
  /^[xztv]prv/,
  'an extended private key (xprv, zprv, tprv or vprv)'
)

/** Variables that only `mille signer` reads. */
export const signerVariables = {
  SIGNER_BITCOIN_KEY_FILE: {
    unset: '`bitcoin.key` of systemd’s credentials',
    check: text,
    help: 'File with the extended private key of the BIP 84 account, owned by the signer’s user, mode 600'
  },
  SIGNER_ETHEREUM_KEY_FILE: {
    unset: '`ethereum.key` of systemd’s credentials',
    check: text,
    help: 'File with the extended private key of the BIP 44 account, which pays from `1/0`'
  },
  SIGNER_BITCOIN_XPRV: {
    unset: 'none',
    check: privateKey,
    help: 'The key itself, in development. Refused in production, because the environment of a running process can be read'
  },
  SIGNER_ETHEREUM_XPRV: {
    unset: 'none',
    check: privateKey,
    help: 'The key itself, in development. Refused in production'
  },
  SIGNER_GROUP: {
    unset: 'only its own user',
    check: matching(/^[\w.$-]+$/, 'the name or number of a group'),
    help: 'Group, by name or number, whose members may connect; the signer’s own user must be in it'
  },
  SIGNER_FILE: {
    unset: 'SIGNER_SOCKET with `.signed` appended',
    check: text,
    help: 'Where it records everything it has signed, on a disk that survives a restart of the machine. Required in production'
  },
  SIGNER_ORIGIN: {
    unset: 'PUBLIC_URL',
    check: origin,
    help: 'Origin of the dashboard, where operators use their passkeys'
  },
  SIGNER_APPROVAL_BTC: {
    default: '0.1',
    check: amount,
    help: 'What the whole network pays above it in 24 hours, in BTC, requires the passkey of an operator whom the signer trusts'
  },
  SIGNER_APPROVAL_USD: {
    default: '5000',
    check: amount,
    help: 'What the whole network pays above it in 24 hours, in USD, requires the passkey of an operator whom the signer trusts'
  },
  SIGNER_LIMIT_BTC: {
    default: '0.5',
    check: amount,
    help: 'Maximum that it signs away in one transaction, including the miners’ fee, in BTC'
  },
  SIGNER_DAILY_BTC: {
    default: '2',
    check: amount,
    help: 'Maximum that it signs away in any 24 hours, in BTC'
  },
  SIGNER_LIMIT_USD: {
    default: '20000',
    check: amount,
    help: 'Maximum that it signs away in one transaction, in USD'
  },
  SIGNER_DAILY_USD: {
    default: '100000',
    check: amount,
    help: 'Maximum that it signs away in any 24 hours, in USD'
  },
  SIGNER_LIMIT_GAS: {
    default: '0.1',
    check: amount,
    help: 'Maximum cost of one transaction on Ethereum, in the chain’s coin. Coin sent to a deposit address for the gas of a sweep counts'
  },
  SIGNER_DAILY_GAS: {
    default: '1',
    check: amount,
    help: 'Maximum gas that the paying account spends in any 24 hours, counted at the highest price that each transaction offers'
  }
} as const satisfies Variables

const all = { ...sharedVariables, ...chainVariables, ...signerVariables }

export type SignerValues = Values<typeof all>

const signerRules: readonly Rule[] = [
  ({ NODE_ENV, SIGNER_FILE, SIGNER_SOCKET }) =>
    !SIGNER_FILE && (NODE_ENV === 'production' || !SIGNER_SOCKET)
      ? 'SIGNER_FILE is required: the file in which the signer records what it has signed'
      : null
]

export function readSignerValues(environment: Environment): SignerValues {
  return readVariables(all, environment, signerRules)
}
