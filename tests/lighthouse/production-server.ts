import { randomBytes } from 'node:crypto'
import { freePort } from '@mille/testing/free-port.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'

/**
 * Starts a server as operators run it, with the data that a development start has put into its database: production
 * starts empty.
 */
export async function startProductionServer(): Promise<ServerProcess> {
  const secrets = { SECRET: randomBytes(32).toString('hex'), MAIL_URL: 'smtp://localhost:1' }
  const filled = await startServerProcess({ DEMO: 'true', ...secrets })
  await filled.stop()
  const port = String(await freePort())
  const server = await startServerProcess({
    NODE_ENV: 'production',
    // The browser runs on the same machine, so its addresses are internal.
    INSIDE_VISITORS: 'true',
    DATA_DIR: filled.dataFolder,
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    ...secrets
  })
  return {
    ...server,
    url: `http://localhost:${port}`,
    async dispose() {
      await server.dispose()
      await filled.dispose()
    }
  }
}
