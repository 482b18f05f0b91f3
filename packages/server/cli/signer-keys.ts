import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { HDKey } from '@scure/bip32'
import type { Environment } from '../config/variable.ts'
import { readExtendedKey } from '../payments/facts/extended-key.ts'
import { StartError } from '../start-error.ts'

/** Maximum size of a key file, in bytes; longer than any extended key. */
const maxBytes = 1_000

/**
 * Reads the private key of a chain from the configured file or from systemd's credentials. A process's environment can
 * be read by its user and root for as long as it runs, so keys in variables are for development only.
 */
export function readKey(chain: string, environment: Environment): HDKey | null {
  const name = `SIGNER_${chain.toUpperCase()}`
  const text = environment[`${name}_XPRV`]
  if (text && environment.NODE_ENV === 'production')
    throw new StartError(
      `${name}_XPRV is for development only: put the key into a file that belongs to the signer’s user and set ${name}_KEY_FILE`
    )
  if (text) return privateKey(`${name}_XPRV`, text)
  const named = environment[`${name}_KEY_FILE`]
  if (named) return keyIn(named, true)
  const loaded = join(environment.CREDENTIALS_DIRECTORY ?? '', `${chain}.key`)
  return environment.CREDENTIALS_DIRECTORY && existsSync(loaded) ? keyIn(loaded, false) : null
}

/** A credential loaded by systemd is private to this process in ways that the file's mode does not show. */
function keyIn(path: string, isOwnFile: boolean): HDKey {
  const bytes = Buffer.alloc(maxBytes)
  try {
    const file = openSync(path, 'r')
    try {
      if (isOwnFile && (fstatSync(file).mode & 0o077) !== 0)
        throw new Error('other users can read it: run chmod 600')
      const length = readSync(file, bytes)
      return privateKey(path, bytes.toString('utf8', 0, length).trim())
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The private key in ${path} cannot be used: ${(error as Error).message}`)
  } finally {
    bytes.fill(0)
  }
}

function privateKey(name: string, text: string): HDKey {
  try {
    const key = readExtendedKey(text)
    if (key.privateKey) return key
  } catch {
    // The error is thrown below without the text, which may be a key with a typo.
  }
  throw new StartError(`${name} must be an extended private key (xprv, zprv, tprv or vprv)`)
}
