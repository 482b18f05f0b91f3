import { readConfig } from './config.ts'
import type { Chains } from './development-chains.ts'
import { type RunningServer, type StartOptions, startServer } from './server.ts'
import { StartError } from './start-error.ts'

/** `npm start` and `npm run dev` end here: starts the server, says where it is, and stops it on a signal. */
const started = performance.now()
let chains: Chains | null = null
let isStopping = false
try {
  const development = process.argv.includes('--dev')
  chains = process.argv.includes('--chain')
    ? await (await import('./development-chains.ts')).startChains(process.env)
    : null
  const config = readConfig({ ...process.env, ...chains?.environment })
  const options: StartOptions = development
    ? (await import('./development.ts')).developmentPages()
    : {}
  const server = await startServer(config, { ...options, worksLater: config.demo })
  if (chains) server.onStop('chains', chains.stop)
  stopOnSignals(server)
  const demo = config.demo ? await (await import('./development.ts')).startDemo(server) : []
  if (config.demo) await server.startWork()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(
    `${[...demo, ...(chains?.lines(config.publicUrl) ?? [])].map(line => `${line}\n`).join('')}Mille is ready at ${config.publicUrl} (process ${process.pid}, ${seconds} s)\n`
  )
} catch (error) {
  // What was still being made has lost its database: the stop goes on, and ends the process.
  if (!isStopping) await refuse(error)
}

async function refuse(error: unknown): Promise<void> {
  await chains?.stop()
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

function stopOnSignals(server: RunningServer): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      process.stdout.write('Stopping\n')
      void server.stop().then(() => process.exit(0))
    })
  }
}
