import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { adScript, buildCode } from './code.ts'
import { findCode } from './find-code.ts'

const network = 'https://ads.example'
const pageUrl = 'https://blog.example/notes/'
const unit = {
  id: 7,
  user_id: 1,
  size: '300x250',
  settings: { position: 'fixed' },
  ad_type: 'mixed'
} as const
const code = buildCode(unit, network)
const script = '<script type="module" async src="https://ads.example/embed/v1/ad.js"></script>'
const style = 'display:block;width:300px;max-width:100%;height:250px;'
const element = `<mille-ad unit="7" size="300x250" style="${style}"></mille-ad>`
const preload =
  '<link rel="preload" as="fetch" crossorigin href="https://ads.example/serve/units/7">'

type Page = {
  url?: string
  policy?: string
  publicUrl?: string
  of?: Parameters<typeof findCode>[1]['unit']
}

function look(
  html: string,
  { url = pageUrl, policy = '', publicUrl = network, of = unit }: Page = {}
) {
  return findCode(html, { unit: of, pageUrl: url, policy }, publicUrl)
}
const inShadow = (html: string) => `<div><template shadowrootmode="open">${html}</template></div>`
const codesOf = (html: string, page?: Page) => look(html, page).findings.map(it => it.code)

test.each(['300x250', '728x90', 'Adaptive'] as const)(
  'nothing is wrong with the code of %s',
  size => {
    for (const position of ['fixed', 'sticky'] as const)
      for (const publicUrl of [network, 'http://127.0.0.1:3140']) {
        const of = { ...unit, size, settings: { position } }
        const given = buildCode(of, publicUrl)
        const loader = given.script.replace('/ad.js', '/mille.js')
        for (const html of [given.script, given.script_with_class, given.iframe, loader])
          expect(look(`<body><p>Words</p>${html}<p>More`, { of, publicUrl })).toMatchObject({
            state: 'found',
            findings: []
          })
        const split = `<head><title>Notes</title>${given.head}</head><body><p>Words</p>${given.place}`
        expect(look(split, { of, publicUrl })).toMatchObject({
          state: 'found',
          form: 'script',
          findings: []
        })
      }
  }
)

test('nothing is wrong with the code that docs/placing-ads.md has to copy', () => {
  const guide = readFileSync(new URL('../../../docs/placing-ads.md', import.meta.url), 'utf8')
  const blocks = [...guide.matchAll(/```html\n([\s\S]*?)\n```/g)].map(([, html = '']) => html)
  const publicUrl = 'https://mille.example'
  const { script, iframe } = buildCode({ ...unit, id: 12 }, publicUrl)
  expect(blocks).toEqual(expect.arrayContaining([script, iframe]))
  for (const block of blocks) {
    const html = block.includes(publicUrl) ? block : `${adScript(publicUrl)}\n${block}`
    const size = block.includes('Adaptive') ? 'Adaptive' : unit.size
    const found = look(`<body>${html}`, { of: { ...unit, id: 12, size }, publicUrl })
    expect(found, block).toMatchObject({ state: 'found', findings: [] })
  }
})

test('code in two parts needs both of them', () => {
  const inPage = (head: string, body: string) =>
    `<html><head>${head}</head><body><p>Words</p>${body}</body></html>`
  expect(look(inPage(code.head, ''))).toMatchObject({ state: 'not_found', form: null })
  expect(look(inPage('', code.place))).toMatchObject({
    state: 'without_script',
    findings: [{ code: 'script_missing', replacement: script }]
  })
  const ofAnother = code.head.replace('/units/7', '/units/8')
  expect(look(inPage(ofAnother, code.place))).toMatchObject({ state: 'found', findings: [] })
  const withoutAs = code.head.replace(' as="fetch"', '')
  expect(look(inPage(withoutAs, code.place))).toMatchObject({
    state: 'found_with_problems',
    findings: [{ code: 'preload_differs', replacement: preload }]
  })
})

