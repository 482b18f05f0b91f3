// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

/**
 * @typedef {object} ConsumerApp
 * @property {string} name
 * @property {Record<string, string>} packages packages installed in addition to ours
 * @property {Record<string, string>} files
 * @property {string[][]} build programs of its packages, with their arguments
 * @property {string} output folder of the built pages; `index.html` is opened
 * @property {number} [maxBytes] maximum size of its scripts, compressed by brotli
 * @property {string} [markup] markup that server rendering has written into `index.html`
 */

/** @type {{ devDependencies: Record<string, string> }} */
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { typescript, vite } = devDependencies
const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>An app</title>
  <div id="place"></div><script type="module" src="/main.tsx"></script></html>`
const tsconfig = JSON.stringify({
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    types: []
  },
  files: ['main.tsx']
})
/** Address of the network that serves the ads of these apps. */
export const network = 'https://ads.example'

const viteBuild = ['vite', 'build', '--logLevel', 'warn']

/** An ad in a component that renders ten times, as one with a form or a timer does. */
const reactMain = `
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MilleAd } from '@mille/embed/react'
import '@mille/embed/jsx'

function App() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setCount(it => Math.min(it + 1, 10)), 20)
    return () => clearInterval(timer)
  }, [])
  return <main data-count={count}>
    <MilleAd server="${network}" unit={12} size="300x250" style={{ margin: 0 }} receipts onFilled={event => {
      document.title = 'unit ' + event.detail.unit
    }} title="An ad" role="region" slot="ad" nonce="n" data-place="foot" aria-hidden={false} hidden={false}
      onClick={event => event.preventDefault()} suppressHydrationWarning />
    {/* @ts-expect-error There is no such attribute. */}
    {count > 10 && <MilleAd server="${network}" unit={12} tint="red" />}
    {count > 10 && <mille-ad server="${network}" unit={12} receipts class="ad" title="An ad"
      onmille-ad:filled={event => { document.title = event.detail.unit }} />}
    {/* @ts-expect-error There is no such attribute. */}
    {count > 10 && <mille-ad server="${network}" unit={12} tint="red" />}
  </main>
}
createRoot(document.getElementById('place')!).render(<App />)
`

/**
 * @param {string} version of React
 * @returns {ConsumerApp}
 */
const viteReact = version => ({
  name: `Vite with React ${version}`,
  packages: {
    react: version,
    'react-dom': version,
    '@types/react': version.split('.')[0] ?? '',
    '@types/react-dom': version.split('.')[0] ?? '',
    vite: vite ?? '',
    typescript: typescript ?? ''
  },
  files: { 'index.html': html, 'main.tsx': reactMain, 'tsconfig.json': tsconfig },
  build: [['tsc', '-p', '.'], viteBuild],
  output: 'dist'
})

/** @type {ConsumerApp} */
const plain = {
  name: 'Vite with TypeScript alone',
  packages: { vite: vite ?? '', typescript: typescript ?? '' },
  files: {
    'index.html': html,
    'tsconfig.json': tsconfig,
    // Vite's own additions are off, so that only the ad's size is measured.
    'vite.config.js': 'export default { build: { modulePreload: false } }',
    'main.tsx': `
      import { mount } from '@mille/embed/ad'
      const place = document.getElementById('place') as HTMLElement
      place.parentElement?.setAttribute('data-count', '10')
      mount('mille-ad', place, { server: '${network}', unit: 12, size: '300x250' })
        .addEventListener('mille-ad:filled', event => { document.title = 'unit ' + event.detail.unit })
      // @ts-expect-error There is no such attribute.
      if (document.title === '') mount('mille-ad', place, { server: '', unit: 1, tint: 'red' })`
  },
  build: [['tsc', '-p', '.'], viteBuild],
  output: 'dist',
  maxBytes: 4000
}

/** @type {ConsumerApp} */
const next = {
  name: 'Next.js, in a server component',
  packages: {
    next: '16',
    react: '19',
    'react-dom': '19',
    '@types/react': '19',
    '@types/node': '24',
    typescript: '5'
  },
  files: {
    'next.config.mjs': `export default { output: 'export', typescript: { tsconfigPath: 'tsconfig.json' } }`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        ...JSON.parse(tsconfig).compilerOptions,
        skipLibCheck: true,
        types: undefined
      },
      include: ['app']
    }),
    'app/layout.tsx': `export default function Layout({ children }: { children: React.ReactNode }) {
      return <html lang="en"><body>{children}</body></html>
    }`,
    'app/page.tsx': `import { MilleAd } from '@mille/embed/react'
      export default function Page() {
        return <main data-count="10"><MilleAd server="${network}" unit={12} size="300x250" /></main>
      }`
  },
  build: [['next', 'build']],
  output: 'out',
  markup:
    '<mille-ad server="https://ads.example" unit="12" size="300x250" style="display:block;width:300px;max-width:100%;height:250px">'
}

/** @type {ConsumerApp} */
const vue = {
  name: 'Vue',
  packages: {
    vue: '3',
    vite: vite ?? '',
    '@vitejs/plugin-vue': '6',
    'vue-tsc': '3',
    typescript: '5'
  },
  files: {
    'tsconfig.json': JSON.stringify({
      ...JSON.parse(tsconfig),
      // Without this option, Vue's native elements have no types for `data-*` attributes.
      vueCompilerOptions: { strictTemplates: true, dataAttributes: ['data-*'] },
      files: ['app.vue']
    }),
    'index.html': html.replace('main.tsx', 'main.js'),
    'vite.config.js': `import vue from '@vitejs/plugin-vue'
      const isCustomElement = tag => tag.startsWith('mille-')
      export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] }`,
    'main.js': `import { createApp } from 'vue'
      import App from './app.vue'
      createApp(App).mount('#place')`,
    'app.vue': `<script setup lang="ts">
      import '@mille/embed/ad'
      import '@mille/embed/vue'
      import { ref } from 'vue'
      const count = ref(0)
      setInterval(() => { if (count.value < 10) count.value++ }, 20)
      </script>
      <template><main :data-count="count">
        <mille-ad server="${network}" :unit="12" size="300x250" :title="String(count)" sticky-side="left" receipts
          @click="count = count" @mille-ad:filled="count += Number($event.detail.unit) * 0" />
        <template v-if="count > 10">
          <!-- @vue-expect-error There is no such attribute. -->
          <mille-ad server="${network}" :unit="12" tint="red" />
          <!-- @vue-expect-error The event has no such detail. -->
          <mille-ad server="${network}" :unit="12" @mille-ad:filled="count = $event.detail.price" />
        </template>
      </main></template>`
  },
  build: [['vue-tsc', '-p', '.'], viteBuild],
  output: 'dist'
}

/** @type {ConsumerApp} */
const svelte = {
  name: 'Svelte',
  packages: {
    svelte: '5',
    vite: vite ?? '',
    '@sveltejs/vite-plugin-svelte': '7',
    'svelte-check': '4',
    typescript: '5'
  },
  files: {
    'tsconfig.json': JSON.stringify({ ...JSON.parse(tsconfig), files: ['app.svelte'] }),
    'index.html': html.replace('main.tsx', 'main.js'),
    'vite.config.js': `import { svelte } from '@sveltejs/vite-plugin-svelte'
      export default { plugins: [svelte()] }`,
    'main.js': `import { mount } from 'svelte'
      import App from './app.svelte'
      mount(App, { target: document.getElementById('place') })`,
    'app.svelte': `<script lang="ts">
      import { onMilleEvent } from '@mille/embed/ad'
      import '@mille/embed/svelte'
      import type { SvelteHTMLElements } from 'svelte/elements'
      // @ts-expect-error There is no such attribute.
      export const wrong: SvelteHTMLElements['mille-ad'] = { server: '', unit: 12, tint: 'red' }
      let count = $state(0)
      setInterval(() => { if (count < 10) count++ }, 20)
      </script>
      <main data-count={count}>
        <mille-ad server="${network}" unit={12} size="300x250" title={String(count)} receipts
          {@attach element => onMilleEvent(element, 'mille-ad:filled', event => {
            document.title = event.detail.unit
          })}></mille-ad>
      </main>`
  },
  build: [['svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings'], viteBuild],
  output: 'dist'
}

export const consumerApps = {
  quick: [viteReact('19.3.1'), plain],
  full: [viteReact('19.3.1'), plain, viteReact('18.3.1'), next, vue, svelte]
}
