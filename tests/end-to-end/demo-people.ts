import type { ServerProcess } from '@mille/testing/server-process.ts'
import type { Browser, Page } from 'playwright/test'
import { contextApi } from './context-api.ts'

/**
 * Opens a page as a person of the demo network in a separate browser, signed in by the code that the server printed.
 */
export async function openAs(
  browser: Browser,
  { url, output }: ServerProcess,
  who: string
): Promise<Page> {
  const context = await browser.newContext()
  if (who !== 'visitor') {
    const code = new RegExp(`Sign in as ${who}\\s*(\\S+)`).exec(output())?.[1] ?? ''
    // Signs in without the popup, which has its own tests, because this is done many times.
    const signedIn = await contextApi(context, url).accounts.signIn({ access_code: code })
    if (!signedIn.ok) throw new Error(`the ${who} was not signed in: ${signedIn.code}`)
  }
  return context.newPage()
}

/**
 * Settings of a chain whose node does not answer: deposits are offered but never arrive. The key is that of the regtest
 * wallet.
 */
export const demoChain = {
  BITCOIN_RPC_URL: 'http://nobody:nobody@127.0.0.1:1',
  BITCOIN_XPUB:
    'tpubDCyNUrNWTCpqKCYKVDGJBNHTMTHWPPcLqWyJSTctyEciQag7Lbp8cDTpotMAJy9tEGpc5D5WTSXDd35KsSMaTUk3MWWZcpbnSPSo6TfzECU',
  BITCOIN_NETWORK: 'regtest'
}
