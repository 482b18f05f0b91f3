import { parseArgs } from 'node:util'
import { formatAmount } from '@mille/money/amount.ts'
import { beginAudit, endAudit } from './admin/audit.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { writeBackup } from './backup/write-backup.ts'
import { verifyBooks } from './books/index.ts'
import { credit } from './cli/credit.ts'
import { openDatabase } from './cli/open-database.ts'
import { rebuildDays } from './cli/rebuild-counters.ts'
import { send } from './cli/send.ts'
import { runSigner } from './cli/signer.ts'
import { writePack } from './cli/traffic-pack.ts'
import { forgetPasskeys, grantAdmin, printPasskeys } from './cli/users.ts'
import { readConfig } from './config.ts'
import { type Context, createLog, systemClock, systemRandomBytes } from './context.ts'
import { migrate } from './db/migrate.ts'
import { payMatured } from './earnings/index.ts'
import { prepareJobs } from './jobs/prepare.ts'
import { createMailer } from './mail/mailer.ts'
import {
  chainProblem,
  readUnknownPayouts,
  reconcile,
  releasePayouts,
  shortfallText
} from './payments/index.ts'
import { runningChains } from './running-chains.ts'
import { settleDue } from './settlement/index.ts'
import { StartError } from './start-error.ts'
import { holdActive } from './window-holds/index.ts'

const help = `The operator's commands: npm run mille -- <command>

  verify                                 Recomputes the ledger, compares every settlement, count, order, payment, hold and
                                         coupon with it, and checks the seals of the books.
                                         Exits with 1 and names the first account that is broken.
  verify --chain                         Also asks the nodes for every credited deposit and confirmed payout, and compares what
                                         is owed with what the chains hold; exit 1 when none is connected.
  credit <user> <amount> <BTC|USD> --reason "…" [--key …]
                                         Adds money from outside to an account, as a transfer with its reason.
                                         <amount> is in whole coins, such as 0.5. A --key never credits twice.
  send <address> <amount> <token> --reason "…" --key …
                                         Pays out of what the network has earned: BTC, USDT or USDC, the signer's limits and
                                         the operators' approval as for withdrawals. A --key never sends twice.
  admin <user>                           Gives an account the role admin.
  traffic-pack <name> <targets>          Makes a pack of targets for advertisers to choose, or gives the pack of that name
                                         others: category:10,site:4,not-ad_unit:9 allows two and blocks one.
  settle                                 Settles every window that has ended, holds what the one that runs may cost, and moves
                                         what has matured to the owners of ad units.
  rebuild-counters <from> <to>           Counts the events of these days anew (2026-03-02, both included) and says how
                                         many counters were different. Days whose events are gone are refused.
  passkeys <user>                        Prints an operator's passkeys, each as the line that \`signer trust\` takes.
  forget-passkeys <user>                 Removes every passkey of an account, for an operator who has lost them.
  signer                                 Signs payouts until it is stopped: the only process with private keys, of which
                                         it needs SIGNER_BITCOIN_KEY_FILE or SIGNER_ETHEREUM_KEY_FILE, and SIGNER_SOCKET.
  signer trust <id> <key> <name>         Lets a passkey allow payments above SIGNER_APPROVAL_BTC and SIGNER_APPROVAL_USD.
  signer distrust <id>                   Takes it back.
  signer operators                       Says whose passkeys are trusted.
  backup <file>                          Writes the whole database as it is at one moment into a file, while the server runs.
  restore <file>                         Fills an empty database from such a file, all or nothing.
  release-payouts                        Lets payouts go on after a restore, once the chains were searched for what was
                                         paid since the backup; says what it found that no withdrawal asks for.
  migrate                                Creates the database or brings it up to date.

<user> is an id or an e-mail address. The database is the server's: DATABASE_URL, else the one in DATA_DIR
(default: data), which is started for the command when no server runs it.
`

const options = {
  reason: { type: 'string' },
  key: { type: 'string' },
  chain: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' }
} as const

type Answer = { text: string; failed?: boolean }
type Arguments = {
  words: string[]
  reason: string | undefined
  key: string | undefined
  chain: boolean
}
type Command = (context: Context, given: Arguments) => Promise<Answer>

