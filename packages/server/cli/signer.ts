import { readSignerValues, type SignerValues } from '../config/signer.ts'
import type { Environment } from '../config/variable.ts'
import {
  operatorsFile,
  type SignerConfig,
  sealKeys,
  serveSigner
} from '../payments/serve-signer.ts'
import { JournalBroken } from '../payments/signer/journal.ts'
import {
  type Operator,
  readOperator,
  readOperators,
  writeOperators
} from '../payments/signer/operators.ts'
import { signingKinds } from '../payments/signing-kinds.ts'
import { StartError } from '../start-error.ts'
import { readKey } from './signer-keys.ts'
import { expectNoDumps, readPlace } from './signer-place.ts'

/** Wei per unit of a limit: limits have eight decimals, the coin has 18. */
const weiPerUnit = 10n ** 10n

/**
 * `mille signer`: signs payouts until it is stopped. With `trust` or `distrust`, changes and prints whose passkeys
 * allow large payouts.
 */
export async function runSigner(
  environment: Environment,
  [act, ...words]: readonly string[]
): Promise<void> {
  const values = readSignerValues(environment)
  const config = createSignerConfig(values, environment)
  if (act !== undefined) {
    process.stdout.write(`${changeOperators(config, act, words)}\n`)
    return
  }
  if (values.NODE_ENV === 'production') expectNoDumps()
  const { stop } = await serveSigner({ ...config, place: readPlace(values, environment) }).catch(
    explainBroken
  )
  const names = config.chains.map(it => it.title).join(' and ')
  const where = values.SIGNER_SOCKET ?? 'the socket from systemd'
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
    throw new StartError('signer takes no argument, or trust, distrust, or operators')
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
    if (!operators.some(it => it.id === id)) throw new StartError(`Passkey ${id} is not trusted`)
    operators = operators.filter(it => it.id !== id)
  }
  if (act !== 'operators') writeOperators(file, key, operators)
  const lines = operators.map(it => `  ${it.id} ${it.name}`)
  return [`Large payouts can be approved with ${lines.length} passkeys`, ...lines].join('\n')
}

function explainBroken(error: unknown): never {
  if (!(error instanceof JournalBroken)) throw error
  throw new StartError(
    `${error.message}. It is unknown what was signed before, so nothing is signed. To start over, with full limits and no record of earlier payments, move that file away`
  )
}

function createSignerConfig(
  it: SignerValues,
  environment: Environment
): Omit<SignerConfig, 'place'> {
  const chains = signingKinds.flatMap(({ name, connect }) => {
    const key = readKey(name, environment)
    return key ? [connect(key, it)] : []
  })
  if (chains.length === 0) {
    const names = signingKinds.map(it => `SIGNER_${it.name.toUpperCase()}_KEY_FILE`)
    throw new StartError(`${names.join(' or ')} is required: the file with the private key`)
  }
  return {
    file: it.SIGNER_FILE ?? `${it.SIGNER_SOCKET}.signed`,
    chains,
    limits: {
      BTC: { once: it.SIGNER_LIMIT_BTC, daily: it.SIGNER_DAILY_BTC },
      USD: { once: it.SIGNER_LIMIT_USD, daily: it.SIGNER_DAILY_USD },
      coin: {
        once: it.SIGNER_LIMIT_GAS * weiPerUnit,
        daily: it.SIGNER_DAILY_GAS * weiPerUnit
      }
    },
    approvals: {
      above: { BTC: it.SIGNER_APPROVAL_BTC, USD: it.SIGNER_APPROVAL_USD },
      origin: it.SIGNER_ORIGIN ?? it.PUBLIC_URL
    }
  }
}
