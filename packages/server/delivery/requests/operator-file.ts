import { readFileSync, statSync } from 'node:fs'
import type { Context } from '../../context.ts'
import { StartError } from '../../start-error.ts'

const lookEveryMs = 2000

export type OperatorFile<Value> = {
  current: () => Value
  /** Looks for changes from now on. */
  watch: () => void
  stop: () => void
}

type Source<Value> = {
  path: string
  /** What counts while there is no such file. */
  otherwise: string
  /** Throws an Error that names the line which is wrong. */
  parse: (text: string) => Value
}

/**
 * A list that the operator keeps in a file and changes while the server runs. A mistake stops the start; made later it
 * is logged, and the list stays as it was.
 */
export function openOperatorFile<Value>(
  { path, otherwise, parse }: Source<Value>,
  log: Context['log']
): OperatorFile<Value> {
  let version = ''
  let value = parse(otherwise)
  let timer: NodeJS.Timeout | undefined

  /** False when the file is the one that was read last, right or wrong. */
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

/** The lines that say something: without comments, which begin with `#`, and with their numbers. */
export function linesOf(text: string): { number: number; line: string }[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line, index) => ({ number: index + 1, line: line.replace(/#.*/, '').trim() }))
    .filter(({ line }) => line !== '')
}

/** Empty when there is no such file. */
function versionOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : ''
}
