import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { withLock } from '../../scripts/lib/lock.mjs'

/**
 * Fills a new data folder with what a first start makes there, such as a migrated database. `npm test` names a folder in
 * MILLE_TEMPLATES where each is made once for all of its processes; without it the folder stays empty, and is filled by its
 * own first start. `make` starts whatever uses such a folder and stops it again.
 */
export async function fillFromTemplate(
  dataFolder: string,
  name: string,
  make: (folder: string) => Promise<void>
): Promise<void> {
  if (!process.env.MILLE_TEMPLATES) return
  const template = await makeTemplate(name, make)
  // With its owners: when root runs the tests, the database belongs to another user.
  await promisify(execFile)('cp', ['-a', `${template}/.`, dataFolder])
}

/** A folder that is made once for all processes of this run, and never changes afterwards. */
export async function makeTemplate(
  name: string,
  make: (folder: string) => Promise<void>
): Promise<string> {
  const templates = process.env.MILLE_TEMPLATES
  if (!templates) throw new Error('MILLE_TEMPLATES names no folder')
  const template = join(templates, name)
  await makeOnce(template, make)
  return template
}

/** Whether each is there, of those that this process has asked for. */
const made = new Map<string, Promise<void>>()

/** One process makes it and the others wait. What was begun by one that has died is begun again. */
function makeOnce(template: string, make: (folder: string) => Promise<void>): Promise<void> {
  const known = made.get(template)
  if (known) return known
  const work = `${template}-work`
  const making = withLock(`template-${basename(template)}`, async () => {
    if (existsSync(template)) return
    rmSync(work, { recursive: true, force: true })
    mkdirSync(work)
    await make(work)
    renameSync(work, template)
  })
  made.set(template, making)
  return making
}
