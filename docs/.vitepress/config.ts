import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type DefaultTheme, defineConfig } from 'vitepress'
import { leadOut } from './lead-out.ts'

const docs = resolve(import.meta.dirname, '..')
const { version, repository } = JSON.parse(readFileSync(resolve(docs, '../package.json'), 'utf8'))

const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Advertisers and publishers',
    items: pages(
      'guides/README.md',
      'guides/advertisers.md',
      'guides/publishers.md',
      'guides/limits.md',
      'fraud.md'
    )
  },
  { text: 'Partners and designers', items: pages('placing-ads.md', 'embeds.md', 'links.md') },
  {
    text: 'Operators',
    items: pages(
      ...[
        'README',
        'start',
        'configure',
        'money',
        'scale',
        'back-up',
        'upgrade',
        'monitor',
        'troubleshoot'
      ].map(name => `operating/${name}.md`)
    )
  },
  {
    text: 'Developers',
    items: [
      ...pages('api.md', 'architecture.md', 'data-model.md', 'decisions/README.md'),
      ...pages('bill.md', 'receipts.md', 'event-log.md'),
      ...pages('security.md', 'asvs.md', 'api/authorisation.md', 'api/operators.md'),
      ...pages('testing.md', 'performance.md', 'scaling.md', 'releasing.md', 'words.md'),
      ...pages(
        ...['chain', 'domain', 'endpoint', 'message', 'page', 'widget'].map(it => `new-${it}.md`)
      )
    ]
  }
]

/** The documentation as a static site, which each network serves at `/docs` (see `packages/server/app/docs-site.ts`). */
export default defineConfig({
  title: 'Mille',
  description: 'Documentation for advertisers, publishers, operators, and developers',
  base: '/docs/',
  outDir: resolve(docs, '../build/docs'),
  cacheDir: resolve(docs, '../.cache/vitepress'),
  // A folder's README is its first page.
  rewrites: id => id.replace(/(^|\/)README\.md$/, '$1index.md'),
  srcExclude: ['changes/**', 'screens.md'],
  cleanUrls: true,
  // The policy of the site allows inline scripts by their hash, so none may differ from page to page.
  metaChunk: true,
  // The server writes the network's name here and into the HTML, and the theme reads it: see theme/index.ts.
  head: [
    ['meta', { name: 'application-name', content: 'Mille' }],
    ['link', { rel: 'icon', href: '/favicon.ico' }]
  ],
  // The root's tsconfig.json names a language level that this version of Vite does not know.
  vite: { esbuild: { tsconfigRaw: {} } },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { caddy: 'nginx', haproxy: 'nginx' },
    config: md => leadOut(md, { docs, source: `${repository}/blob/main` })
  },
  themeConfig: {
    nav: [
      { text: 'Advertise and publish', link: '/guides/', activeMatch: '^/guides/' },
      { text: 'Widgets', link: '/placing-ads', activeMatch: '^/(placing-ads|embeds|links)' },
      { text: 'Operate', link: '/operating/', activeMatch: '^/operating/' },
      { text: 'Develop', link: '/api', activeMatch: '^/(api|architecture|decisions)' }
    ],
    sidebar,
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        // Decisions are long and have all words: only their titles are found.
        _render: (source, env, md) => {
          const isDecision = env.relativePath.startsWith('decisions/')
          return md.render(isDecision ? (/^# .+$/m.exec(source)?.[0] ?? '') : source, env)
        }
      }
    },
    socialLinks: [{ icon: 'github', link: repository }],
    footer: { message: `Powered by Mille ${version}, released under the Apache License 2.0` }
  }
})

/** Returns the entry of each page in the navigation, by the title that the page has. */
function pages(...paths: string[]): DefaultTheme.SidebarItem[] {
  return paths.map(path => {
    const text = /^# (.+)$/m.exec(readFileSync(resolve(docs, path), 'utf8'))?.[1] ?? path
    return { text, link: `/${path.replace(/(README)?\.md$/, '')}` }
  })
}
