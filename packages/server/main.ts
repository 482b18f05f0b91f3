import { hostname } from 'node:os'
import type { Logger } from 'pino'
import project from '../../package.json' with { type: 'json' }
import { type Config, readConfig } from './config.ts'
import { createLog } from './context.ts'
import type { Chains } from './development-chains.ts'
import { type RunningServer, type StartOptions, startServer } from './server.ts'
import { StartError } from './start-error.ts'

/**
 * npm repeats a signal that the whole terminal has already received: a signal within this many milliseconds belongs to
 * the same Ctrl-C.
 */
const sameSignalMs = 500

/** Entry point of `npm start` and `npm run dev`: starts the server, prints its URL, and stops it on a signal. */
const started = performance.now()
let chains: Chains | null = null
let server: RunningServer | null = null
let stoppingSince: number | null = null
/** In production, logs starts and stops whatever `LOG_LEVEL` is. Otherwise they are printed to the terminal. */
let log: Logger | null = null
// The process that reads the output may have ended by the same signal; errors of the streams must not interrupt the
// stop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
try {
  const development = process.argv.includes('--dev')
  chains = process.argv.includes('--chain')
    ? await (await import('./development-chains.ts')).startChains(process.env)
    : null
  const config = readConfig({ ...process.env, ...chains?.environment })
  if (config.mode === 'production') log = createLog({ logLevel: 'info' })
  const options: StartOptions = development
    ? (await import('./development.ts')).developmentPages()
    : {}
  const stopChains = chains?.stop
  server = await startServer(config, { ...options, worksLater: config.demo, stopChains })
  chains?.follow(server.context)
  // The signal arrived during the start, when a half-started server could not be stopped.
  if (stoppingSince !== null) await stopAndExit(server)
  const demo = config.demo ? await (await import('./development.ts')).startDemo(server) : []
  if (config.demo) await server.startWork()
  for (const line of [...demo, ...(chains?.lines(config.publicUrl) ?? [])])
    process.stdout.write(`${line}\n`)
  sayReady(config)
} catch (error) {
  // During a stop, steps of the start that are still running fail because the database is gone. The error is ignored:
  // the stop continues and ends the process.
  if (stoppingSince === null || server === null) await refuse(error)
}

function sayReady({ publicUrl: url, roles }: Config): void {
  const seconds = secondsSince(started)
  const who = { process: process.pid, host: hostname(), version: project.version }
  if (log) log.info({ url, roles: [...roles], ...who, seconds }, 'Mille is ready')
  else process.stdout.write(`Mille is ready at ${url} (process ${process.pid}, ${seconds} s)\n`)
}

function secondsSince(moment: number): number {
  return Math.round((performance.now() - moment) / 100) / 10
}

async function refuse(error: unknown): Promise<void> {
  await (server ? server.stop() : chains?.stop())
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

function onSignal(signal: NodeJS.Signals): void {
  if (stoppingSince === null) {
    stoppingSince = performance.now()
    if (log) log.info({ signal }, 'Stopping')
    else process.stdout.write('Stopping\n')
    if (server) void stopAndExit(server)
  } else if (signal === 'SIGINT' && performance.now() - stoppingSince > sameSignalMs) {
    // A person who presses Ctrl-C again does not want to wait. The next start takes over a database that is just
    // starting.
    if (server) server.hurry()
    else process.exit(1)
  }
}

async function stopAndExit(running: RunningServer): Promise<never> {
  await running.stop()
  log?.info({ seconds: secondsSince(stoppingSince ?? started) }, 'Stopped')
  process.exit(0)
}
