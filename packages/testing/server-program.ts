import { join } from 'node:path'
import { bundleServer, serverPrograms } from '../../scripts/lib/bundle-server.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { makeTemplate } from './data-template.ts'

/** A file for Node to run, and the environment that it starts fastest in. */
export type Program = { file: string; env: Record<string, string> }

/**
 * A program of the server, such as packages/server/main.ts. In `npm test` it is bundled once a run, since some hundred
 * processes are started from it; without MILLE_TEMPLATES, as in `npm run prove` and `npm start`, it is the source itself.
 */
export async function serverProgram(path: string): Promise<Program> {
  const source = join(root, path)
  const templates = process.env.MILLE_TEMPLATES
  if (!templates) return { file: source, env: {} }
  if (!serverPrograms.includes(path)) throw new Error(`${path} is not one of serverPrograms`)
  const folder = await makeTemplate('server-programs', bundleServer)
  return {
    file: join(folder, path.replace(/\.ts$/, '.mjs')),
    // Kept for this run alone: the next one has another folder, and so other names for the same code.
    env: { NODE_COMPILE_CACHE: join(templates, 'compiled') }
  }
}
