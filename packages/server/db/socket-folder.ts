import { chmod, chown, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * Creates a folder for the database's socket that only its account may enter: a new one, or `known`. It is outside the
 * data folder, because a socket's path is limited to 107 bytes. The data folder stores its path, so that the next start
 * removes what a killed one left.
 */
export async function makeSocketFolder(
  dataFolder: string,
  ids: { uid: number; gid: number } | null,
  known: string | undefined
): Promise<string> {
  const note = join(dataFolder, 'socket-folder')
  const before = await readFile(note, 'utf8').catch(() => null)
  if (before !== null && before !== known) await removeLeft(before, ids?.uid ?? process.getuid?.())
  const sockets = known ?? (await mkdtemp(join(tmpdir(), 'mille-')))
  await writeFile(note, sockets, { mode: 0o600 })
  await mkdir(sockets, { recursive: true })
  await chmod(sockets, 0o700)
  if (ids) await chown(sockets, ids.uid, ids.gid)
  return sockets
}

/**
 * Removes a leftover socket folder, unless it has another owner or a process listens there: the data folder may be a
 * copy of one in use.
 */
async function removeLeft(sockets: string, uid: number | undefined): Promise<void> {
  if (dirname(sockets) !== tmpdir() || !/mille-\w{6}$/.test(sockets)) return
  const found = await lstat(sockets).catch(() => null)
  if (!found?.isDirectory() || (found.uid !== uid && found.uid !== process.getuid?.())) return
  if (await listens(join(sockets, '.s.PGSQL.5432'))) return
  await rm(sockets, { recursive: true, force: true })
}

function listens(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })
}
