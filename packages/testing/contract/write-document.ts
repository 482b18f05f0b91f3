import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { expect } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

/** Holds a document of the repository against what a test has made, or writes it under MILLE_WRITE. */
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

/** The same for a part of a document that people write, between two comments with the name of the part. */
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
