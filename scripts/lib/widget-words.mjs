// @ts-check
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { root } from './paths.mjs'

/** @typedef {import('../../packages/widgets/languages/translation.ts').Translation} Translation */
/** @typedef {{ name: string, code: string }} WordsFile */

const folder = join(root, 'packages/widgets/languages')
const rightToLeft = ['ar', 'fa', 'he']

/** @type {Readonly<Record<string, string[]>>} Codes under which a page may name a language, too. */
const otherCodes = { no: ['nb', 'nn'], he: ['iw'], id: ['in'] }

/**
 * A small module for each widget and language, such as `mille-chat-words-de`, and the hash of them all. One hash is enough: 43
 * would have to be in each entry that picks a file by the language of its page.
 * @returns {Promise<{ files: WordsFile[], hash: string }>}
 */
export async function buildWords() {
  const names = (await readdir(folder)).filter(name => /^[a-z]{2}\.ts$/.test(name)).sort()
  const files = (await Promise.all(names.map(readLanguage))).flat()
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 8)
  return { files, hash }
}

/**
 * Puts the hash into the names that widgets ask for.
 * @param {string} source of load-words.ts
 * @param {string} hash
 */
export function withHash(source, hash) {
  return source.replace(/(-words-.*)\.js/, `$1-${hash}.js`)
}

/**
 * @param {string} name
 * @returns {Promise<WordsFile[]>}
 */
async function readLanguage(name) {
  const source = await readFile(join(folder, name), 'utf8')
  const { code } = await transform(source, { loader: 'ts', format: 'esm' })
  /** @type {{ translation: Translation }} */
  const { translation } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const language = name.slice(0, 2)
  const dir = rightToLeft.includes(language) ? 'rtl' : 'ltr'
  return Object.entries(translation).flatMap(([widget, words]) => {
    const all = Object.entries({ lang: language, dir, ...words })
    const code = `export const ${all.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join()}`
    const codes = [language, ...(otherCodes[language] ?? [])]
    return codes.map(it => ({ name: `mille-${widget}-words-${it}`, code }))
  })
}
