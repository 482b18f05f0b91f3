import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@mille/testing/free-port.ts'
import puppeteer, { type Browser } from 'puppeteer-core'
import { browserLaunchOptions } from '../../scripts/lib/browser.mjs'
import { findEngines } from '../../scripts/lib/engines.mjs'

/** The browser functions that these tests need, the same for each engine. */
export type Engine = {
  open: (url: string) => Promise<void>
  /** Returns the value of an expression in the page, which may be a promise. */
  evaluate: <Value>(expression: string) => Promise<Value>
  stop: () => Promise<void>
}

export const engines: Record<string, () => Promise<Engine>> = {
  Chromium: async () => {
    const { executablePath, args } = browserLaunchOptions()
    return puppeteerEngine(
      await puppeteer.launch({ args, ...(executablePath && { executablePath }) })
    )
  },
  Firefox: async () =>
    puppeteerEngine(
      await puppeteer.launch({ browser: 'firefox', executablePath: findEngines().firefox })
    ),
  WebKit: startWebKit
}

/** Controls Chromium by its own protocol, and Firefox by WebDriver BiDi. */
async function puppeteerEngine(browser: Browser): Promise<Engine> {
  const page = await browser.newPage()
  await page.setViewport({ width: 1024, height: 768 })
  return {
    open: async url => void (await page.goto(url)),
    evaluate: expression => page.evaluate(expression) as never,
    stop: () => browser.close()
  }
}

/** Starts WebKit with plain WebDriver (w3.org/TR/webdriver2), on a virtual screen. */
async function startWebKit(): Promise<Engine> {
  const { webKitDriver, xvfbRun } = findEngines()
  const port = await freePort()
  const driver = spawn(xvfbRun, ['-a', webKitDriver, `--port=${port}`], {
    // The sandbox of WebKit's processes does not work for root.
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: 'ignore',
    detached: true
  })
  const server = `http://127.0.0.1:${port}`
  const options = { args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = await retry(() => call('POST', '/session', { capabilities }))
  const session = `/session/${sessionId}`
  await call('POST', `${session}/window/rect`, { width: 1024, height: 768 })

  async function call(method: string, path: string, body?: unknown) {
    const response = await fetch(server + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const { value } = (await response.json()) as { value: Record<string, never> }
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }

  return {
    open: async url => void (await call('POST', `${session}/url`, { url })),
    evaluate: async expression => {
      const script = `const done = arguments[0]; Promise.resolve(${expression}).then(done, error => done({ thrown: String(error) }))`
      const value = await call('POST', `${session}/execute/async`, { script, args: [] })
      if (value?.thrown) throw new Error(value.thrown)
      return value as never
    },
    async stop() {
      await call('DELETE', session)
      await end(driver)
    }
  }
}

/** Repeats the attempt, because the driver takes a moment until it listens. */
async function retry<Value>(attempt: () => Promise<Value>): Promise<Value> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === 50) throw error
      await sleep(200)
    }
  }
}

/** Ends a process together with the screen and the browser that it has started. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return
  process.kill(-child.pid, 'SIGTERM')
  await once(child, 'exit')
}
