import { readdir, readFile } from 'node:fs/promises'
import { FiltersEngine, Request } from '@ghostery/adblocker'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import { expect, test } from 'playwright/test'
import routes from '../../dashboard/app/routes.ts'
import { warnOfBlockedHost } from '../../packages/server/app/blocked-host.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')
const lists = ['easylist', 'easyprivacy'] as const

type Asked = {
  path: string
  type: 'script' | 'stylesheet' | 'font' | 'image' | 'xhr' | 'sub_frame' | 'main_frame'
}

/** Returns a path with its parameters filled in, as on a running network. */
function filled(path: string): string {
  return path.replaceAll(/[{:]\w+[}?]*/g, '1207')
}

/** Lists what a publisher's page requests from a network. */
async function askedByPages(): Promise<Asked[]> {
  const { version } = JSON.parse(await read('package.json')) as { version: string }
  const files = (await readdir(new URL('embed/dist/v1/', root))).filter(it => it.endsWith('.js'))
  const hash = 'b1946ac92492d2347c6235b4d2611184'
  return [
    ...files.flatMap(it => [
      { path: `/embed/v1/${it}`, type: 'script' as const },
      { path: `/embed/${version}/${it}`, type: 'script' as const }
    ]),
    { path: '/serve/units/1207?width=728&height=90', type: 'xhr' },
    { path: '/serve/view', type: 'xhr' },
    { path: '/serve/frame/1207', type: 'sub_frame' },
    { path: `/serve/click/${hash}.${hash}`, type: 'main_frame' },
    { path: `/media/banners/1207/${hash}`, type: 'image' },
    { path: `/media/logos/${hash}`, type: 'image' },
    { path: '/api/v1/announce/', type: 'xhr' },
    { path: '/api/v1/publication_offers/preview?limit=3', type: 'xhr' },
    { path: '/suggestions?token=a.b.c', type: 'main_frame' }
  ]
}

/** Lists what the dashboard requests, including its pages themselves. */
async function askedByDashboard(): Promise<Asked[]> {
  const types: Record<string, Asked['type']> = {
    js: 'script',
    css: 'stylesheet',
    woff2: 'font',
    png: 'image'
  }
  const assets = (await readdir(new URL('dashboard/build/client/assets/', root))).flatMap(it => {
    const type = types[it.slice(it.lastIndexOf('.') + 1)]
    return type ? [{ path: `/assets/${it}`, type }] : []
  })
  const calls = Object.values(endpoints)
    .flatMap(group => Object.values(group) as AnyEndpoint[])
    .filter(it => typeof it?.path === 'string')
    .map(it => ({ path: filled(it.path), type: 'xhr' as const }))
  const pages = pathsOf(routes).flatMap(it => [
    { path: `/${filled(it)}`, type: 'main_frame' as const },
    { path: `/${filled(it)}.data`, type: 'xhr' as const }
  ])
  return [...assets, ...calls, ...pages]
}

function pathsOf(all: readonly { path?: string | undefined; children?: unknown }[]): string[] {
  return all.flatMap(({ path, children }) => [
    ...(path && path !== '*' ? [path] : []),
    ...pathsOf((children ?? []) as typeof all)
  ])
}

/** Returns `type path` of every request to a network on this host that the list blocks. */
async function findBlocked(engine: FiltersEngine, host: string): Promise<string[]> {
  const all: [string, Asked[]][] = [
    ['https://magazine.example/articles/1', await askedByPages()],
    [`https://${host}/overview`, await askedByDashboard()]
  ]
  return all.flatMap(([sourceUrl, asked]) =>
    asked
      .filter(
        ({ path, type }) =>
          engine.match(
            Request.fromRawDetails({
              url: `https://${host}${path}`,
              // The request for a page has the page itself as its source.
              sourceUrl: type === 'main_frame' ? `https://${host}${path}` : sourceUrl,
              type
            })
          ).match
      )
      .map(it => `${it.type} ${it.path}`)
  )
}

