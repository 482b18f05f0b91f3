import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { withLock } from '../../scripts/lib/lock.mjs'

/**
 * Fills a new data folder with what a first start creates, such as a migrated database. `npm test` sets MILLE_TEMPLATES
 * to a folder where each template is made once for all test processes; without it the data folder stays empty, and the
 * application's first start fills it. `make` starts and stops the application that uses the folder.
 */
export async function fillFromTemplate(
  dataFolder: string,
  name: string,
  make: (folder: string) => Promise<void>
): Promise<void> {
  if (!process.env.MILLE_TEMPLATES) return
  const template = await makeTemplate(name, make)
  // The copy preserves file owners: when root runs the tests, the database belongs to another user.
  await promisify(execFile)('cp', ['-a', `${template}/.`, dataFolder])
}

/** Returns a template folder that is made once for all processes of this test run and never changes afterwards. */
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

/** Templates that this process has requested, with the promise of their creation. */
const made = new Map<string, Promise<void>>()

/**
 * Makes the template in one process while the others wait. If that process dies, the next one starts the template over.
 */
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
