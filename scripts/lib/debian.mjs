// @ts-check
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runCommand } from './command.mjs'
import { SetupError } from './setup-error.mjs'

/**
 * Unpacks packages of another Debian than the system's: nothing is installed on the system.
 * @param {string} folder emptied first
 * @param {{ suites: string[], packages: string[], hint: string }} what `hint` says what to do where this cannot be done
 * @returns {Promise<string>} the folder that takes the place of `/`
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
  // An apt of its own: the system's lists, packages and settings stay as they are.
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
 * A program runs through its own loader and libraries, which are newer than the system's.
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
 * The mirror that this machine uses already, whatever it is.
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
