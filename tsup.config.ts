import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { defineConfig, type Options } from 'tsup'
import { readLanguages } from './scripts/lib/widget-words.mjs'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** `./x.css?inline` is the text of a style sheet, as in Vite and in the bundles. */
const inlineStyles: Plugin = {
  name: 'inline-styles',
  setup(build) {
    build.onResolve({ filter: /\.css\?inline$/ }, async ({ path: asked, resolveDir }) => {
      const found = await build.resolve(asked.replace('?inline', ''), {
        resolveDir,
        kind: 'import-statement'
      })
      // esbuild writes the path into the published file, and makes the name of the file from it.
      const path = relative(import.meta.dirname, found.path)
      return { path: `${path}?inline`, namespace: 'inline-styles' }
    })
    build.onLoad({ filter: /./, namespace: 'inline-styles' }, async ({ path }) => {
      const { code } = await build.esbuild.transform(
        await readFile(join(import.meta.dirname, path.replace('?inline', '')), 'utf8'),
        { loader: 'css', minify: true }
      )
      return { contents: code.trim(), loader: 'text' }
    })
  }
}

/**
 * Makes a chunk for each language, which is loaded when a page is in that language. Bundlers find only imports with
 * complete names, and a list of languages exceeds no size limit here.
 */
const words: Plugin = {
  name: 'words',
  setup(build) {
    build.onLoad({ filter: /shared\/load-words\.ts$/ }, async ({ path }) => {
      const codes = (await readLanguages()).flatMap(it => it.codes)
      const list = codes.map(it => `${it}: () => import('words:${it}')`)
      const asked = /import\(.*?`\)/s
      const source = await readFile(path, 'utf8')
      if (!asked.test(source)) throw new Error(`${path} imports no words`)
      const contents = source.replace(asked, () => 'ofLanguage(element, String(language))')
      return {
        contents: `${contents}
          const languages = { ${list.join()} }
          const ofLanguage = async (element, code) => (await languages[code]?.())?.[element.localName.slice(6)]`,
        loader: 'ts'
      }
    })
    build.onResolve({ filter: /^words:/ }, ({ path }) => ({ path, namespace: 'words' }))
    build.onLoad({ filter: /./, namespace: 'words' }, async ({ path }) => {
      const found = (await readLanguages()).find(it => it.codes.includes(path.slice(6)))
      const parts = found?.widgets.map(
        ([widget, all]) => `export const ${widget} = ${JSON.stringify(all)}`
      )
      return { contents: parts?.join('\n') ?? '', loader: 'js' }
    })
  }
}

/** The modules of the elements are built as separate files beside this one, and loaded when the elements are drawn. */
const besideIt: Plugin = {
  name: 'beside-it',
  setup(build) {
    build.onResolve({ filter: /^\.\/\w+\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: path.replace('.ts', '.js'), external: true } : undefined
    )
  }
}

/** Our own packages are bundled, because they are not published. */
const common: Options = {
  format: 'esm',
  target: 'es2022',
  platform: 'browser',
  silent: true,
  noExternal: [/^@mille\//],
  esbuildPlugins: [inlineStyles]
}

const elements: Options = {
  ...common,
  entry: [
    'index',
    'ad',
    'announcement',
    'chat',
    'feedback',
    'login',
    'marketplace',
    'mount',
    'on-server'
  ].map(name => `embed/npm/${name}.ts`),
  outDir: 'embed/npm/dist',
  // A page that is rendered on a server may import these modules there too, where custom elements do not exist.
  inject: ['embed/npm/server-globals.ts'],
  esbuildPlugins: [inlineStyles, words],
  external: ['preact', /^@preact\/compat/, 'nanostores'],
  // `@nanostores/react` imports React, which has to be Preact here.
  noExternal: [/^@mille\//, '@nanostores/react'],
  esbuildOptions(options) {
    options.jsx = 'automatic'
    options.jsxImportSource = 'preact'
    options.alias = {
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react-dom/client': '@preact/compat/client',
      'react-dom': '@preact/compat',
      react: '@preact/compat'
    }
  }
}

const wrapper: Options = {
  ...common,
  entry: ['embed/npm/react.tsx'],
  outDir: 'embed/npm/dist',
  external: ['react', 'react-dom'],
  esbuildPlugins: [besideIt]
}

// Builds of the npm packages: scripts/lib/packages.mjs runs them, adds the types, and makes packages of the results.
export default defineConfig([
  {
    ...common,
    entry: ['packages/widgets/npm/*.ts', 'packages/widgets/npm/styles.css'],
    outDir: 'packages/widgets/dist',
    external: ['react', 'react-dom', 'nanostores', '@nanostores/react', 'zod']
  },
  {
    ...common,
    entry: ['packages/api/npm/index.ts'],
    outDir: 'packages/api/dist',
    platform: 'neutral',
    external: ['zod']
  },
  elements,
  wrapper,
  {
    ...wrapper,
    // A server component may use code with effects only if that code is marked as client code; Vite warns about this
    // directive.
    entry: { 'react-server': 'embed/npm/react.tsx' },
    banner: { js: "'use client'" }
  }
])
