// @ts-check
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright'
import { browserLaunchOptions, ensureBrowser } from './browser.mjs'
import { runCommand } from './command.mjs'
import { network } from './consumer-apps.mjs'
import { packPackage } from './packages.mjs'

/** @typedef {import('./consumer-apps.mjs').ConsumerApp} ConsumerApp */

/**
 * Installs the packed packages into apps outside of the repository, builds the apps and opens them; returns the problem
 * of each app and the size of its script, compressed by brotli.
 * @param {readonly string[]} outputs folders of the published packages
 * @param {readonly ConsumerApp[]} apps
 */
export async function checkConsumers(outputs, apps) {
  const folder = mkdtempSync(join(tmpdir(), 'mille-apps-'))
  await ensureBrowser()
  const browser = await chromium.launch(browserLaunchOptions())
  try {
    const packed = await Promise.all(outputs.map(output => packPackage(output, folder)))
    const ours = Object.fromEntries(
      packed.map(({ name, filename }) => [name, `file:${join(folder, filename)}`])
    )
    const checked = []
    for (const app of apps) checked.push(await checkApp(app, ours, { folder, browser }))
    return checked
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {ConsumerApp} app
 * @param {Record<string, string>} ours
 * @param {{ folder: string, browser: import('playwright').Browser }} parts
 * @returns {Promise<{ name: string, problem: string | null, bytes: number }>}
 */
async function checkApp(app, ours, parts) {
  const { name, packages, files, build, output } = app
  const folder = join(parts.folder, name.replaceAll(/\W+/g, '-'))
  const dependencies = { '@mille/embed': ours['@mille/embed'], ...packages }
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies })
  for (const [path, text] of Object.entries({ ...files, 'package.json': manifest })) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const quiet = { quiet: true, cwd: folder, env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } }
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel', 'error']
  const commands = [
    ['npm', ...install],
    ...build.map(([program = '', ...args]) => [join(folder, 'node_modules/.bin', program), ...args])
  ]
  for (const [program = '', ...args] of commands) {
    const { code, output: said } = await runCommand(program, args, quiet)
    if (code !== 0)
      return { name, problem: `${[program, ...args].join(' ')} failed:\n${said}`, bytes: 0 }
  }
  const built = join(folder, output)
  const problem = findProblem(app, built) ?? (await open(built, parts.browser))
  return { name, problem, bytes: scriptBytes(built) }
}

/**
 * @param {ConsumerApp} app
 * @param {string} folder
 */
function findProblem({ maxBytes, markup }, folder) {
  const bytes = scriptBytes(folder)
  if (maxBytes && bytes > maxBytes) return `one ad takes ${bytes} bytes, more than ${maxBytes}`
  const written = readFileSync(join(folder, 'index.html'), 'utf8')
  return markup && !written.includes(markup) ? `the server wrote no ${markup}` : null
}

/** Chunks of the ad that are loaded for pictures, when there is no ad, in a fallback's frame, or for a preview. */
const notForEachAd = /(^|\/)(extras|explain|draw-fallback|preview)-/

/**
 * Returns the bytes of script that every ad loads.
 * @param {string} folder
 */
function scriptBytes(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.js') && !notForEachAd.test(path))
    .reduce((sum, path) => sum + brotliCompressSync(readFileSync(join(folder, path))).length, 0)
}

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/**
 * Opens the page with one prepared decision instead of a network, and returns the problem, if any.
 * @param {string} folder
 * @param {import('playwright').Browser} browser
 * @returns {Promise<string | null>}
 */
async function open(folder, browser) {
  const site = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = pathname === '/' ? '/index.html' : pathname
    try {
      const body = readFileSync(join(folder, path))
      const type = types[/** @type {keyof typeof types} */ (extname(path))] ?? 'text/plain'
      response.writeHead(200, { 'Content-Type': type }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise(resolve => site.listen(0, '127.0.0.1', () => resolve(null)))
  const address = /** @type {import('node:net').AddressInfo} */ (site.address())
  const page = await browser.newPage()
  /** @type {string[]} */
  const problems = []
  let asked = 0
  page.on('pageerror', error => problems.push(error.message))
  await page.route(`${network}/**`, async route => {
    const isDecision = route.request().url().includes('/serve/units/12')
    if (isDecision) asked++
    await route.fulfill(
      isDecision
        ? { headers: { 'Access-Control-Allow-Origin': '*' }, json: decision }
        : { status: 204, headers: { 'Access-Control-Allow-Origin': '*' } }
    )
  })
  try {
    await page.goto(`http://127.0.0.1:${address.port}/`)
    await page.getByRole('link', { name: 'An ad in an app' }).waitFor()
    await page.locator('[data-count="10"]').waitFor()
    if (asked !== 1) problems.push(`the ad was asked for ${asked} times`)
  } catch (error) {
    problems.push(String(error))
  } finally {
    await page.close()
    site.close()
  }
  return problems.length > 0 ? problems.join('\n') : null
}

const decision = {
  unit: '12',
  size: '300x250',
  position: 'fixed',
  stickySide: 'footer',
  colors: {},
  look: 'card',
  font: 'own',
  label: 'Ad',
  filled: true,
  token: 'token',
  clickUrl: `${network}/serve/click/token`,
  aboutUrl: `${network}/about-ad?creative=1&unit=1`,
  creative: {
    kind: 'text',
    title: 'An ad in an app',
    text: 'Words',
    domain: 'ad.example',
    action: 'Learn more',
    lang: 'en'
  }
}
