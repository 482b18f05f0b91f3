import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'

/**
 * The other products' clients may not be redistributed: they are downloaded once, into a folder that is not committed.
 */
const folder = resolve(import.meta.dirname, '../../bench')
const ethicalAds = 'https://media.ethicalads.io/media/client/ethicalads.min.js'
const sentry = '@sentry/browser@11.12.0'

/** Returns EthicalAds' client, or null if it cannot be downloaded. */
export async function readEthicalAds(): Promise<string | null> {
  const file = resolve(folder, 'ethicalads.min.js')
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known !== null) return known
  const answer = await fetch(ethicalAds).catch(() => null)
  if (!answer?.ok) return without('EthicalAds’ client', ethicalAds)
  const text = await answer.text()
  await mkdir(folder, { recursive: true })
  await writeFile(file, text)
  return text
}

/**
 * Returns a page's script with only Sentry's feedback, set up as in its documentation, or null if Sentry is
 * unavailable.
 */
export async function bundleSentry(): Promise<string | null> {
  const app = resolve(folder, 'sentry')
  await mkdir(app, { recursive: true })
  await writeFile(resolve(app, 'package.json'), '{ "private": true }')
  try {
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', sentry], { cwd: app })
  } catch {
    return without('Sentry’s feedback', sentry)
  }
  const contents = `import { feedbackIntegration, init } from '@sentry/browser'
    init({ dsn: 'https://key@sentry.example/1', integrations: [feedbackIntegration({ autoInject: true })] })`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: app },
    bundle: true,
    minify: true,
    write: false,
    target: 'es2022'
  })
  return outputFiles[0]?.text ?? null
}

function without(name: string, source: string): null {
  process.stderr.write(`Without ${name}: ${source} cannot be fetched.\n`)
  return null
}
