// @ts-check
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import alias from '@rollup/plugin-alias'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { transform } from 'esbuild'
import esbuild from 'rollup-plugin-esbuild'
import { minify } from 'vite'
import project from './package.json' with { type: 'json' }
import { withoutServerParts } from './scripts/lib/server-parts.mjs'
import { buildWords, withHash } from './scripts/lib/widget-words.mjs'

const target = 'es2022'

const dist = 'embed/dist'
const { version } = project
const words = await buildWords()
/**
 * How long old chunks are kept, in milliseconds: a page with a cached entry may still request the chunks of an earlier
 * build.
 */
const chunkDaysMs = 7 * 86_400_000

/** @typedef {{ bytes: number, brotliBytes: number, integrity: string, imports: string[] }} BuiltFile */
/** @type {Record<string, BuiltFile>} */
const builtFiles = {}

/** In other sites' pages, React code runs on Preact, which is 50 kB smaller. */
const preact = alias({
  entries: [
    { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
    { find: /^react-dom\/client$/, replacement: '@preact/compat/client' },
    { find: /^react(-dom)?$/, replacement: '@preact/compat' }
  ]
})

/**
 * @param {Record<string, string>} input
 * @param {import('rollup').ModuleFormat} [format]
 * @returns {import('rollup').RollupOptions}
 */
function bundle(input, format = 'es') {
  return {
    input,
    // Keeps each view in one file, even if other files import from it, without a facade file in front of it.
    preserveEntrySignatures: 'allow-extension',
    // The registry module adds a property to the page's global object, so a script that does not use it must not
    // include it.
    treeshake: { moduleSideEffects: id => !id.endsWith('/shared/registry.ts') },
    plugins: [
      preact,
      inlineStyles(),
      viewsOfBefore(),
      nodeResolve({ browser: true, extensions: ['.ts', '.tsx', '.mjs', '.js'] }),
      productionOnly(),
      esbuild({ target, jsx: 'automatic', jsxImportSource: 'preact', tsconfig: false }),
      browserPartsOnly(),
      nameWords(),
      tellLoader(),
      minifyChunks(),
      publishFiles()
    ],
    output: {
      dir: `${dist}/v1`,
      format,
      entryFileNames: ({ name }) => (name.endsWith('-view') ? '[name]-[hash].js' : '[name].js'),
      chunkFileNames: '[name]-[hash].js',
      ...(Object.keys(input).length > 1 && {
        manualChunks: (/** @type {string} */ id) => (isRuntime.test(id) ? 'runtime' : undefined),
        // Dependencies of these modules are included only if they match too: computed stores, for example, belong to
        // the login alone.
        onlyExplicitManualChunks: true
      }),
      minifyInternalExports: true,
      generatedCode: 'es2015'
    }
  }
}

/** Modules that every widget except the ad is built with: loaded once, however many widgets a page has. */
const isRuntime = new RegExp(
  [
    'node_modules/(@preact/compat|preact|@nanostores/react)/',
    'node_modules/nanostores/(atom|deep-map|listen-keys)/',
    'widgets/shared/(adopt-colors|create-sheet|draw-view|emit|own-transport|tokens|words)\\.',
    'widgets/shared/view-element\\.css',
    'packages/api/(constants|create-binder|csrf|endpoint|failure-of|send-request|transport)\\.ts'
  ].join('|')
)

/**
 * Views of the widgets, by source path: the built file, followed by the files it imports.
 * @type {Record<string, string[]>}
 */
const views = {}

/**
 * Makes an entry load its view from the files that all widgets share. It requests the view and the view's imports at
 * the same time, in one round trip instead of two.
 * @returns {import('rollup').Plugin}
 */
function viewsOfBefore() {
  return {
    name: 'views-of-before',
    async resolveDynamicImport(source, importer) {
      if (typeof source !== 'string') return null
      const resolved = await this.resolve(source, importer)
      const [file] = (resolved && views[resolved.id]) ?? []
      return file ? { id: `./${file}`, external: true } : null
    },
    renderDynamicImport({ targetModuleId }) {
      const built = Object.values(views).find(([file]) => targetModuleId === `./${file}`)
      if (!built) return null
      const others = built.slice(1).map(file => `,import("./${file}")`)
      return { left: 'Promise.all([import(', right: `)${others.join('')}]).then(it=>it[0])` }
    },
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        if (file.type !== 'chunk' || !file.isEntry) continue
        if (file.name.endsWith('-view'))
          views[file.facadeModuleId ?? ''] = [file.fileName, ...file.imports]
        // An entry keeps its name when it changes, so a file that imports from it could get the content of another
        // build.
        else if (file.exports.length > 0) this.error(`${file.fileName} is imported by another file`)
      }
    }
  }
}

