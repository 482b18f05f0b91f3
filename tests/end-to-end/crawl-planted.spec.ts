import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'playwright/test'
import { walk } from './crawl-walk.ts'
import { createCrawler } from './crawler.ts'

/** A page on which nearly everything that can be pressed is broken, each control in a different way. */
const planted = `<!doctype html>
<title>Planted</title>
<main>
  <h1>Planted faults</h1>
  <a href="/sound">A sound link</a>
  <button id="sound">A sound button</button>
  <a href="/sound.csv" download>A sound file</a>
  <a href="/absent">A dead link</a>
  <a href="/empty">A link to a blank page</a>
  <button id="throws">A button that throws</button>
  <button id="complains">A button that writes an error</button>
  <button id="asks">A button that asks for what is not there</button>
  <button id="busy">A button that stays busy</button>
  <button id="dead">A button that does nothing</button>
  <button id="silent">A form that is refused in silence</button>
  <button id="stuck">A dialog that stays</button>
  <button id="opens">A dialog</button>
  <a href="/empty.csv" download>An empty file</a>
  <a href="/page.csv">A file that is shown</a>
  <div id="stuck-dialog" role="dialog" hidden>Here I am</div>
  <dialog><button id="inside">A button of a dialog that throws</button></dialog>
  <p id="words"></p>
</main>
<script>
  const on = (id, act) => document.getElementById(id).addEventListener('click', act)
  on('sound', () => { document.getElementById('words').textContent += 'Pressed. ' })
  on('throws', () => { throw new Error('planted') })
  on('complains', () => console.error('planted'))
  on('asks', () => fetch('/api/v1/absent'))
  on('busy', ({ target }) => target.setAttribute('aria-busy', 'true'))
  on('dead', () => {})
  on('silent', () => fetch('/api/v1/forms', { method: 'POST' }))
  on('stuck', () => { document.getElementById('stuck-dialog').hidden = false })
  on('opens', () => document.querySelector('dialog').showModal())
  on('inside', () => { throw new Error('planted inside') })
</script>`

const html = { 'content-type': 'text/html; charset=utf-8' }
const csv = { 'content-type': 'text/csv', 'content-disposition': 'attachment' }
const answers: Record<string, [number, Record<string, string>, string]> = {
  'GET /': [200, html, planted],
  'GET /sound': [200, html, '<!doctype html><title>Sound</title><main>Sound</main>'],
  'GET /sound.csv': [200, csv, 'a,b'],
  'GET /empty': [200, html, '<!doctype html><title>Empty</title><main></main>'],
  'GET /empty.csv': [200, csv, ''],
  'GET /page.csv': [200, { 'content-type': 'text/plain' }, 'a,b'],
  'GET /favicon.ico': [204, {}, ''],
  'POST /api/v1/forms': [422, { 'content-type': 'application/json' }, '{}']
}

let server: Server
let url: string

test.beforeAll(async () => {
  server = createServer((request, response) => {
    const [status, headers, body] = answers[`${request.method} ${request.url}`] ?? [
      404,
      html,
      '<main>No</main>'
    ]
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  url = `http://localhost:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => void server.close())

test('the crawler finds each planted fault, and nothing else', async ({ browser }) => {
  test.setTimeout(300_000)
  const open = async () => (await browser.newContext()).newPage()
  const rules = {
    answers: [{ call: 'POST /api/v1/forms', status: 422, why: 'planted' }],
    reads: [],
    stays: [],
    asks: [],
    foreverMs: 4_000
  }
  const crawler = await createCrawler({ url, open, isVisitor: true }, rules)
  const effort = {
    maxOfOneShape: 1,
    maxOfOnePage: 100,
    depth: 2,
    readsMs: 200_000,
    writesMs: 60_000,
    min: 0
  }
  const found = await walk(crawler, ['/'], effort, { seed: 1, log: () => {} })
  await crawler.close()
  expect(found.faults.toSorted()).toEqual(
    [
      '/: “A button that asks for what is not there”: GET /api/v1/absent: 404',
      '/: “A button that does nothing”: does nothing',
      '/: “A button that stays busy”: stays busy',
      '/: “A button that throws”: thrown: planted',
      '/: “A button that writes an error”: console: planted',
      '/: “A dead link”: GET /absent: 404',
      '/: “A dead link”: leads to /absent: 404',
      '/: “A dialog that stays”: does not close',
      '/: “A dialog” then “A button of a dialog that throws”: thrown: planted inside',
      '/: “A file that is shown”: no file came',
      '/: “A form that is refused in silence”: POST /api/v1/forms: refused, and the page does not say so',
      '/: “A link to a blank page”: /empty is blank',
      '/: “An empty file”: empty.csv arrived empty'
    ].toSorted()
  )
  expect(found.pressed).toBe(16)
  expect(found.writes).toBe(1)
})
