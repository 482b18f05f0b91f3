import { createRandom } from '@mille/testing/random.ts'

/**
 * Returns texts that run `canary` wherever a place takes text for markup, script, an address or a template. Rules
 * combine each form with each way out of a context. The same seed gives the same texts.
 */
export function hostileWords(count: number, seed: number): string[] {
  const random = createRandom(seed)
  const all = new Set([...markup(), ...scripts(), ...addresses(), ...markdown(), ...templates()])
  const words = [...all]
  // Fisher–Yates shuffle, so that the first texts are a fair sample of all.
  for (let at = words.length - 1; at > 0; at--) {
    const other = random.below(at + 1)
    const [here = '', there = ''] = [words[at], words[other]]
    words[at] = there
    words[other] = here
  }
  if (words.length < count) throw new RangeError(`The rules make ${words.length} texts only`)
  return words.slice(0, count)
}

const calls = ['canary(1)', 'canary`1`', "window['canary'](1)", 'top.canary(1)', '&#99;anary(1)']
const ways = [
  '',
  '">',
  "'>",
  '</title>',
  '</textarea>',
  '</style>',
  '</script>',
  '-->',
  ']]>',
  '`>'
]

/** Elements that run code by themselves, each with its event. */
const elements: readonly (readonly [element: string, event: string])[] = [
  ['img src=x', 'onerror'],
  ['image href=x', 'onerror'],
  ['svg', 'onload'],
  ['svg><animate attributeName=x dur=1s', 'onbegin'],
  ['body', 'onload'],
  ['video src=x', 'onerror'],
  ['video><source src=x', 'onerror'],
  ['audio src=x', 'onerror'],
  ['details open', 'ontoggle'],
  ['input autofocus', 'onfocus'],
  ['select autofocus', 'onfocus'],
  ['textarea autofocus', 'onfocus'],
  ['p tabindex=0 autofocus', 'onfocus'],
  ['iframe src=about:blank', 'onload'],
  ['object data=x', 'onerror'],
  ['embed src=x', 'onerror'],
  ['link rel=stylesheet href=x', 'onerror'],
  ['script src=x', 'onerror'],
  ['marquee', 'onstart'],
  ['style', 'onload']
]

function* markup() {
  for (const [index, [element, event]] of elements.entries()) {
    for (const way of ways) {
      const call = calls[(index + ways.indexOf(way)) % calls.length] ?? ''
      yield `${way}<${element} ${event}=${call}>`
      yield `${way}<${element.replace(' ', '/')}/${event.toUpperCase()}="${call}"//`
    }
    yield `" ${event}="canary(1)" autofocus x="`
    yield `' ${event}='canary(1)' autofocus x='`
    yield `<${element}\n${event}\t=\ncanary(1)>`
  }
}

function* scripts() {
  for (const way of ways) {
    for (const call of calls.slice(0, 4)) {
      yield `${way}<script>${call}</script>`
      yield `${way}<ScRiPt >${call}</sCrIpT\n>`
    }
    yield `${way}<script src=data:,canary(1)></script>`
    yield `${way}<iframe srcdoc="<script>parent.canary(1)</script>"></iframe>`
    yield `${way}<svg><script>canary(1)</script></svg>`
    yield `${way}<math><mtext><img src=x onerror=canary(1)></mtext></math>`
  }
  for (const end of ["'", '"', '`', '\\"', "\\'", '\u2028', '*/', '}', ')']) {
    yield `${end};canary(1);//`
    yield `${end}-canary(1)-${end}`
    yield `\\u003cscript>${end}canary(1)//`
  }
}

const schemes = [
  'javascript:canary(1)',
  'JaVaScRiPt:canary(1)',
  'java\tscript:canary(1)',
  'javascript&colon;canary(1)',
  '&#106;avascript:canary(1)',
  'javascript://x.example/%0Acanary(1)',
  ' javascript:canary(1)',
  '\u0001javascript:canary(1)',
  'vbscript:canary(1)',
  'data:text/html,<script>parent.canary(1)</script>'
]

function* addresses() {
  for (const scheme of schemes) {
    yield scheme
    yield `<a href="${scheme}" autofocus onfocus=canary(1)>x</a>`
    yield `<iframe src="${scheme}"></iframe>`
    yield `<form action="${scheme}"><input type=image src=x onerror=canary(1)></form>`
    yield `<meta http-equiv=refresh content="0;url=${scheme}">`
    yield `<base href="${scheme}">`
  }
}

function* markdown() {
  for (const scheme of schemes) {
    yield `[x](${scheme})`
    yield `[x](<${scheme}>)`
    yield `![x](${scheme})`
    yield `<${scheme}>`
    yield `[x]: ${scheme}`
    yield `[x](https://x.example "title\\" onmouseover=canary(1) ")`
  }
  yield '[<img src=x onerror=canary(1)>](https://x.example)'
  yield '```html\n<img src=x onerror=canary(1)>\n```'
  yield '`<img src=x onerror=canary(1)>`'
  yield '- <svg onload=canary(1)>'
  yield '> <svg onload=canary(1)>'
}

function* templates() {
  for (const [open, close] of [
    ['{{', '}}'],
    ['${', '}'],
    ['<%=', '%>'],
    ['#{', '}'],
    ['[[', ']]'],
    ['{%', '%}']
  ]) {
    yield `${open}canary(1)${close}`
    yield `${open}constructor.constructor('canary(1)')()${close}`
    yield `${open}[].filter.constructor('canary(1)')()${close}`
  }
  yield '{"__proto__":{"innerHTML":"<img src=x onerror=canary(1)>"}}'
  yield '<template shadowrootmode=open><img src=x onerror=canary(1)></template>'
}
