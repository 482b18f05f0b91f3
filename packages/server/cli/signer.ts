import { parseAmount } from '@mille/money/amount.ts'
import { JournalBroken } from '../payments/signer/journal.ts'
import {
  type Operator,
  readOperator,
  readOperators,
  writeOperators
} from '../payments/signer/operators.ts'
import {
  operatorsFile,
  type SignerConfig,
  sealKeys,
  serveSigner
} from '../payments/signer/serve-signer.ts'
import { signingKinds } from '../payments/signer/signing-kinds.ts'
import { StartError } from '../start-error.ts'
import { readKey } from './signer-keys.ts'
import { expectNoDumps, readPlace } from './signer-place.ts'

/** Limits are read with eight decimals; a coin has 18. */
const weiPerUnit = 10n ** 10n

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * `mille signer`: signs payouts until it is stopped. With `trust` or `distrust` behind it: changes whose passkeys allow
 * large payouts, and says whose do.
 */
export async function runSigner(
  environment: Environment,
  [act, ...words]: readonly string[]
): Promise<void> {
  const config = readSignerConfig(environment)
  if (act !== undefined) {
    process.stdout.write(`${changeOperators(config, act, words)}\n`)
    return
  }
  if (environment.NODE_ENV === 'production') expectNoDumps()
  const { stop } = await serveSigner({ ...config, place: readPlace(environment) }).catch(
    explainBroken
  )
  const names = config.chains.map(it => it.title).join(' and ')
  const where = environment.SIGNER_SOCKET || 'the socket of systemd'
  process.stdout.write(`The signer for ${names} is ready at ${where}\n`)
  await new Promise<void>(done => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => done())
  })
  await stop()
}

function changeOperators(
  config: Omit<SignerConfig, 'place'>,
  act: string,
  words: readonly string[]
): string {
  const file = operatorsFile(config.file)
  const keys = sealKeys(config)
  const [key] = keys
  if (!key || !['trust', 'distrust', 'operators'].includes(act))
    throw new StartError('signer takes nothing behind it, or trust, distrust or operators')
  let operators: Operator[] = readOperators(file, keys)
  if (act === 'trust') {
    const added = readOperator(words.join(' '))
    if (!added)
      throw new StartError(
        'signer trust takes a line of `mille passkeys`: <id> <public key> <name>'
      )
    operators = [...operators.filter(it => it.id !== added.id), added]
  }
  if (act === 'distrust') {
    const [id = ''] = words
    if (!operators.some(it => it.id === id)) throw new StartError(`No passkey ${id} is trusted`)
    operators = operators.filter(it => it.id !== id)
  }
  if (act !== 'operators') writeOperators(file, key, operators)
  const lines = operators.map(it => `  ${it.id} ${it.name}`)
  return [`Large payouts are allowed by ${lines.length} passkeys`, ...lines].join('\n')
}

function explainBroken(error: unknown): never {
  if (!(error instanceof JournalBroken)) throw error
  throw new StartError(
    `${error.message}. What was signed is not known, so nothing is signed. To begin anew, with whole limits and no memory of what was paid, move that file away`
  )
}

function readSignerConfig(environment: Environment): Omit<SignerConfig, 'place'> {
  const { SIGNER_SOCKET, SIGNER_FILE } = environment
  if (!SIGNER_FILE && (environment.NODE_ENV === 'production' || !SIGNER_SOCKET))
    throw new StartError('SIGNER_FILE is needed: where the signer keeps what it has signed')
  const chains = signingKinds.flatMap(({ name, connect }) => {
    const key = readKey(name, environment)
    return key ? [connect(key, environment)] : []
  })
  if (chains.length === 0) {
    const names = signingKinds.map(it => `SIGNER_${it.name.toUpperCase()}_KEY_FILE`)
    throw new StartError(`${names.join(' or ')} is needed: the file with the private key`)
  }
  const limit = (name: string, otherwise: string) => units(name, environment[name] || otherwise)
  return {
    file: SIGNER_FILE || `${SIGNER_SOCKET}.signed`,
    chains,
    limits: {
      BTC: { once: limit('SIGNER_LIMIT_BTC', '0.5'), daily: limit('SIGNER_DAILY_BTC', '2') },
      USD: { once: limit('SIGNER_LIMIT_USD', '20000'), daily: limit('SIGNER_DAILY_USD', '100000') },
      coin: {
        once: limit('SIGNER_LIMIT_GAS', '0.1') * weiPerUnit,
        daily: limit('SIGNER_DAILY_GAS', '1') * weiPerUnit
      }
    },
    approvals: {
      above: {
        BTC: limit('SIGNER_APPROVAL_BTC', '0.1'),
        USD: limit('SIGNER_APPROVAL_USD', '5000')
      },
      origin: readOrigin(environment.SIGNER_ORIGIN || environment.PUBLIC_URL)
    }
  }
}

function readOrigin(text: string | undefined): string | null {
  if (!text) return null
  if (!URL.canParse(text)) throw new StartError(`SIGNER_ORIGIN must be an address, not "${text}"`)
  return new URL(text).origin
}

function units(name: string, value: string): bigint {
  const amount = parseAmount(value, 'btc')
  if (amount === null) throw new StartError(`${name} must be a number such as 0.5, not "${value}"`)
  return amount
}
