// @ts-check
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { delimiter, dirname } from 'node:path'
import { exitCode, runCommand } from './command.mjs'
import { cacheFile } from './paths.mjs'
import { SetupError } from './setup-error.mjs'

const NEEDED_MAJOR = 24
const PARENT_CHECK_MS = 500

/**
 * Runs `main` in this process if it is Node 24 or newer; otherwise runs the same script with the same arguments under a
 * Node 24 from npm. The server and tests are TypeScript, which older versions cannot run.
 * @param {() => unknown} main
 */
export async function onNode24(main) {
  stopWithParent()
  try {
    if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) {
      keepCompiled()
      await main()
    } else {
      process.exitCode = await runAgain(await findNode24())
    }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

async function findNode24() {
  const cache = cacheFile('node-24')
  const known = existsSync(cache) ? readFileSync(cache, 'utf8') : ''
  if (known && existsSync(known)) return known

  process.stderr.write(`Node ${process.versions.node} is too old: getting Node 24 from npm…\n`)
  const npx = ['-y', '-p', `node@${NEEDED_MAJOR}`, 'node', '-p', 'process.execPath']
  const { code, stdout, output } = await runCommand('npx', npx, { quiet: true })
  const found = stdout.trim()
  if (code !== 0 || !existsSync(found)) {
    process.stderr.write(output)
    throw new SetupError(
      'Mille needs Node 24, which npm could not fetch: install it, then try again.'
    )
  }
  writeFileSync(cache, found)
  return found
}

/**
 * Runs this script again under another Node binary, which is started directly instead of through npx, so that signals
 * and the exit code are passed on.
 * @param {string} node
 * @returns {Promise<number>}
 */
function runAgain(node) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, process.argv.slice(1), {
      env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc']
    })
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => {
        // A terminal also sends its signals to the child, and a second one would mean "stop at once".
        if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal)
      })
    }
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(exitCode(code, signal)))
  })
}

/**
 * Ends this process with SIGTERM when its parent ends, if nothing else would stop it: an older Node that was killed
 * cannot pass the signal on, and npm passes it only to its shell, which ends without notifying its child. Any other
 * parent may end, because a server started from a script or with `nohup` should keep running.
 */
function stopWithParent() {
  const stop = () => process.kill(process.pid, 'SIGTERM')
  if (process.channel) {
    process.on('disconnect', stop)
    process.channel.unref()
  } else if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid
    const check = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(check)
      stop()
    }, PARENT_CHECK_MS)
    check.unref()
  }
}

/** Caches the compiled TypeScript for this process and its child processes, which then start in half the time. */
function keepCompiled() {
  process.env.NODE_COMPILE_CACHE ??= cacheFile('compiled')
  nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