/** @param {string[]} names */
function entries(...names) {
  return bundle(Object.fromEntries(names.map(name => [name, `embed/${name}.ts`])))
}

// The ad is loaded on every page view, so it is one request and shares no chunk with others. The loader is last, since
// it needs to know what the others import.
export default [
  entries('ad'),
  bundle({
    marketplace: 'embed/marketplace.ts',
    'announcement-view': 'packages/widgets/announcement/announcement-view.tsx',
    'chat-view': 'packages/widgets/chat/chat-view.tsx',
    'login-view': 'packages/widgets/login/login-view.tsx'
  }),
  // For each of these, a page loads one small file before there is something to show.
  entries('announcement'),
  entries('chat'),
  // Publishers load the debug panels to inspect their ads.
  entries('debug'),
  entries('feedback'),
  entries('login'),
  classicAd(),
  // Wrapped in a function, so that its names do not become globals of a page that omits `type="module"`.
  bundle({ mille: 'embed/mille.ts' }, 'iife')
]

/**
 * Builds the ad for places that drop `type="module"`: one script that knows its own address and imports the module's
 * chunks.
 * @returns {import('rollup').RollupOptions}
 */
function classicAd() {
  const { plugins, output, ...options } = bundle({ 'ad.classic': 'embed/ad.ts' }, 'iife')
  const own = 'milleScript'
  return {
    ...options,
    output: { ...output, intro: `const ${own} = document.currentScript.src;` },
    plugins: [
      {
        name: 'classic-ad',
        resolveDynamicImport(source) {
          const chunk = `${basename(String(source), '.ts')}-`
          const file = Object.keys(builtFiles).find(name => name.startsWith(chunk))
          if (!file) this.error(`${source} is not a chunk of the ad`)
          return { id: `./${file}`, external: true }
        },
        renderDynamicImport: () => ({ left: 'import(new URL(', right: `, ${own}))` }),
        resolveImportMeta: () => own
      },
      plugins
    ]
  }
}

/**
 * Supports `import text from './x.css?inline'` as in Vite: the minified text of a style sheet.
 * @returns {import('rollup').Plugin}
 */
function inlineStyles() {
  const query = '?inline'
  return {
    name: 'inline-styles',
    async resolveId(source, importer) {
      if (!source.endsWith(`.css${query}`)) return null
      const resolved = await this.resolve(source.slice(0, -query.length), importer)
      return resolved && { id: `${resolved.id}${query}` }
    },
    async load(id) {
      if (!id.endsWith(query)) return null
      const path = id.slice(0, -query.length)
      this.addWatchFile(path)
      const { code } = await transform(await readFile(path, 'utf8'), {
        loader: 'css',
        minify: true
      })
      // Removes the spaces that esbuild keeps in custom properties and queries.
      return `export default ${JSON.stringify(code.trim().replace(/([:,]) /g, '$1'))}`
    }
  }
}

/**
 * Replaces `process.env.NODE_ENV`, which libraries read and no browser has.
 * @returns {import('rollup').Plugin}
 */
function productionOnly() {
  return {
    name: 'production-only',
    transform(code) {
      const asked = 'process.env.NODE_ENV'
      return code.includes(asked)
        ? { code: code.replaceAll(asked, '"production"'), map: null }
        : null
    }
  }
}

/**
 * Removes the parts of an endpoint that only the server and the OpenAPI document read.
 * @returns {import('rollup').Plugin}
 */