for (const list of lists) {
  test(`${list} blocks no address of a network on a neutral host`, async () => {
    const engine = FiltersEngine.parse(await read(`tests/embed/blocklists/${list}.txt`))
    expect(engine.getFilters().networkFilters.length).toBeGreaterThan(1000)
    for (const host of ['mille.example', 'network.example', 'www.mille.example'])
      expect.soft(await findBlocked(engine, host), host).toEqual([])
  })
}

test('EasyList blocks every script and the frame on a host that begins with “ads.”', async () => {
  const engine = FiltersEngine.parse(await read('tests/embed/blocklists/easylist.txt'))
  const blocked = await findBlocked(engine, 'ads.example')
  const all = [...(await askedByPages()), ...(await askedByDashboard())]
  const known = all.filter(it => /script|sub_frame|stylesheet/.test(it.type))
  expect(blocked).toEqual(expect.arrayContaining(known.map(it => `${it.type} ${it.path}`)))
  expect(blocked.filter(it => /^(xhr|image) /.test(it))).toEqual([])
})

test('the lists are read as they are meant: by path, by type and by who asks', async () => {
  const both = await Promise.all(lists.map(it => read(`tests/embed/blocklists/${it}.txt`)))
  const engine = FiltersEngine.parse(both.join('\n'))
  const blocks = (path: string, type: Asked['type']) =>
    engine.match(
      Request.fromRawDetails({
        url: `https://mille.example${path}`,
        sourceUrl: 'https://magazine.example/',
        type
      })
    ).match
  expect(blocks('/ad-choices.png', 'image')).toBe(true)
  expect(blocks('/ad-choices.png', 'stylesheet')).toBe(false)
  expect(blocks('/adobe-analytics-1.js', 'script')).toBe(true)
  expect(blocks('/assets/react.js', 'script')).toBe(false)
})

test('a start warns of every host whose first word the lists block', async () => {
  const both = await Promise.all(lists.map(it => read(`tests/embed/blocklists/${it}.txt`)))
  const engine = FiltersEngine.parse(both.join('\n'))
  const named = both.join('\n').matchAll(/^:\/\/([\da-z-]+)\.(?:\$|$)/gm)
  const words = new Set([...named].flatMap(([, word]) => word ?? []))
  for (const word of ['ad', 'adserver', 'www', 'mille', 'network', 'market']) words.add(word)
  const blocked: string[] = []
  for (const word of words)
    if ((await findBlocked(engine, `${word}.example`)).length > 0) blocked.push(word)
  expect(blocked).toContain('ads')
  expect(words.size).toBeGreaterThan(20)
  expect(blocked.filter(it => !isWarnedOf(`${it}.example`))).toEqual([])
})

function isWarnedOf(host: string): boolean {
  let isWarned = false
  const config = { mode: 'production', publicUrl: `https://${host}` }
  const warn = () => {
    isWarned = true
  }
  warnOfBlockedHost({ config, log: { warn } } as unknown as Parameters<typeof warnOfBlockedHost>[0])
  return isWarned
}

test('the examples in the documents, the snippets and the deployment are on neutral hosts', async () => {
  const paths = [
    'README.md',
    'compose.yaml',
    'embed/npm/README.md',
    'packages/widgets/npm/README.md'
  ]
  for (const folder of ['docs/', 'docs/decisions/', 'deploy/', 'embed/hosts/'])
    for (const it of await readdir(new URL(folder, root), { withFileTypes: true }))
      if (it.isFile() && !it.name.endsWith('.svg')) paths.push(folder + it.name)
  const found: string[] = []
  for (const path of paths)
    for (const host of (await read(path)).matchAll(/\/\/(?:ads?|adserver|banners?)\d*\.[\w.-]+/g))
      found.push(`${path}: ${host[0]}`)
  expect(found).toEqual([])
})
