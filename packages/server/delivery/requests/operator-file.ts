import { readFileSync, statSync } from 'node:fs'
import type { Context } from '../../context.ts'
import { StartError } from '../../start-error.ts'

const lookEveryMs = 2000

export type OperatorFile<Value> = {
  current: () => Value
  /** Starts watching the file for changes. */
  watch: () => void
  stop: () => void
}

type Source<Value> = {
  path: string
  /** Content that is used while the file does not exist. */
  otherwise: string
  /** Parses the file. Throws an `Error` that names the wrong line. */
  parse: (text: string) => Value
}

/**
 * A list that the operator keeps in a file and may change while the server runs. A mistake in the file prevents the
 * start; a mistake made later is logged, and the list stays unchanged.
 */
export function openOperatorFile<Value>(
  { path, otherwise, parse }: Source<Value>,
  log: Context['log']
): OperatorFile<Value> {
  let version = ''
  let value = parse(otherwise)
  let timer: NodeJS.Timeout | undefined

  /** Reads the file; returns false when it is unchanged since it was last read, whether it was valid or not. */
  function read(): boolean {
    const found = versionOf(path)
    if (found === version) return false
    version = found
    value = parse(found === '' ? otherwise : readFileSync(path, 'utf8'))
    return true
  }

  try {
    read()
  } catch (error) {
    throw new StartError(`${path}: ${(error as Error).message}`)
  }

  function look(): void {
    try {
      if (read()) log.info({ path }, 'a list was read again')
    } catch (error) {
      log.warn({ path, error: (error as Error).message }, 'a list could not be read and stays')
    }
  }

  return {
    current: () => value,
    watch() {
      timer = setInterval(look, lookEveryMs)
      timer.unref()
    },
    stop: () => clearInterval(timer)
  }
}

/** Returns the lines with content, and their numbers. Comments, which begin with `#`, are removed. */
export function linesOf(text: string): { number: number; line: string }[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line, index) => ({ number: index + 1, line: line.replace(/#.*/, '').trim() }))
    .filter(({ line }) => line !== '')
}

/** Returns a string that changes whenever the file does; empty when the file does not exist. */
function versionOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : ''
}
