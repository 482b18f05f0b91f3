// @ts-check
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runCommand } from './command.mjs'
import { packageBinary } from './paths.mjs'
import { SetupError } from './setup-error.mjs'

// The headless shell renders the same with two thirds of the processor time.
const HEADLESS = 'chromium-headless-shell'
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome']

const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
]

/** Returns the options with which Playwright starts the browser found by `ensureBrowser`. */
export function browserLaunchOptions() {
  const executablePath = findBrowser()
  // Chromium refuses to run as root inside its sandbox.
  const args = isRoot() ? ['--no-sandbox', ...ARGS] : ARGS
  return executablePath ? { executablePath, args } : { args }
}

/**
 * Finds a Chromium, or installs one.
 * @returns {Promise<string>} the path of its executable
 */
export async function ensureBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) {
    throw new SetupError(`CHROMIUM_PATH is ${named}, where no browser is.`)
  }
  if (named) return named
  return (
    find([HEADLESS]) ??
    (await installFromDebian(HEADLESS)) ??
    findBrowser() ??
    (await findPlaywrightBrowser()) ??
    (await installFromDebian('chromium')) ??
    (await installFromPlaywright()) ??
    fail()
  )
}

function findBrowser() {
  return process.env.CHROMIUM_PATH || find(NAMES)
}

/** @param {string[]} names */
function find(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap(folder => names.map(name => join(folder, name))).find(isExecutable)
}

async function findPlaywrightBrowser() {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}

/** @param {string} name */
async function installFromDebian(name) {
  return (await installDebianPackages([name])) ? find([name]) : undefined
}

/**
 * Installs Debian packages, if permitted: as root on a Debian system.
 * @param {string[]} names
 * @returns {Promise<boolean>} whether they are installed
 */
export async function installDebianPackages(names) {
  if (!isRoot() || !existsSync('/etc/debian_version')) return false
  process.stderr.write(`Installing ${names.join(', ')} with apt-get…\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', ...names]]) {
    const { code, output } = await runCommand('apt-get', args, { quiet: true, env })
    if (code !== 0) {
      process.stderr.write(output)
      return false
    }
  }
  return true
}

async function installFromPlaywright() {
  process.stderr.write('Installing Chromium with Playwright…\n')
  const args = ['install', 'chromium']
  const { code, output } = await runCommand(packageBinary('playwright'), args, { quiet: true })
  if (code !== 0) process.stderr.write(output)
  return code === 0 ? findPlaywrightBrowser() : undefined
}

/** @returns {never} */
function fail() {
  throw new SetupError(
    'The tests need Chromium, which could not be installed: install it, or set CHROMIUM_PATH to the browser you have.'
  )
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isRoot() {
  return process.getuid?.() === 0
}
