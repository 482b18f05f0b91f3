import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import project from '../../../../package.json' with { type: 'json' }
import { type Check, ok, problem, unchecked, warning } from './check.ts'

/** Open files below which a server that delivers ads soon refuses connections: each visitor's connection is one. */
const minOpenFiles = 4096
/** Memory in bytes that one process with all roles needs beside its database. */
const minMemoryBytes = 1_000_000_000
/** Heap in bytes below which Node ends a process with all roles when it loads a large inventory. */
const minHeapBytes = 400_000_000

/** Checks of the machine and of the limits that the system gives to a process. They need no configuration. */
export const machineChecks: readonly Check<void>[] = [
  { name: 'Node', page: 'start.md#one-machine', run: () => checkNode(process.versions.node) },
  { name: 'Open files', page: 'start.md#one-machine', run: checkOpenFiles },
  { name: 'Memory', page: 'start.md#one-machine', run: checkMemory }
]

function checkNode(version: string) {
  const least = Number(/\d+/.exec(project.engines.node)?.[0])
  return Number.parseInt(version, 10) >= least
    ? ok(`Node ${version}.`)
    : problem(
        `This is Node ${version}, and Mille needs ${least} or later.`,
        `Install Node ${least} or later, and start every process with it.`
      )
}

function checkOpenFiles() {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | string } }
  }
  const soft = userLimits?.open_files?.soft
  if (soft === undefined) return unchecked('This system does not say how many files may be open.')
  // The system writes `unlimited` in place of a number.
  if (!(Number(soft) < minOpenFiles)) return ok(`${soft} files may be open at once.`)
  return warning(
    `Only ${soft} files may be open at once, and each visitor’s connection is one.`,
    'Set LimitNOFILE=65536 in the unit of the server, or run ulimit -n 65536 before you start it.'
  )
}

function checkMemory() {
  // In a container, the limit of the container counts. Without a limit, Node returns 0 or more than there is.
  const limit = process.constrainedMemory() || totalmem()
  const bytes = Math.min(limit, totalmem())
  const heap = getHeapStatistics().heap_size_limit
  if (bytes < minMemoryBytes)
    return warning(
      `This process may use ${megabytes(bytes)} of memory.`,
      `Give the machine or the container at least ${megabytes(minMemoryBytes)}, beside what its database needs.`
    )
  if (heap < minHeapBytes)
    return warning(
      `Node may use ${megabytes(heap)} for its heap.`,
      `Remove --max-old-space-size from NODE_OPTIONS, or set it to at least ${minHeapBytes / 1e6}.`
    )
  return ok(`${megabytes(bytes)} of memory, ${megabytes(heap)} of it for the heap of a process.`)
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
