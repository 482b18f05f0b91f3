import { parentPort } from 'node:worker_threads'
import type { ThreadTask } from './in-thread.ts'
import type { ThreadAnswer } from './thread-pool.ts'

/** The script of the pool's threads: it calls a module's function with the given arguments. */
const port = parentPort
if (!port) throw new Error('This is run as a thread only')
port.on('message', async ({ module, name, given }: ThreadTask) => {
  port.postMessage(await answer(module, name, given))
})

async function answer(module: string, name: string, given: unknown[]): Promise<ThreadAnswer> {
  try {
    const { [name]: work } = (await import(module)) as Record<
      string,
      (...given: unknown[]) => unknown
    >
    if (!work) throw new Error(`${module} does not export ${name}`)
    return { ok: true, value: await work(...given) }
  } catch (error) {
    return { ok: false, error }
  }
}