type CommandEntry = { words: number; isAudited?: boolean; run: Command }

const commands: Record<string, CommandEntry> = {
  verify: { words: 0, run: verify },
  credit: {
    words: 3,
    isAudited: true,
    run: async (context, { words: [user, amount, asset], reason, key }) => ({
      text: await credit(context, { user, amount, asset, reason, key })
    })
  },
  send: {
    words: 3,
    isAudited: true,
    run: async (context, { words: [address, amount, token], reason, key }) => ({
      text: await send(context, { address, amount, token, reason, key })
    })
  },
  admin: {
    words: 1,
    isAudited: true,
    run: async ({ db }, { words }) => ({ text: await grantAdmin(db, words[0]) })
  },
  passkeys: {
    words: 1,
    run: async ({ db }, { words }) => ({ text: await printPasskeys(db, words[0]) })
  },
  'forget-passkeys': {
    words: 1,
    isAudited: true,
    run: async ({ db }, { words }) => ({ text: await forgetPasskeys(db, words[0]) })
  },
  'traffic-pack': {
    words: 2,
    isAudited: true,
    run: async (context, { words }) => ({ text: await writePack(context, words[0], words[1]) })
  },
  settle: { words: 0, run: settle },
  'rebuild-counters': {
    words: 2,
    run: async ({ db }, { words }) => ({ text: await rebuildDays(db, words[0], words[1]) })
  },
  backup: {
    words: 1,
    run: async (context, { words: [file = ''] }) => {
      const { tables, rows, bytes } = await writeBackup(context, file)
      return {
        text: `Wrote ${rows} rows of ${tables} tables, ${Math.ceil(bytes / 1000)} kB, into ${file}`
      }
    }
  },
  restore: {
    words: 1,
    run: async (context, { words: [file = ''] }) => {
      const { at, tables, rows, migrations } = await restoreBackup(context, file)
      const more = migrations.length === 0 ? '' : `; then ran ${migrations.join(', ')}`
      const next =
        'Payouts wait until an operator releases them at /admin/payouts or with release-payouts'
      return {
        text: `Restored ${rows} rows of ${tables} tables, as they were at ${at}${more}\n${next}`
      }
    }
  },
  'release-payouts': {
    words: 0,
    isAudited: true,
    run: async context => {
      const answer = await context.db.transaction().execute(tx => releasePayouts(tx, context, null))
      if (answer === 'not_found') return { text: 'No restore waits to be released', failed: true }
      if (answer === 'state_not_allowed')
        return {
          text: 'The chains have not been searched since the restore: start the server with its nodes, wait for a minute, then try again',
          failed: true
        }
      const unknown = await readUnknownPayouts(context.db)
      const lines = unknown.map(
        it =>
          `${formatAmount(it.amount)} ${it.tokenCode} to ${it.address} in ${it.transactionId}, asked for by no withdrawal${it.userId === null ? '' : `; account ${it.userId} withdraws to that address`}`
      )
      return { text: ['Payouts go on', ...lines].join('\n') }
    }
  },
  migrate: { words: 0, run: prepare }
}

class UsageError extends Error {}

await main(process.argv.slice(2))

async function main(args: string[]): Promise<void> {
  try {
    const { values, positionals } = readArguments(args)
    const [name, ...words] = positionals
    if (values.help || name === undefined || name === 'help') {
      process.stdout.write(help)
      return
    }
    if (name === 'signer') {
      await runSigner(process.env, words)
      return
    }
    const command = commands[name]
    if (!command) throw new UsageError(`There is no command ${name}`)
    if (words.length !== command.words) {
      throw new UsageError(`${name} takes ${command.words} words, not ${words.length}`)
    }
    const given = { words, reason: values.reason, key: values.key, chain: values.chain }
    const { text, failed } = await withContext(name === 'migrate' || name === 'restore', context =>
      command.isAudited ? runAudited(context, name, command, given) : command.run(context, given)
    )
    const out = failed ? process.stderr : process.stdout
    out.write(`${text}\n`)
    process.exitCode = failed ? 1 : 0
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 2 : 1
    process.stderr.write(`${sentenceFor(error)}\n`)
  }
}

