import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

export type Node = {
  origin: string
  pid: number
  /** Stops the node after it has written its pending data. */
  stop: () => Promise<void>
  kill: () => Promise<void>
}

/** Returns a function that starts delivery nodes of one network, each in its own process, on the same database. */
export function createNodes(
  connection: pg.ClientConfig,
  more: Record<string, string> = {}
): () => Promise<Node> {
  const { host, port, user, database } = connection
  const environment = {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    SECRET: randomBytes(32).toString('hex'),
    DATABASE_URL: `postgres://${user}@/${database}?host=${host}&port=${port}`,
    ...more
  }
  return () => startProgram(new URL('./server.ts', import.meta.url), environment)
}

/** Runs a server that prints its port when it is ready. */
export async function startProgram(program: URL, environment: NodeJS.ProcessEnv): Promise<Node> {
  const child = spawn(process.execPath, [fileURLToPath(program)], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const port = await firstLine(child)
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>(resolve => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill(signal)
    })
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL')
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', data => resolve(String(data).trim()))
    child.once('exit', code =>
      reject(new Error(`The program ended with ${code} before it was ready`))
    )
  })
}
