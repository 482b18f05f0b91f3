import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the size of the disk that a folder is on, in bytes. */
export async function readDisk(folder: string): Promise<{ total: number; free: number }> {
  const { bavail, blocks, bsize } = await statfs(folder).catch(() => statfs('/'))
  return { total: blocks * bsize, free: bavail * bsize }
}

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
