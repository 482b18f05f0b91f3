import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findCode } from '../ad-units/find-code.ts'
import { findLink } from '../marketplace/find-link.ts'
import { hasMeta } from '../sites/read-meta.ts'
import { summarizePage } from '../sites/read-page.ts'

const pageUrl = 'https://blog.example/notes/'
const unit = {
  id: 7,
  user_id: 1,
  size: '300x250',
  settings: { position: 'fixed' },
  ad_type: 'mixed'
} as const
const readers = {
  'what a page is about': (html: string) => summarizePage(html),
  'the proof of a site': (html: string) => hasMeta(html, 'mille-site-verification', 'f00d'),
  'the code of an ad unit': (html: string) =>
    findCode(html, { unit, pageUrl, policy: "script-src 'self'" }, 'https://ads.example'),
  'the link of a publication': (html: string) =>
    findLink(html, pageUrl, 'https://shop.example/bread')
}
/** Length of a test page in characters. Its two parts have half of it each. */
const length = 200_000
const frames = [
  ['', ''],
  ['<a href="https://a.example/', '/x">'],
  ['<a href="', '">'],
  ['<a href=x rel="', '">'],
  ['<base href="https://a.example/', '"><script src=a></script>'],
  ['<meta name="', '" content=x>'],
  ['<meta name=description content="', '">'],
  ['<html lang="', '">'],
  ['<title>', '</title>'],
  ['<iframe src="', '"></iframe>'],
  ['<mille-ad unit="', '">'],
  ['<mille-ad unit=7 style="', '">'],
  ['<meta http-equiv=content-security-policy content="', '">'],
  [`${'<div>'.repeat(250)}`, '']
]
const pieces = [
  ...[
    '/',
    '//',
    '../',
    '?',
    '#',
    '.',
    ':',
    '%',
    '%41',
    '@',
    '0',
    'a',
    'é',
    ' ',
    '\n',
    '\0',
    '-',
    '=',
    '"'
  ],
  ...[
    '<a>',
    '</p>',
    '<p>',
    '<li>',
    '<svg>',
    '<',
    '</',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '&amp;',
    '&#x41;',
    '&'
  ],
  ...[
    '<a href=x>',
    '<a href=//é.a>',
    '<script src=a></script>',
    '<iframe src=a></iframe>',
    '<mille-ad unit=1>',
    '<mille-ad unit=7 />',
    '<!--<mille-ad',
    '<meta http-equiv=content-security-policy content="script-src a b c">',
    '<script src=//ads.example/embed/v1/ad.js></script>'
  ],
  ...[
    '<meta name=keywords content=a>',
    '<title>',
    '</title>',
    '<template>',
    '<base href=/a/>',
    'bitcoin '
  ]
]

for (const [name, read] of Object.entries(readers)) {
  test(`reads ${name} in no time, whatever a page repeats`, () => {
    const some = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 })
    const part = fc.tuple(fc.constantFrom(...frames), some)
    fc.assert(
      fc.property(part, some, ([[start, end], inner], outer) => {
        // With two parts of equal size, quadratic time shows: a long attribute, and many elements that are combined
        // with it.
        const framed = start + fill(inner) + end
        expect(cost(() => read(framed))).toBeLessThan(limitMs)
        expect(cost(() => read(framed + fill(outer)))).toBeLessThan(limitMs)
      }),
      {
        numRuns: 30,
        examples: [
          [[['<a href="https://a.example/', '/x">'], ['/']], ['a']],
          [[['<base href="https://a.example/', '">'], ['a']], ['<script src=a></script>']]
        ]
      }
    )
  })
}

/**
 * Maximum processor time in milliseconds: ten times what the slowest reader takes on a busy machine, and a fraction of
 * what quadratic time would take.
 */
const limitMs = 400

function fill(parts: string[]): string {
  return parts
    .join('')
    .repeat(length)
    .slice(0, length / 2)
}

/** Returns the processor time in milliseconds. */
function cost(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  return process.threadCpuUsage(before).user / 1000
}