/** What somebody at the command line does to accounts and money stands in the audit log beside what operators do. */
async function runAudited(
  context: Context,
  name: string,
  { run }: CommandEntry,
  given: Arguments
): Promise<Answer> {
  const { db, now } = context
  const entry = await beginAudit(db, {
    userId: null,
    act: `mille ${[name, ...given.words].join(' ')}`,
    summary: 'A command of the command line',
    input: { reason: given.reason ?? null, key: given.key ?? null },
    isGrave: name !== 'traffic-pack',
    at: now()
  })
  const answer = await run(context, given)
  await endAudit(db, entry, { status: answer.failed ? 500 : 200, code: null, at: now() })
  return answer
}

async function verify(context: Context, { chain }: Arguments): Promise<Answer> {
  const books = await verifyBooks(context)
  if (!books.ok) return { text: books.text, failed: true }
  const text = `The ledger holds: ${books.text}`
  return chain ? verifyChain(context, text) : { text }
}

async function verifyChain(context: Context, ledger: string): Promise<Answer> {
  const found = await reconcile(context).catch(whyNot)
  if (found instanceof Error)
    return { text: `${ledger}\nThe chain gives no answer: ${found.message}`, failed: true }
  // What was asked for was not done: whoever runs this every night has to know.
  if (found.length === 0) {
    const missing =
      'There is no chain to look at: set BITCOIN_RPC_URL or ETHEREUM_RPC_URL as the server has them'
    return { text: `${ledger}\n${missing}`, failed: true }
  }
  const strange = await chainProblem(context).catch(whyNot)
  if (strange instanceof Error)
    return { text: `${ledger}\nThe chain gives no answer: ${strange.message}`, failed: true }
  if (strange !== null) return { text: `The chain has something else: ${strange}`, failed: true }
  const short = found.filter(it => it.holdings < it.liabilities)
  const lines = found.map(it => shortfallText(it))
  if (short.length > 0)
    return { text: `Too little is on the chain: ${lines.join('; ')}`, failed: true }
  return { text: [ledger, ...lines].join('\n') }
}

/** A node that is away or refuses; anything else is a bug. */
function whyNot(error: unknown): Error {
  const { name, message, cause } = error as Error
  const isAway = error instanceof TypeError && cause instanceof Error
  if (isAway) return new Error(`${message}, ${cause.message}`)
  if (!['RpcError', 'HttpRequestError', 'TimeoutError', 'NodeBehind'].includes(name)) throw error
  return new Error(message.split('\n')[0])
}

async function settle(context: Context): Promise<Answer> {
  const { settled, failedCampaigns } = await settleDue(context)
  await holdActive(context)
  const paid = await payMatured(context)
  const text = `Settled ${settled} windows of campaigns, and moved ${paid} matured earnings to their owners`
  if (failedCampaigns.length === 0) return { text }
  return { text: `${text}; these campaigns failed: ${failedCampaigns.join(', ')}`, failed: true }
}

async function prepare({ pool }: Context): Promise<Answer> {
  const names = await migrate(pool)
  await prepareJobs(pool)
  return { text: names.length === 0 ? 'The database is up to date' : `Ran ${names.join(', ')}` }
}

async function withContext<Value>(
  mayCreate: boolean,
  run: (context: Context) => Promise<Value>
): Promise<Value> {
  const config = readConfig({ ...process.env, ...runningChains(process.env) })
  const { db, pool, connection, close } = await openDatabase(config, mayCreate)
  const mailer = createMailer(config)
  const log = createLog(config)
  const tools = { now: systemClock, randomBytes: systemRandomBytes }
  try {
    return await run({ config, db, pool, connection, mailer, log, ...tools })
  } finally {
    mailer.close()
    await close()
  }
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** One sentence for what a person can mend; a bug shows where it is. */
function sentenceFor(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}. See npm run mille -- --help`
  if (error instanceof StartError) return error.message
  const { code, stack } = error as { code?: string; stack?: string }
  if (code === '42P01' || code === '42703') {
    return 'The database is not up to date: run npm run mille -- migrate'
  }
  if (code === '57P01') return 'The database was stopped meanwhile: nothing was changed, try again'
  return stack ?? String(error)
}
