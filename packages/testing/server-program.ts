import { join } from 'node:path'
import { bundleServer, serverPrograms } from '../../scripts/lib/bundle-server.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { makeTemplate } from './data-template.ts'

/** Script for Node to run, and the environment variables that start it fastest. */
export type Program = { file: string; env: Record<string, string> }

/**
 * Returns a server program, such as packages/server/main.ts. `npm test` bundles it once per run, since some hundred
 * processes are started from it; without MILLE_TEMPLATES, as in `npm run prove` and `npm start`, the source file itself
 * is returned.
 */
export async function serverProgram(path: string): Promise<Program> {
  const source = join(root, path)
  const templates = process.env.MILLE_TEMPLATES
  if (!templates) return { file: source, env: {} }
  if (!serverPrograms.includes(path)) throw new Error(`${path} is not one of serverPrograms`)
  const folder = await makeTemplate('server-programs', bundleServer)
  return {
    file: join(folder, path.replace(/\.ts$/, '.mjs')),
    // The compile cache lasts for this run only: the next run has another folder, hence other file names for the same
    // code.
    env: { NODE_COMPILE_CACHE: join(templates, 'compiled') }
  }
}
