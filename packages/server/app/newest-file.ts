import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns when the newest complete file of a folder was written; null if there is none, or no such folder. */
export async function newestFileAt(folder: string): Promise<Date | null> {
  const names = await readdir(folder).catch(() => [])
  let newest: Date | null = null
  for (const name of names.filter(it => !it.endsWith('.unfinished'))) {
    // A file may be removed by a rotation after it was listed.
    const found = await stat(join(folder, name)).catch(() => null)
    if (found?.isFile() && (newest === null || found.mtime > newest)) newest = found.mtime
  }
  return newest
}
