// @ts-check
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { delimiter, dirname } from 'node:path'
import { exitCode, runCommand } from './command.mjs'
import { cacheFile } from './paths.mjs'
import { SetupError } from './setup-error.mjs'

const NEEDED_MAJOR = 24

/**
 * Runs `main` here when this is Node 24 or newer; otherwise runs the same script with the same
 * arguments under a Node 24 from npm. Server and tests are TypeScript that older ones cannot read.
 * @param {() => unknown} main
 */
export async function onNode24(main) {
  try {
    if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) {
      stopWithParent()
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
 * The binary is started directly, not through npx, so that signals and the exit code pass.
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
        // A terminal sends its signals to the child too, and a second one means "stop at once".
        if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal)
      })
    }
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(exitCode(code, signal)))
  })
}

/** When the older Node is killed, nobody else would stop this one. */
function stopWithParent() {
  if (!process.channel) return
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

/** What Node has made of our TypeScript is kept, for this process and those it starts: they are ready in half the time. */
function keepCompiled() {
  process.env.NODE_COMPILE_CACHE ??= cacheFile('compiled')
  nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
