import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const longestMs = 120_000

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
  const templates = process.env.MILLE_TEMPLATES
  if (!templates) return
  const template = join(templates, name)
  await makeOnce(template, make)
  // With its owners: when root runs the tests, the database belongs to another user.
  if (existsSync(template)) await promisify(execFile)('cp', ['-a', `${template}/.`, dataFolder])
}

/** Whoever makes the folder of the work does it; everybody else waits. When it fails, all start without it. */
async function makeOnce(template: string, make: (folder: string) => Promise<void>): Promise<void> {
  const work = `${template}-work`
  const failed = `${template}-failed`
  const deadline = Date.now() + longestMs
  while (!existsSync(template) && !existsSync(failed) && Date.now() < deadline) {
    try {
      mkdirSync(work)
    } catch {
      await sleep(100)
      continue
    }
    try {
      await make(work)
      renameSync(work, template)
    } catch (error) {
      mkdirSync(failed)
      rmSync(work, { recursive: true, force: true })
      throw error
    }
  }
}
