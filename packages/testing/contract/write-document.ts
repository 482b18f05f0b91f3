import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { expect } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

/** Compares a file of the repository with the text that a test has made, or writes it when `MILLE_WRITE` is `docs`. */
export async function expectDocument(path: string, made: string): Promise<void> {
  const file = join(root, path)
  if (process.env.MILLE_WRITE === 'docs') {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, made)
    return
  }
  const kept = await readFile(file, 'utf8').catch(() => '')
  expect(kept === made, `${path} is out of date: run npm run generate:docs`).toBe(true)
}

/** Compares or writes one section of a hand-written document, between two comments with the section's name. */
export async function expectSection(path: string, name: string, made: string): Promise<void> {
  const document = await readFile(join(root, path), 'utf8')
  const [begin, end] = [
    `<!-- ${name}: made by npm run generate:docs -->\n`,
    `<!-- end of ${name} -->`
  ]
  const [before, rest = ''] = document.split(begin)
  const after = rest.split(end)[1]
  if (after === undefined) throw new Error(`${path} has no section ${name}`)
  await expectDocument(path, `${before}${begin}\n${made}\n${end}${after}`)
}