function browserPartsOnly() {
  return {
    name: 'browser-parts-only',
    transform(code, id) {
      if (!/packages\/api\/.*endpoints\.ts$/.test(id)) return null
      return { code: withoutServerParts(code), map: null }
    }
  }
}

/**
 * Adds one hash of all translations to the file names by which widgets request their texts.
 * @returns {import('rollup').Plugin}
 */
function nameWords() {
  return {
    name: 'name-words',
    transform(code, id) {
      if (!id.endsWith('/shared/load-words.ts')) return null
      return { code: withHash(code, words.hash), map: null }
    }
  }
}

/**
 * Tells the loader which chunks each entry imports, so that it loads them in parallel with the entry.
 * @returns {import('rollup').Plugin}
 */
function tellLoader() {
  return {
    name: 'tell-loader',
    transform(code, id) {
      if (!id.endsWith('/embed/mille.ts')) return null
      const isEntry = /^[a-z]+\.js$/
      const importsOf = Object.fromEntries(
        Object.entries(builtFiles).flatMap(([name, { imports }]) =>
          isEntry.test(name) && imports.length > 0 ? [[name, imports]] : []
        )
      )
      return { code: `const importsOf = ${JSON.stringify(importsOf)}\n${code}`, map: null }
    }
  }
}

/**
 * Minifies with Oxc's minifier, which comes with Vite: the result is 2 % smaller than with esbuild.
 * @returns {import('rollup').Plugin}
 */
function minifyChunks() {
  return {
    name: 'minify-chunks',
    async renderChunk(code, { fileName }) {
      const result = await minify(fileName, code, { module: true, compress: { target } })
      return { code: result.code, map: null }
    }
  }
}

/**
 * Writes each version into a folder that never changes, in addition to `v1`, whose entries keep their names. The
 * manifests list the size and integrity of each file, for snippets that pin a version.
 * @returns {import('rollup').Plugin}
 */
function publishFiles() {
  return {
    name: 'publish-files',
    async writeBundle(_, files) {
      if (Object.keys(builtFiles).length === 0) {
        await removeOldFiles()
        await writeWords()
      }
      for (const file of Object.values(files)) {
        const text = file.type === 'chunk' ? file.code : file.source
        builtFiles[file.fileName] = describe(text, file.type === 'chunk' ? file.imports : [])
        await writeFile(`${dist}/${version}/${file.fileName}`, text)
      }
      await writeJson(`${dist}/${version}/manifest.json`, builtFiles)
      await writeJson(`${dist}/v1/manifest.json`, { version, versions: await readVersions() })
    }
  }
}

async function writeWords() {
  for (const { name, code } of words.files) {
    const fileName = `${name}-${words.hash}.js`
    builtFiles[fileName] = describe(code, [])
    for (const folder of ['v1', version]) await writeFile(`${dist}/${folder}/${fileName}`, code)
  }
}

/**
 * @param {string | Uint8Array} text
 * @param {string[]} imports
 * @returns {BuiltFile}
 */
function describe(text, imports) {
  const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`
  return {
    bytes: Buffer.byteLength(text),
    brotliBytes: brotliCompressSync(text).length,
    integrity,
    imports
  }
}

async function removeOldFiles() {
  await rm(`${dist}/${version}`, { recursive: true, force: true })
  await mkdir(`${dist}/${version}`, { recursive: true })
  for (const name of await readdir(`${dist}/v1`)) {
    const { mtimeMs } = await stat(`${dist}/v1/${name}`)
    if (Date.now() - mtimeMs > chunkDaysMs) await rm(`${dist}/v1/${name}`)
  }
}

/** Lists the versions in the output folder, including earlier builds, which are still served. */
async function readVersions() {
  const names = (await readdir(dist)).filter(name => /^\d+\.\d+\.\d+/.test(name)).sort()
  const read = async (/** @type {string} */ name) =>
    JSON.parse(await readFile(`${dist}/${name}/manifest.json`, 'utf8'))
  return Object.fromEntries(await Promise.all(names.map(async name => [name, await read(name)])))
}

/**
 * @param {string} path
 * @param {unknown} value
 */
function writeJson(path, value) {
  return writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
}
