// @ts-check
import { runCommand } from './command.mjs'

/**
 * @typedef {{ kind: 'checked', found: string[] } | { kind: 'not_checked', reason: string }} Advisories
 */

const serious = ['high', 'critical']

/**
 * Asks the registry for known advisories about production dependencies, and returns the serious ones.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Advisories>}
 */
export async function readAdvisories(env = process.env) {
  // A registry that does not answer must not delay a check.
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=10000']
  const { stdout, output } = await runCommand('npm', args, { quiet: true, env })
  const answer = parse(stdout)
  if (!answer?.vulnerabilities) {
    const reason = answer?.message ?? answer?.error?.summary ?? output.trim().split('\n')[0]
    return { kind: 'not_checked', reason: reason || 'npm gave no answer' }
  }
  const found = Object.values(answer.vulnerabilities)
    .filter(it => serious.includes(it.severity))
    .map(it => `${[it.name, it.range].join(' ').trim()}: ${it.severity}${titlesOf(it.via)}`)
  return { kind: 'checked', found }
}

/**
 * @typedef {{ name: string, severity: string, range: string, via: (string | { title: string, url: string })[] }} Vulnerability
 * @typedef {{ vulnerabilities?: Record<string, Vulnerability>, message?: string, error?: { summary?: string } }} Answer
 * @param {string} text
 * @returns {Answer | null}
 */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @param {Vulnerability['via']} via vulnerable dependencies of the package, or the advisory itself */
function titlesOf(via) {
  return via
    .map(it => (typeof it === 'string' ? `, by ${it}` : `, ${it.title}, ${it.url}`))
    .join('')
}
