import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { demoAccounts } from '@mille/testing/demo/accounts.ts'
import { startBlog } from '@mille/testing/demo/blog.ts'
import { seedDemo } from '@mille/testing/demo/seed.ts'
import type { HandlePage } from './http/app.ts'
import type { RunningServer, StartOptions } from './server.ts'

/** What only a development start has: demo data, the demo blog, and the printed sign-ins. */
export async function startDemo({ context, onStop }: RunningServer): Promise<string[]> {
  const { config, db } = context
  const blog = await startBlog(config.demoPort, config.host, config.publicUrl)
  onStop('demo blog', blog.stop)
  const seeded = await seedDemo(context, blog.origin)
  const site = await db
    .selectFrom('sites')
    .innerJoin('users', 'users.id', 'sites.user_id')
    .select(['sites.id', 'sites.verification_token'])
    .where('users.username', '=', 'halfpenny')
    .orderBy('sites.id')
    .limit(1)
    .executeTakeFirst()
  if (site) {
    const units = await db
      .selectFrom('ad_units')
      .select(['id', 'size', 'page_url'])
      .where('site_id', '=', site.id)
      .where('state', '=', 'active')
      .orderBy('id')
      .limit(50)
      .execute()
    blog.show(units, site.verification_token)
  }
  return [
    ...(seeded
      ? ['A demo network was made: 20 campaigns, 30 ad units and a month of statistics.']
      : []),
    `Demo blog with ads   ${blog.origin}`,
    `Outbox of mail       ${config.publicUrl}/dev/outbox`,
    `Storybook            ${config.publicUrl}/storybook`,
    ...demoAccounts(config).map(({ role, code }) => `Sign in as ${role.padEnd(12)}${code}`)
  ]
}

/** `npm run dev`: pages come from Vite, which reloads what changes, instead of from the build. */
export function developmentPages(): StartOptions {
  return {
    async loadPages() {
      const { createServer } = await import('vite')
      const vite = await createServer({
        root: resolve(import.meta.dirname, '../../dashboard'),
        server: { middlewareMode: true },
        appType: 'custom'
      })
      const handlePage: HandlePage = async (request, options) => {
        const entry = (await vite.ssrLoadModule('./server-entry.ts')) as { handlePage: HandlePage }
        return entry.handlePage(request, options)
      }
      return {
        handlePage,
        development: true,
        wrap(http) {
          const listeners = http.listeners('request')
          http.removeAllListeners('request')
          http.on('request', (request, response) =>
            vite.middlewares(request, response, () => {
              for (const listener of listeners) listener.call(http, request, response)
            })
          )
        },
        stop: () => vite.close()
      }
    }
  }
}

type Chains = {
  /** What the configuration needs to know of them. */
  environment: Record<string, string>
  lines: (publicUrl: string) => string[]
  stop: () => Promise<void>
}

const blockMs = 10_000
/** More than the demo network owes: what is owed must be on the chain, or nothing is paid out. */
const floatAmount = '300'
/** A million of each, in the tokens’ own units. */
const tokenFloat = 10n ** 12n

/**
 * `npm run dev -- --chain`: chains of its own beside the server, Bitcoin’s and one of Ethereum’s kind, a signer with
 * their keys, and a block on each every ten seconds.
 */
export async function startChains(environment: NodeJS.ProcessEnv): Promise<Chains> {
  const folder = join(resolve(environment.DATA_DIR ?? 'data'), 'regtest')
  mkdirSync(folder, { recursive: true })
  const { startRegtest } = await import('@mille/testing/regtest.ts')
  const { startAnvil } = await import('@mille/testing/anvil.ts')
  const [regtest, anvil] = await Promise.all([
    startRegtest(folder),
    startAnvil(join(folder, 'anvil.json'))
  ])
  await anvil.fill('USDT', tokenFloat)
  await anvil.fill('USDC', tokenFloat)
  const { xpub: ethereumXpub, rpcUrl, chainId, tokens } = anvil.config
  const ethereum = {
    ETHEREUM_CHAIN_ID: String(chainId),
    USDT_CONTRACT: tokens.USDT ?? '',
    USDC_CONTRACT: tokens.USDC ?? ''
  }
  // A socket's path must be short.
  const socket = join(mkdtempSync(join(tmpdir(), 'mille-signer-')), 'signer.sock')
  const keys = {
    SIGNER_SOCKET: socket,
    SIGNER_BITCOIN_XPRV: regtest.xprv,
    SIGNER_ETHEREUM_XPRV: anvil.key.privateExtendedKey,
    BITCOIN_NETWORK: 'regtest',
    ...ethereum
  }
  const cli = join(import.meta.dirname, 'cli.ts')
  const signer = spawn(process.execPath, [cli, 'signer'], {
    env: { ...environment, ...keys },
    stdio: ['ignore', 'ignore', 'inherit']
  })
  if ((await regtest.rpc.call<number>('getblockcount')) <= 110) {
    const { addressAt, readExtendedKey } = await import('./payments/bitcoin/keys.ts')
    const { xpub, network } = regtest.config
    await regtest.pay({ [addressAt(readExtendedKey(xpub), 999, network)]: floatAmount })
  }
  const mining = setInterval(() => {
    void Promise.all([regtest.mine(1), anvil.mine(1)]).catch(() => {})
  }, blockMs)
  return {
    environment: {
      BITCOIN_RPC_URL: regtest.config.rpcUrl,
      BITCOIN_XPUB: regtest.config.xpub,
      BITCOIN_NETWORK: 'regtest',
      SIGNER_SOCKET: socket,
      ETHEREUM_RPC_URL: rpcUrl,
      ETHEREUM_XPUB: ethereumXpub,
      ETHEREUM_CONFIRMATIONS: '3',
      ...ethereum
    },
    lines: publicUrl => [`Faucet of coins      ${publicUrl}/dev/faucet`],
    async stop() {
      clearInterval(mining)
      signer.kill('SIGTERM')
      await Promise.all([regtest.stop(), anvil.dispose()])
    }
  }
}
