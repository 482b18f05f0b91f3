import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { folderMode, minFreeBytes } from '../db/data-folder.ts'

/** Time in milliseconds for which a bill is kept, so that interrupted downloads can continue. */
export const keptMs = 3_600_000
const mostFiles = 100
/** Maximum size in bytes of one bill, and of all kept bills together: forty million views. */
const mostBytes = 2_000_000_000
const atOnce = 1_000_000
const draftEnding = '.draft'

/** Error codes of a full disk or of missing write permission for the folder. */
const ofFolder = new Set(['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'])

export class BillTooLarge extends Error {}
export class FolderUnusable extends Error {}

/**
 * Writes a bill to a draft file and renames it once it is complete and on the disk, provided that `isGood` is still
 * true. Two processes that write the same bill do not conflict, and drafts that a crash leaves behind are removed with
 * old bills.
 */
export async function writeBillFile(
  file: string,
  pieces: AsyncIterable<Buffer>,
  isGood: () => Promise<boolean>
): Promise<boolean> {
  const draft = `${file}.${process.pid}-${Date.now()}${draftEnding}`
  try {
    await mkdir(dirname(file), { recursive: true, mode: folderMode })
    await removeOldBills(dirname(file))
    await write(draft, pieces)
    if (!(await isGood())) return false
    await rename(draft, file)
    await removeOldBills(dirname(file), basename(file))
    return true
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw ofFolder.has(code) ? new FolderUnusable(message) : error
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
}

async function write(file: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  let [waiting, bytes, written]: [Buffer[], number, number] = [[], 0, 0]
  const flush = async () => {
    written += bytes
    if (written > mostBytes) throw new BillTooLarge(`It is larger than ${mostBytes / 1e9} GB`)
    const { bavail, bsize } = await statfs(dirname(file))
    if (bavail * bsize - bytes < minFreeBytes)
      throw new FolderUnusable(`The disk has less than ${minFreeBytes / 1e6} MB free`)
    await handle.writeFile(Buffer.concat(waiting))
    ;[waiting, bytes] = [[], 0]
  }
  try {
    for await (const piece of pieces) {
      waiting.push(piece)
      bytes += piece.length
      if (bytes >= atOnce) await flush()
    }
    await flush()
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Removes bills that are too old, and the oldest ones if there are too many. `newest` is kept, however large. Downloads
 * of removed files continue.
 */
export async function removeOldBills(folder: string, newest: string | null = null): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async name => {
      const { mtimeMs, size } = await stat(join(folder, name)).catch(() => ({
        mtimeMs: 0,
        size: 0
      }))
      return { name, mtimeMs, size }
    })
  )
  let [files, bytes] = [0, 0]
  for (const { name, mtimeMs, size } of found.sort((one, other) => other.mtimeMs - one.mtimeMs)) {
    const isOld = Date.now() - mtimeMs > keptMs
    const isDraft = name.endsWith(draftEnding)
    if (!isDraft) {
      files++
      bytes += size
    }
    const isTooMuch = !isDraft && (files > mostFiles || bytes > mostBytes)
    if (name !== newest && (isOld || isTooMuch)) await rm(join(folder, name), { force: true })
  }
}
