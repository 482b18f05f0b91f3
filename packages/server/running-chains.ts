import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { readDataFolder } from './config/core.ts'
import { isRunning, nameOfProcess, pidOf } from './db/data-folder.ts'
import { StartError } from './start-error.ts'

export const chainsFile = 'chains.json'
const endMs = 30_000

const chains = z.object({
  server: z.string(),
  environment: z.record(z.string(), z.string()),
  /** The nodes and the signer, in the form of `nameOfProcess`; a group of processes has a minus sign before it. */
  children: z.array(z.string())
})

/** Stores how to reach the chains of this process, for the command line and for the next start after a crash. */
export function writeChains(
  file: string,
  environment: Readonly<Record<string, string>>,
  pids: readonly number[]
): void {
  const children = pids.map(pid => (pid < 0 ? '-' : '') + nameOfProcess(Math.abs(pid)))
  const written = { server: nameOfProcess(process.pid), environment, children }
  writeFileSync(`${file}.new`, JSON.stringify(written))
  renameSync(`${file}.new`, file)
}

/**
 * Returns the environment variables of the chains of a running `npm run dev -- --chain` in this data folder; none when
 * none runs.
 */
export function runningChains(
  environment: Readonly<Record<string, string | undefined>>
): Record<string, string> {
  const isOwn = environment.BITCOIN_RPC_URL || environment.ETHEREUM_RPC_URL
  if (isOwn || environment.NODE_ENV === 'production') return {}
  const found = readChains(join(readDataFolder(environment), 'regtest', chainsFile))
  return found && isRunning(found.server) ? found.environment : {}
}

/** Stops the nodes that a killed server left behind, since they lock the chain’s folder. */
export async function endLeftBehind(file: string): Promise<void> {
  const found = readChains(file)
  if (!found) return
  if (isRunning(found.server))
    throw new StartError(`The chains in ${file} are used by process ${pidOf(found.server)}`)
  for (const child of found.children) {
    const isGroup = child.startsWith('-')
    const name = isGroup ? child.slice(1) : child
    const deadline = Date.now() + endMs
    if (isRunning(name)) process.kill(isGroup ? -pidOf(name) : pidOf(name), 'SIGTERM')
    while (isRunning(name) && Date.now() < deadline) await sleep(50)
  }
}

function readChains(file: string): z.infer<typeof chains> | null {
  if (!existsSync(file)) return null
  try {
    return chains.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // The file was edited and cannot be read. It is ignored, since it only says where to look.
    return null
  }
}
