import { access, constants, open, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { diskCheck } from '../../admin/disk-check.ts'
import type { Config } from '../../config.ts'
import { listenProblem } from '../../http/listen-problem.ts'
import { reasonOf } from '../../reason-of.ts'
import { type Check, type Finding, findingOf, ok, problem } from './check.ts'
import { ask, isHealthy } from './public-url-checks.ts'
import type { Subject } from './subject.ts'

/** Checks of what a start of the server needs on this machine. */
export const folderChecks: readonly Check<Subject>[] = [
  { name: 'Data folder', page: 'start.md#one-machine', run: checkFolder },
  { name: 'Disk', page: 'troubleshoot.md#what-adminhealth-says', run: checkDisk },
  { name: 'Port', page: 'configure.md#server', run: checkPort }
]

async function checkFolder({ config: { dataFolder: folder } }: Subject): Promise<Finding> {
  const file = join(folder, `doctor-${process.pid}`)
  try {
    if (await isMissing(folder)) return await checkParent(folder)
    await (await open(file, 'wx', 0o600)).close()
    await rm(file, { force: true })
    return ok(`${folder} can be written.`)
  } catch (error) {
    return problem(
      `${folder} cannot be written: ${reasonOf(error)}.`,
      'Set DATA_DIR to a folder that the user of the server owns, or give this one to that user with chown.'
    )
  }
}

/** A folder that does not exist yet is created by the first start, and nothing is created before. */
async function checkParent(folder: string): Promise<Finding> {
  let parent = dirname(folder)
  while (await isMissing(parent)) parent = dirname(parent)
  await access(parent, constants.W_OK)
  return ok(`${folder} does not exist yet; the first start creates it.`)
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await access(path)
    return false
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return true
    throw error
  }
}

async function checkDisk(subject: Subject): Promise<Finding> {
  return findingOf(
    await diskCheck(subject),
    'Delete what is not needed on this disk, such as old backups and logs, or move DATA_DIR to a larger one.'
  )
}

async function checkPort({ config }: Subject): Promise<Finding> {
  const error = await tryToListen(config)
  if (!error) return ok(`Port ${config.port} is free; no server runs there.`)
  const said = listenProblem(error, config)
  if (error.code !== 'EADDRINUSE') return problem(`${said}.`, 'Correct HOST and PORT.')
  if (await isMille(config)) return ok(`A server answers on port ${config.port}.`)
  return problem(
    `Another program uses port ${config.port}.`,
    `Find it with ss -ltnp 'sport = :${config.port}' and stop it, or set PORT to another port.`
  )
}

function tryToListen({ host, port }: Config): Promise<NodeJS.ErrnoException | null> {
  return new Promise(done => {
    const server = createServer()
    server.once('error', done)
    server.listen(port, host, () => server.close(() => done(null)))
  })
}

/** Whether the program on this port answers as a server of Mille does. */
async function isMille({ host, port }: Config): Promise<boolean> {
  const open = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host
  const name = open.includes(':') && !open.startsWith('[') ? `[${open}]` : open
  try {
    return isHealthy(await ask(`http://${name}:${port}/healthz`))
  } catch {
    // Whatever is there does not speak HTTP.
    return false
  }
}
