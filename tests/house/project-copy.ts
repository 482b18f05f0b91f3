import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../../scripts/lib/paths.mjs'

export type ProjectCopy = ReturnType<typeof copyProject>

/** Copies the sources, or those that are wanted, to a temporary folder in which faults can be planted. */
export function copyProject(isWanted: (path: string) => boolean = () => true) {
  const folder = mkdtempSync(join(tmpdir(), 'mille-house-'))
  for (const path of listSources().filter(isWanted)) cpSync(join(root, path), join(folder, path))
  linkPackages(folder)

  function plant(path: string, content: string) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }

  /** Runs an installed package's program in the copy. */
  function run(program: string, args: string[]) {
    const file = join(folder, 'node_modules', '.bin', program)
    const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 } as const
    const { status, stdout, stderr } = spawnSync(file, args, options)
    return { status, stdout, stderr }
  }

  function remove() {
    rmSync(folder, { recursive: true, force: true })
  }
  return { folder, plant, run, remove }
}

/** Lists the files that are or would be committed, as paths from the root. */
export function listSources() {
  // Allows a checkout with another owner, as in containers.
  const args = [
    '-c',
    'safe.directory=*',
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '-z'
  ]
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ls-files: ${stderr}`)
  return [...new Set(stdout.split('\0'))].filter(path => path && existsSync(join(root, path)))
}

/** Links the installed third-party packages; our own packages must be the copies. */
function linkPackages(folder: string) {
  const installed = join(root, 'node_modules')
  const linked = join(folder, 'node_modules')
  mkdirSync(join(linked, '@mille'), { recursive: true })
  for (const name of readdirSync(installed)) {
    if (name !== '@mille') symlinkSync(join(installed, name), join(linked, name))
  }
  for (const path of listWorkspaces()) {
    const { name } = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'))
    symlinkSync(join(folder, path), join(linked, name))
    const nested = join(root, path, 'node_modules')
    if (existsSync(nested)) symlinkSync(nested, join(folder, path, 'node_modules'))
  }
}

function listWorkspaces() {
  return listSources()
    .filter(path => /^(packages\/[^/]+|dashboard|embed)\/package\.json$/.test(path))
    .map(dirname)
}
