import { formatAmount, parseAmount } from '@mille/money/amount.ts'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Context } from '../context.ts'
import { createFaucet, type Faucet } from '../payments/index.ts'

const policy = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'"
}
const maxBlocks = 20

/** Faucet for development on private blockchains: it pays worthless coins to any address and mines blocks. */
export function faucetRoutes(app: Hono, context: Context): void {
  const faucet = createFaucet(context.config)
  if (!faucet) return
  app.get('/dev/faucet', c => c.html(page(faucet, c.req.query('address') ?? '', ''), 200, policy))
  app.post('/dev/faucet', async c => {
    // Other sites must not be able to spend even worthless coins.
    const site = c.req.header('sec-fetch-site')
    if (site !== undefined && site !== 'same-origin') return c.text('From this page only', 403)
    const form = await c.req.parseBody()
    const text = (name: string) => String(form[name] ?? '').trim()
    try {
      const said =
        text('what') === 'mine'
          ? await mine(faucet, text('blocks'))
          : await pay(faucet, text('token'), text('address'), text('amount'))
      return c.html(page(faucet, text('address'), said), 200, policy)
    } catch (error) {
      return c.html(page(faucet, text('address'), (error as Error).message), 422, policy)
    }
  })
}

async function pay(faucet: Faucet, token: string, address: string, amount: string) {
  const units = parseAmount(amount, 'btc')
  if (units === null || units === 0n) return 'Enter an amount such as 0.01.'
  const id = await faucet.pay(token, address, units)
  return `${formatAmount(units)} ${token} sent: ${id}`
}

async function mine(faucet: Faucet, blocks: string) {
  const count = Math.min(maxBlocks, Math.max(1, Number.parseInt(blocks, 10) || 1))
  await faucet.mine(count)
  return `${count} more blocks on each chain.`
}

function page(faucet: Faucet, address: string, said: string) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Faucet</title>
    <style>
      body { max-inline-size: 40rem; margin: 2rem auto; padding-inline: 1rem; font: 16px/1.5 system-ui, sans-serif; }
      form { display: grid; gap: 0.75rem; margin-block: 1.5rem; }
      label { display: grid; gap: 0.25rem; }
      input, select, button { font: inherit; padding: 0.5rem; }
      p[role='status'] { overflow-wrap: anywhere; }
    </style>
  </head>
  <body>
    <h1>Faucet</h1>
    <p>Coins of this development server’s own chains. They are worth nothing. A block is made every ten seconds.</p>
    <p role="status">${said}</p>
    <form method="post">
      <label>Address <input name="address" value="${address}" required autocomplete="off" spellcheck="false" /></label>
      <label>Token
        <select name="token">${faucet.tokens.map(code => html`<option>${code}</option>`)}</select>
      </label>
      <label>Amount <input name="amount" value="0.01" inputmode="decimal" required /></label>
      <button name="what" value="pay">Pay</button>
    </form>
    <form method="post">
      <label>Blocks <input name="blocks" value="1" inputmode="numeric" /></label>
      <button name="what" value="mine">Make blocks</button>
    </form>
  </body>
</html>`
}
