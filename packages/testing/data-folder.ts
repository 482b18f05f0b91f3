import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates a folder for a test's data: in the in-memory file system that `npm test` may have found (`MILLE_MEMORY`),
 * otherwise in the system's temporary folder.
 */
export function newDataFolder(name: string): string {
  return mkdtempSync(join(process.env.MILLE_MEMORY || tmpdir(), `mille-${name}-`))
}
