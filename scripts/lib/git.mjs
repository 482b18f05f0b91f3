// @ts-check
import { runCommand } from './command.mjs'
import { SetupError } from './setup-error.mjs'

/**
 * Variables by which git, when it runs a hook, tells other gits which repository is meant. Inherited, they would make a
 * command for a clone change the repository that it was cloned from.
 */
const ofHooks = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX'
]

/**
 * Runs git in a folder and returns what it prints, without the newline at the end.
 * @param {string} folder
 * @param {string[]} args
 * @param {Record<string, string>} [variables] environment variables in addition
 */
export async function git(folder, args, variables = {}) {
  const { code, stdout, output } = await tryGit(folder, args, variables)
  if (code !== 0) throw new SetupError(`git ${args.join(' ')} failed:\n${output}`)
  return stdout.trimEnd()
}

/**
 * Returns a value of git's configuration, or an empty string.
 * @param {string} folder
 * @param {string} name
 */
export async function gitSetting(folder, name) {
  return (await tryGit(folder, ['config', '--get', name])).stdout.trimEnd()
}

/**
 * @param {string} folder
 * @param {string[]} args
 * @param {Record<string, string>} [variables]
 */
function tryGit(folder, args, variables = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !ofHooks.includes(name))
  const env = { ...Object.fromEntries(inherited), ...variables }
  return runCommand('git', args, { quiet: true, cwd: folder, env })
}