test.each<[string, string, Page?]>([
  ['a place without a style', `${script}<mille-ad unit="7" size="300x250"></mille-ad>`],
  [
    'a server with a slash',
    `${script}<mille-ad unit="7" server="https://ads.example/"></mille-ad>`
  ],
  ['an ad in a shadow root', inShadow(element) + script],
  ['an ad that waits until it is near', script + element.replace(' size', ' lazy size')],
  ['an ad with something of the page inside', script + element.replace('></', '>House ad</')],
  ['a place that is nearly as wide', script + element.replace('width:300px', 'width:270px')],
  [
    'a narrow place for words',
    script + element.replace('width:300px', 'width:200px'),
    { of: { ...unit, ad_type: 'text' } }
  ],
  [
    'a border and a minimum',
    script + element.replace('display', 'min-width:10px;border-width:1px;display')
  ],
  ['an ad in a link', `${script}<a href="/">${element}</a>`],
  ['a frame for browsers without scripts', `${code.script}<noscript>${code.iframe}</noscript>`],
  ['an old copy in a comment', `<!-- ${code.script} -->${code.script}`],
  [
    'a second script that works',
    `<script src="https://ads.example/embed/v1/ad.js"></script>${code.script}`
  ],
  ['a policy for the network', code.script, { policy: `default-src 'self' ${network}` }],
  ['a policy for its scheme', code.script, { policy: 'default-src https:' }],
  ['a policy for its domain', code.script, { policy: 'default-src *.example' }],
  ...['mille', 'ad.classic'].map((name): [string, string] => [
    `${name}.js without a type`,
    code.script.replace(
      /<script.*<\/script>/,
      `<script async src="${network}/embed/v1/${name}.js"></script>`
    )
  ]),
  ['a policy for its folder', code.script, { policy: `script-src ${network}/embed/` }],
  ['a policy of other things', code.script, { policy: "frame-ancestors 'none'; style-src 'self'" }],
  [
    'a nonce',
    code.script.replace('<script', '<script nonce="a"'),
    { policy: "script-src 'nonce-b' 'strict-dynamic'" }
  ],
  ['a page of the network', code.script, { url: `${network}/a`, policy: "default-src 'self'" }],
  [
    'a policy that is for reports',
    `<meta http-equiv="Content-Security-Policy-Report-Only" content="default-src 'none'">${code.script}`
  ],
  [
    'a policy in a template',
    `<template><meta http-equiv="Content-Security-Policy" content="default-src 'none'"></template>${code.script}`
  ]
])('nothing is wrong with %s', (_, html, page) => {
  expect(codesOf(html, page)).toEqual([])
})

