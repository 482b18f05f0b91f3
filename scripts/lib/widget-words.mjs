// @ts-check
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { root } from './paths.mjs'

/** @typedef {import('../../packages/widgets/languages/translation.ts').Translation} Translation */
/** @typedef {{ name: string, code: string }} WordsFile */
/** @typedef {{ codes: string[], widgets: [name: string, words: Record<string, unknown>][] }} Language */

const folder = join(root, 'packages/widgets/languages')
const rightToLeft = ['ar', 'fa', 'he']

/** @type {Readonly<Record<string, string[]>>} Other codes by which a page may name a language. */
const otherCodes = { no: ['nb', 'nn'], he: ['iw'], id: ['in'] }

/**
 * Builds a small module for each widget and language, such as `mille-chat-words-de`, and one hash of them all. With a
 * hash per module, each entry that picks a file by its page's language would have to contain 43 hashes.
 * @returns {Promise<{ files: WordsFile[], hash: string }>}
 */
export async function buildWords() {
  const files = (await readLanguages()).flatMap(({ codes, widgets }) =>
    widgets.flatMap(([widget, words]) => {
      const all = Object.entries(words).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
      const code = `export const ${all.join()}`
      return codes.map(it => ({ name: `mille-${widget}-words-${it}`, code }))
    })
  )
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 8)
  return { files, hash }
}

/**
 * Puts the hash into the file names that widgets request.
 * @param {string} source of load-words.ts
 * @param {string} hash
 */
export function withHash(source, hash) {
  return source.replace(/(-words-.*)\.js/, `$1-${hash}.js`)
}

/** @returns {Promise<Language[]>} */
export async function readLanguages() {
  const names = (await readdir(folder)).filter(name => /^[a-z]{2}\.ts$/.test(name)).sort()
  return Promise.all(names.map(readLanguage))
}

/**
 * @param {string} name
 * @returns {Promise<Language>}
 */
async function readLanguage(name) {
  const source = await readFile(join(folder, name), 'utf8')
  const { code } = await transform(source, { loader: 'ts', format: 'esm' })
  /** @type {{ translation: Translation }} */
  const { translation } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const lang = name.slice(0, 2)
  const dir = rightToLeft.includes(lang) ? 'rtl' : 'ltr'
  return {
    codes: [lang, ...(otherCodes[lang] ?? [])],
    widgets: Object.entries(translation).map(([widget, words]) => [widget, { lang, dir, ...words }])
  }
}
