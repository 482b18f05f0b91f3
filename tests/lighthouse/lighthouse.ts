import { browserLaunchOptions } from '../../scripts/lib/browser.mjs'
import { runCommand } from '../../scripts/lib/command.mjs'

/** Scores from 0 to 100, and times of the emulated phone in milliseconds. */
export type Score = {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  paintMs: number
  blockingMs: number
  shift: number
}

/**
 * Lighthouse is not a dependency: with its own dependencies it takes 180 MB, which only people who measure these
 * figures need. npx keeps this version in its cache.
 */
const lighthouse = 'lighthouse@13.5.0'

type Report = {
  categories: Record<string, { score: number | null } | undefined>
  audits: Record<string, { numericValue?: number } | undefined>
  runtimeError?: { message: string }
}

/**
 * Returns what Lighthouse measures at an address, with its settings for phones: a quarter of the processor speed and a
 * slow 4G network.
 */
export async function openPage(url: string): Promise<Score> {
  const { executablePath = '', args } = browserLaunchOptions()
  const flags = ['--headless=new', ...args].join(' ')
  const { code, stdout, output } = await runCommand(
    'npx',
    ['-y', lighthouse, url, '--quiet', '--output=json', `--chrome-flags=${flags}`],
    { quiet: true, env: { ...process.env, CHROME_PATH: executablePath } }
  )
  if (code !== 0) throw new Error(`Lighthouse failed on ${url}: ${output}`)
  const report = JSON.parse(stdout) as Report
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`)
  const score = (name: string) => Math.round((report.categories[name]?.score ?? 0) * 100)
  const audit = (name: string) => report.audits[name]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    paintMs: audit('first-contentful-paint'),
    blockingMs: audit('total-blocking-time'),
    shift: audit('cumulative-layout-shift')
  }
}