const classic = script.replace(' type="module"', '')
const differs = element.replace('size="300x250"', 'size="728x90"')
test.each<[string, string, string, string | null, string | null, Page?]>([
  ['module_missing', classic + element, classic.replace('</script>', ''), script, null],
  [
    'module_missing',
    classic.replace('v1', '0.1.0') + element,
    classic.replace('v1', '0.1.0').replace('</script>', ''),
    script.replace('v1', '0.1.0'),
    null
  ],
  [
    'self_closed',
    `${script}<mille-ad unit="7" size="300x250" /><p>Gone`,
    '<mille-ad unit="7" size="300x250" />',
    element,
    null
  ],
  [
    'self_closed',
    `${script}<div><mille-ad unit="7" /></div>`,
    '<mille-ad unit="7" />',
    element,
    null
  ],
  ['not_closed', `${script}<mille-ad unit="7"><p>Gone</p>`, '<mille-ad unit="7">', element, null],
  [
    'scheme_differs',
    script.replace('https:', 'http:') + element,
    script.replace('https:', 'http:').replace('</script>', ''),
    script,
    null
  ],
  [
    'scheme_differs',
    script + element,
    script.replace('</script>', ''),
    script.replace('https:', 'http:'),
    null,
    { publicUrl: 'http://ads.example', url: 'http://blog.example/' }
  ],
  [
    'mixed_content',
    (script + element).replace('https:', 'http:'),
    '',
    null,
    null,
    { publicUrl: 'http://ads.example' }
  ],
  ['size_differs', script + differs, differs.replace('</mille-ad>', ''), element, null],
  [
    'size_differs',
    `${script}<mille-ad unit="7" size="300×250"></mille-ad>`,
    '<mille-ad unit="7" size="300×250">',
    element,
    null
  ],
  [
    'size_differs',
    `${script}<mille-ad unit="7" size="300" lazy></mille-ad>`,
    '<mille-ad unit="7" size="300" lazy>',
    element.replace(' style', ' lazy style'),
    null
  ],
  [
    'size_differs',
    `${script}<mille-ad unit="7" size="300" class="a"></mille-ad>`,
    '<mille-ad unit="7" size="300" class="a">',
    '<mille-ad unit="7" size="300x250" class="a"></mille-ad>',
    null
  ],
  ...['width:200px', 'color:red; MAX-WIDTH : 269.5px'].map(
    (own): [string, string, string, string, null] => [
      'size_differs',
      `${script}<mille-ad unit="7" size="300x250" style="${own}"></mille-ad>`,
      `<mille-ad unit="7" size="300x250" style="${own}">`,
      element,
      null
    ]
  ),
  [
    'other_server',
    `${script}<mille-ad unit="7" server="https://other.example"></mille-ad>`,
    '<mille-ad unit="7" server="https://other.example">',
    element,
    null
  ],
  [
    'other_server',
    `${script}<mille-ad unit="7" server="https://"></mille-ad>`,
    '<mille-ad unit="7" server="https://">',
    element,
    null
  ],
  [
    'preload_differs',
    preload.replace('/7"', '/7?width=300"') + script + element,
    preload.replace('/7"', '/7?width=300"'),
    preload,
    null
  ],
  [
    'preload_differs',
    preload.replace(' crossorigin', '') + script + element,
    preload.replace(' crossorigin', ''),
    preload,
    null
  ],
  ['unit_repeated', script + element + element, element.replace('</mille-ad>', ''), null, null],
  [
    'hidden',
    `${script}<mille-ad unit="7" style="color:red; display : none"></mille-ad>`,
    '<mille-ad unit="7" style="color:red; display : none">',
    element,
    null
  ],
  [
    'hidden',
    `${script}<mille-ad unit="7" hidden></mille-ad>`,
    '<mille-ad unit="7" hidden>',
    element,
    null
  ],
  ['unit_missing', `${script}<mille-ad></mille-ad>`, '<mille-ad>', element, null],
  ['unit_missing', `${script}<mille-ad unit=""></mille-ad>`, '<mille-ad unit="">', element, null],
  [
    'unit_missing',
    `${script}<mille-ad unit="#7"></mille-ad>`,
    '<mille-ad unit="#7">',
    element,
    null
  ],
  ['unit_missing', `${script}<mille-ad unit=”7”></mille-ad>`, '<mille-ad unit=”7”>', element, null],
  ['inactive', `<!-- ${code.script} -->`, element.replace('</mille-ad>', ''), element, 'comment'],
  [
    'inactive',
    `<template>${code.script}</template>`,
    element.replace('</mille-ad>', ''),
    element,
    'template'
  ],
  [
    'inactive',
    `<template>${inShadow('')}${code.script}</template>`,
    element.replace('</mille-ad>', ''),
    element,
    'template'
  ],
  [
    'inactive',
    `${script}<noscript>${element}</noscript>`,
    element.replace('</mille-ad>', ''),
    element,
    'noscript'
  ],
  ['script_missing', element, '', script, null],
  ['script_missing', script.replace('ad.js', 'ads.js') + element, '', script, null],
  [
    'policy_blocks',
    script + element,
    "script-src 'self'",
    `script-src 'self' ${network}`,
    'script-src',
    { policy: "script-src 'self'" }
  ],
  [
    'policy_blocks',
    script + element,
    "connect-src 'self'",
    `connect-src 'self' ${network}`,
    'connect-src',
    { policy: "default-src *; connect-src 'self'" }
  ],
  [
    'policy_blocks',
    script + element,
    "img-src 'none'",
    `img-src ${network}`,
    'img-src',
    { policy: "img-src 'none', default-src https:" }
  ],
  [
    'policy_blocks',
    script + element,
    "script-src 'strict-dynamic' https:",
    null,
    'script-src',
    { policy: "script-src 'strict-dynamic' https:" }
  ],
  [
    'policy_blocks',
    code.iframe,
    "frame-src 'self'",
    `frame-src 'self' ${network}`,
    'frame-src',
    { policy: "frame-src 'self'" }
  ],
  [
    'policy_blocks',
    `<head><meta http-equiv="content-security-policy" content="SCRIPT-SRC 'self' https://ads.example:8443"></head>${script}${element}`,
    "script-src 'self' https://ads.example:8443",
    `script-src 'self' https://ads.example:8443 ${network}`,
    'script-src'
  ]
])('%s: %s', (code, html, line, replacement, detail, page) => {
  const { state, findings } = look(html, page)
  expect(state).not.toBe('found')
  expect(findings).toEqual([{ code, detail, line: line === '' ? null : line, replacement }])
  // The proposed replacement must have no findings itself.
  if (replacement?.startsWith('<mille-ad')) expect(codesOf(script + replacement, page)).toEqual([])
})

test('a policy for everything else forbids script, ads and pictures', () => {
  const { findings } = look(code.script, { policy: "default-src 'self'" })
  expect(findings.map(it => [it.detail, it.replacement])).toEqual([
    ['default-src', `script-src 'self' ${network}`],
    ['default-src', `connect-src 'self' ${network}`],
    ['default-src', `img-src 'self' ${network}`]
  ])
  const words = { ...unit, ad_type: 'text' as const }
  expect(look(code.script, { policy: "img-src 'self'", of: words }).findings).toEqual([])
})

test('says little, however much there is', () => {
  const long = `<mille-ad unit="7" size="1" title="${'x'.repeat(2_000)}"></mille-ad>`
  const { findings } = look(script + long.repeat(50))
  expect(findings).toHaveLength(10)
  for (const { line, replacement } of findings) {
    expect(line?.length).toBe(300)
    expect(replacement).toBe(element)
  }
})
