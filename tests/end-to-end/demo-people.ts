import type { ServerProcess } from '@mille/testing/server-process.ts'
import { type Browser, expect, type Page } from 'playwright/test'

/** A person of the demo network in a browser of their own, signed in by the code that the server printed. */
export async function openAs(
  browser: Browser,
  { url, output }: ServerProcess,
  who: string
): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  if (who === 'visitor') return page
  const code = new RegExp(`Sign in as ${who}\\s*(\\S+)`).exec(output())?.[1] ?? ''
  // A press before the page's code is there goes nowhere.
  await expect(async () => {
    await page.goto(`${url}/user/sign_in?popup=ENTER_ACCESS_POPUP&return_to=%2Fsettings`)
    await page.getByLabel('Access code').fill(code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click()
    await page.waitForURL(`${url}/settings`, { timeout: 10_000 })
  }).toPass({ timeout: 90_000 })
  return page
}

/** A chain whose node does not answer: deposits are offered, and none comes. The key is that of the regtest wallet. */
export const demoChain = {
  BITCOIN_RPC_URL: 'http://nobody:nobody@127.0.0.1:1',
  BITCOIN_XPUB:
    'tpubDCyNUrNWTCpqKCYKVDGJBNHTMTHWPPcLqWyJSTctyEciQag7Lbp8cDTpotMAJy9tEGpc5D5WTSXDd35KsSMaTUk3MWWZcpbnSPSo6TfzECU',
  BITCOIN_NETWORK: 'regtest'
}
