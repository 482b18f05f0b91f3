// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { checkConsumers } from './lib/check-consumers.mjs'
import { runCommand } from './lib/command.mjs'
import { consumerApps } from './lib/consumer-apps.mjs'
import { buildPackages, publishedPackages } from './lib/packages.mjs'
import { packageBinary, root } from './lib/paths.mjs'

// Usage: node scripts/check-packages.mjs
// Builds the published packages and checks them as their users install them: publint, the types under every way to
// resolve ES modules, rendering on a server, and apps that use them; with MILLE_PROOF=full, more frameworks.
await buildPackages()
let isGood = true

for (const { output } of publishedPackages) {
  const { repository, homepage, bugs } = JSON.parse(
    readFileSync(join(root, output, 'package.json'), 'utf8')
  )
  if (!repository?.url || !homepage || !bugs || !existsSync(join(root, output, 'CHANGELOG.md')))
    fail(`${output} does not say where it comes from, or what has changed`)
  const { messages, pkg } = await publint({ pkgDir: join(root, output), strict: true })
  for (const message of messages) fail(`${output}: ${formatMessage(message, pkg)}`)
  const args = ['--pack', output, '--profile', 'esm-only', '--format', 'ascii', '--no-emoji']
  // Style sheets and the manifest have no types.
  const untyped = ['styles.css', 'custom-elements.json']
  const types = await runCommand(
    packageBinary('attw'),
    [...args, '--exclude-entrypoints', ...untyped],
    { quiet: true }
  )
  if (types.code !== 0) fail(types.output)
}

/** @param {string} path */
const load = path => import(pathToFileURL(join(root, path)).href)
const { createMille } = await load('packages/api/dist/index.js')
/** @type {string[]} */
const asked = []
const mille = createMille({
  server: 'https://ads.example',
  token: 'mille_key',
  /** @param {string} path @param {RequestInit} init */
  transport: async (path, init) => {
    asked.push(`${init.method} ${path} ${new Headers(init.headers).get('authorization')}`)
    return Response.json({ data: [] })
  }
})
const listed = await mille.campaigns.listCampaigns()
if (!listed.ok || asked.join() !== 'GET /api/v1/campaigns Bearer mille_key')
  fail(`@mille/client asked ${asked.join()} and got ${JSON.stringify(listed)}`)
const { MilleAd } = await load('embed/npm/dist/react.js')
const { FeedbackLink } = await load('packages/widgets/dist/feedback.js')
await load('packages/widgets/dist/login.js')
expectMarkup(
  renderToString(
    createElement(MilleAd, { server: 'https://ads.example', unit: 12, className: 'ad' })
  ),
  '<mille-ad class="ad" server="https://ads.example" unit="12"></mille-ad>'
)
const placed = { server: 'https://ads.example', unit: 12, size: '300x250' }
if (!renderToString(createElement(MilleAd, placed)).includes('/serve/units/12" as="fetch"'))
  fail('a server does not let the browser preload the decision of an ad')
expectMarkup(
  renderToString(createElement(FeedbackLink, { href: '/suggestions' })),
  '<a class="mille-feedback" href="/suggestions" target="_blank" rel="noopener">Feedback</a>'
)

for (const [condition, expected] of Object.entries({
  'react-server': /server component/,
  node: /^$/
})) {
  const args = [
    `--conditions=${condition}`,
    '--input-type=module',
    '-e',
    "import '@mille/embed/ad'"
  ]
  const { output } = await runCommand(process.execPath, args, {
    quiet: true,
    cwd: join(root, 'embed/npm/dist')
  })
  if (!expected.test(output.trim()))
    fail(`imported on a server under ${condition}, @mille/embed/ad says: ${output}`)
}

const apps = process.env.MILLE_PROOF === 'full' ? consumerApps.full : consumerApps.quick
const outputs = publishedPackages.map(it => it.output)
for (const { name, problem } of await checkConsumers(outputs, apps))
  if (problem) fail(`${name}: ${problem}`)

process.exitCode = isGood ? 0 : 1
if (isGood)
  process.stdout.write(`${publishedPackages.map(it => it.output).join(', ')} are fit to publish\n`)

/**
 * @param {string} markup
 * @param {string} expected
 */
function expectMarkup(markup, expected) {
  if (markup !== expected)
    fail(`rendered on a server: ${markup}\n            instead of: ${expected}`)
}

/** @param {string} text */
function fail(text) {
  isGood = false
  process.stderr.write(`${text}\n`)
}
