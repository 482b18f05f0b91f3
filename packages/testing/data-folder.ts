import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder for data that a test keeps for a while: in the memory that `npm test` may have found, else where the system has such. */
export function newDataFolder(name: string): string {
  return mkdtempSync(join(process.env.MILLE_MEMORY || tmpdir(), `mille-${name}-`))
}
