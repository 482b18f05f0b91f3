import { readFileSync } from 'node:fs'
import type { SignerValues } from '../config/signer.ts'
import type { Environment } from '../config/variable.ts'
import type { SignerPlace } from '../payments/signer/listen.ts'
import { StartError } from '../start-error.ts'

/** The first file descriptor passed by systemd (`sd_listen_fds`). */
const firstDescriptor = 3

export function readPlace(
  { SIGNER_SOCKET, SIGNER_GROUP }: Pick<SignerValues, 'SIGNER_SOCKET' | 'SIGNER_GROUP'>,
  { LISTEN_FDS, LISTEN_PID }: Environment
): SignerPlace {
  if (LISTEN_FDS === '1' && Number(LISTEN_PID) === process.pid)
    return { descriptor: firstDescriptor }
  if (!SIGNER_SOCKET)
    throw new StartError('SIGNER_SOCKET is required: the socket on which the signer listens')
  return { path: SIGNER_SOCKET, groupId: SIGNER_GROUP ? groupId(SIGNER_GROUP) : null }
}

/** Returns the ID of a group, given its name or number. */
function groupId(group: string): number {
  if (/^\d{1,9}$/.test(group)) return Number(group)
  const line = readFileSync('/etc/group', 'utf8')
    .split('\n')
    .find(it => it.startsWith(`${group}:`))
  const id = Number(line?.split(':')[2])
  if (!line || !Number.isInteger(id)) throw new StartError(`The group ${group} does not exist`)
  return id
}

/**
 * Requires that core dumps are off, because they would contain the keys. Node cannot change its own limits, so the
 * service that starts it must. Node's own reports contain the environment and are turned off too.
 */
export function expectNoDumps(): void {
  const { report } = process
  report.reportOnFatalError = false
  report.reportOnSignal = false
  report.reportOnUncaughtException = false
  const { userLimits } = report.getReport() as {
    userLimits?: { core_file_size_blocks?: { soft: number | string } }
  }
  const soft = userLimits?.core_file_size_blocks?.soft
  if (soft !== undefined && Number(soft) !== 0)
    throw new StartError(
      'A core dump of the signer would hold its keys: start it with LimitCORE=0, or after `ulimit -c 0`'
    )
}
