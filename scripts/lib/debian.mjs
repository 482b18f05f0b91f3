// @ts-check
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runCommand } from './command.mjs'
import { withLock } from './lock.mjs'
import { cacheFile } from './paths.mjs'
import { SetupError } from './setup-error.mjs'

/**
 * Returns a program that tests need: the one that an environment variable names, an installed one, or Debian's,
 * unpacked into the cache.
 * @param {object} program
 * @param {string} program.name command name on a system that has the program
 * @param {string} program.variable
 * @param {string} program.wanted description of the required program
 * @param {string} program.path path of the unpacked program in the folder of its name
 * @param {(path: string) => Promise<boolean>} program.isGood not called for a path that does not exist
 * @param {(folder: string) => Promise<void>} program.unpack
 * @returns {Promise<string>} the program's path
 */
export async function ensureProgram({ name, variable, wanted, path, isGood, unpack }) {
  /** @param {string} program */
  const isThere = async program =>
    (!program.includes('/') || existsSync(program)) && (await isGood(program))
  const named = process.env[variable]
  if (named) {
    if (await isThere(named)) return named
    throw new SetupError(`${variable} is ${named}, where no ${wanted} is.`)
  }
  if (await isThere(name)) return name
  const folder = cacheFile(name)
  const program = join(folder, path)
  if (await isThere(program)) return program
  await withLock(`${name}-install`, async () => {
    if (await isThere(program)) return
    process.stderr.write(`Fetching a ${name} from Debian…\n`)
    await unpack(folder)
  })
  if (await isThere(program)) return program
  throw new SetupError(
    `The ${name} that was unpacked does not run: install one, or set ${variable}.`
  )
}

/**
 * Unpacks packages of another Debian release than the system's, without installing anything on the system.
 * @param {string} folder emptied first
 * @param {{ suites: string[], packages: string[], hint: string }} what `hint` tells the user what to do if this is
 * impossible
 * @returns {Promise<string>} the folder that acts as `/`
 */
export async function unpackDebian(folder, { suites, packages, hint }) {
  rmSync(folder, { recursive: true, force: true })
  const apt = join(folder, 'apt')
  const debs = join(apt, 'debs')
  const system = join(folder, 'root')
  for (const path of [
    join(apt, 'lists/partial'),
    join(apt, 'cache/archives/partial'),
    debs,
    system
  ])
    mkdirSync(path, { recursive: true })
  const mirror = await findMirror(hint)
  const sources = join(apt, 'sources.list')
  writeFileSync(sources, suites.map(suite => `deb ${mirror} ${suite} main\n`).join(''))
  writeFileSync(join(apt, 'status'), '')
  // Uses a separate apt configuration, so that the system's lists, packages and settings do not change.
  const settings = [
    `Dir::Etc::SourceList=${sources}`,
    'Dir::Etc::SourceParts=-',
    `Dir::State::Lists=${join(apt, 'lists')}`,
    `Dir::State::status=${join(apt, 'status')}`,
    `Dir::Cache=${join(apt, 'cache')}`,
    'APT::Architecture=amd64',
    'APT::Architectures=amd64',
    'APT::Sandbox::User=root',
    'Acquire::Retries=3'
  ].flatMap(it => ['-o', it])
  await run('apt-get', ['-qq', ...settings, 'update'], hint)
  await run(
    'sh',
    ['-c', 'cd "$0" && exec apt-get -qq "$@"', debs, ...settings, 'download', ...packages],
    hint
  )
  for (const deb of readdirSync(debs)) await run('dpkg-deb', ['-x', join(debs, deb), system], hint)
  rmSync(apt, { recursive: true })
  return system
}

/**
 * Writes a script that runs a program with its own loader and libraries, which are newer than the system's.
 * @param {string} launcher
 * @param {string} system
 * @param {string} program its path below `system`
 */
export function writeLauncher(launcher, system, program) {
  const libraries = join(system, 'usr/lib/x86_64-linux-gnu')
  const loader = join(libraries, 'ld-linux-x86-64.so.2')
  mkdirSync(dirname(launcher), { recursive: true })
  writeFileSync(
    launcher,
    `#!/bin/sh\nexec "${loader}" --library-path "${libraries}" "${join(system, program)}" "$@"\n`
  )
  chmodSync(launcher, 0o755)
}

/**
 * Returns the package mirror that this machine already uses.
 * @param {string} hint
 */
async function findMirror(hint) {
  const { code, stdout } = await runCommand('apt-get', ['indextargets', '--format', '$(SITE)'], {
    quiet: true
  })
  const mirror = stdout
    .split('\n')
    .filter(line => line !== '' && !line.includes('security'))
    .sort()[0]
  if (code !== 0 || !mirror) throw new SetupError(hint)
  return mirror.replace(/\/$/, '')
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} hint
 */
async function run(program, args, hint) {
  const { code, output } = await runCommand(program, args, { quiet: true })
  if (code !== 0) throw new SetupError(`${output}\n${program} failed. ${hint}`)
}
