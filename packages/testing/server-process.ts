import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { newDataFolder } from './data-folder.ts'
import { fillFromTemplate } from './data-template.ts'
import { freePort } from './free-port.ts'
import { serverProgram } from './server-program.ts'

const root = resolve(import.meta.dirname, '../..')

export type ServerProcess = {
  url: string
  dataFolder: string
  pid: number
  output: () => string
  /** Sends SIGTERM and waits until the process has exited; returns its exit code. */
  stop: () => Promise<number | null>
  kill: () => Promise<void>
  /** Starts the same server again. */
  restart: () => Promise<void>
  /** Runs the operator's command line on the same data folder; returns what it printed. */
  mille: (...args: string[]) => Promise<{ code: number; stdout: string; stderr: string }>
  /** Queries the server's database. */
  query: (text: string) => Promise<Record<string, unknown>[]>
  /** Stops the server and removes its data. */
  dispose: () => Promise<void>
}

type Environment = Record<string, string>

/** Starts the real server in a separate process with a separate data folder and port. */
export async function startServerProcess(
  environment: Environment = {},
  args: readonly string[] = []
): Promise<ServerProcess> {
  const dataFolder = newDataFolder('server')
  const { DEMO = 'false', DATABASE_URL, DATA_DIR } = environment
  if (!DATABASE_URL && !DATA_DIR)
    await fillFromTemplate(dataFolder, `server-demo-${DEMO}`, folder =>
      startAndStop({ DEMO, DATA_DIR: folder })
    )
  const port = await freePort()
  const main = await serverProgram('packages/server/main.ts')
  const cli = await serverProgram('packages/server/cli.ts')
  const env = {
    ...process.env,
    ...main.env,
    NODE_ENV: 'development',
    DEMO: 'false',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    DATA_DIR: dataFolder,
    ...environment
  }
  let child: ChildProcess
  let output = ''

  async function start(): Promise<void> {
    child = spawn(process.execPath, [main.file, ...args], {
      env,
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe']
    })
    const from = output.length
    child.stdout?.on('data', chunk => {
      output += chunk
    })
    child.stderr?.on('data', chunk => {
      output += chunk
    })
    const deadline = Date.now() + 300_000
    while (!output.slice(from).includes('Mille is ready')) {
      if (child.exitCode !== null)
        throw new Error(`the server did not start: ${output.slice(from)}`)
      if (Date.now() > deadline)
        throw new Error(`the server is not ready in time: ${output.slice(from)}`)
      await sleep(20)
    }
  }

  function gone(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
    return new Promise(done => {
      child.once('exit', code => done(code))
      child.kill(signal)
    })
  }

  await start()
  return {
    url: `http://localhost:${port}`,
    dataFolder,
    get pid() {
      return child.pid ?? 0
    },
    output: () => output,
    stop: () => gone('SIGTERM'),
    kill: async () => void (await gone('SIGKILL')),
    restart: start,
    async mille(...args) {
      const run = promisify(execFile)
      try {
        const { stdout, stderr } = await run(process.execPath, [cli.file, ...args], {
          env,
          cwd: root
        })
        return { code: 0, stdout, stderr }
      } catch (error) {
        const failed = error as { code?: number; stdout?: string; stderr?: string }
        return { code: failed.code ?? 1, stdout: failed.stdout ?? '', stderr: failed.stderr ?? '' }
      }
    },
    async query(text) {
      // The fifth line of PostgreSQL's pid file is the socket folder.
      const host =
        readFileSync(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
      const client = new pg.Client({ host, user: 'postgres', database: 'postgres' })
      await client.connect()
      try {
        return (await client.query(text)).rows
      } finally {
        await client.end()
      }
    },
    async dispose() {
      await gone('SIGTERM')
      rmSync(dataFolder, { recursive: true, force: true })
    }
  }
}

/** Starts and stops the server to fill its data folder. The start must not log any warnings. */
async function startAndStop(environment: Environment): Promise<void> {
  const server = await startServerProcess(environment)
  await server.dispose()
  const warnings = server
    .output()
    .split('\n')
    .filter(line => line.startsWith('{"level"'))
  if (warnings.length > 0) throw new Error(`a first start warns: ${warnings.join('\n')}`)
}
