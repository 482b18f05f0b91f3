import { parseArgs } from 'node:util'
import type { Answer } from './cli/answer.ts'
import { openDatabase } from './cli/open-database.ts'
import { readConfig } from './config.ts'
import { type Context, createLog, systemClock, systemRandomBytes } from './context.ts'
import { createMailer } from './mail/mailer.ts'
import { runningChains } from './running-chains.ts'
import { StartError } from './start-error.ts'

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
  log <minutes> [--follow]               Shows what was reported in the last minutes and what it counts for, a line for each record;
                                         with --follow it goes on with what comes, until it is stopped.
  log <minutes> --count                  Says how many records of each kind count for what, and whether counting is behind.
  begin-event-log                        Begins an empty event log where EVENT_LOG_URL says, in place of one that is lost or left.
                                         All servers have to be stopped.
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
  follow: { type: 'boolean', default: false },
  count: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' }
} as const

type Arguments = {
  words: string[]
  reason: string | undefined
  key: string | undefined
  chain: boolean
  follow: boolean
  count: boolean
}
type Command = (context: Context, given: Arguments) => Promise<Answer>

/** `usesLog`: refused when EVENT_LOG_URL is not where this database's event log is. */
type CommandEntry = { words: number; isAudited?: boolean; usesLog?: boolean; run: Command }

// Each is loaded when it is asked for: one command needs a tenth of the server.
const commands: Record<string, CommandEntry> = {
  verify: {
    words: 0,
    usesLog: true,
    run: async (context, { chain }) => (await import('./cli/verify.ts')).verify(context, chain)
  },
  credit: {
    words: 3,
    isAudited: true,
    run: async (context, { words: [user, amount, asset], reason, key }) => {
      const { credit } = await import('./cli/credit.ts')
      return { text: await credit(context, { user, amount, asset, reason, key }) }
    }
  },
  send: {
    words: 3,
    isAudited: true,
    run: async (context, { words: [address, amount, token], reason, key }) => {
      const { send } = await import('./cli/send.ts')
      return { text: await send(context, { address, amount, token, reason, key }) }
    }
  },
  admin: {
    words: 1,
    isAudited: true,
    run: async ({ db }, { words }) => {
      const { grantAdmin } = await import('./cli/users.ts')
      return { text: await grantAdmin(db, words[0]) }
    }
  },
  passkeys: {
    words: 1,
    run: async ({ db }, { words }) => {
      const { printPasskeys } = await import('./cli/users.ts')
      return { text: await printPasskeys(db, words[0]) }
    }
  },
  'forget-passkeys': {
    words: 1,
    isAudited: true,
    run: async ({ db }, { words }) => {
      const { forgetPasskeys } = await import('./cli/users.ts')
      return { text: await forgetPasskeys(db, words[0]) }
    }
  },
  'traffic-pack': {
    words: 2,
    isAudited: true,
    run: async (context, { words }) => {
      const { writePack } = await import('./cli/traffic-pack.ts')
      return { text: await writePack(context, words[0], words[1]) }
    }
  },
  settle: {
    words: 0,
    usesLog: true,
    run: async context => (await import('./cli/settle.ts')).settle(context)
  },
  'rebuild-counters': {
    words: 2,
    usesLog: true,
    run: async (context, { words }) => {
      const { rebuildDays } = await import('./cli/rebuild-counters.ts')
      return { text: await rebuildDays(context, words[0], words[1]) }
    }
  },
  log: {
    words: 1,
    usesLog: true,
    run: async (context, { words: [minutes], follow, count }) => {
      const { showEventLog } = await import('./cli/log.ts')
      return showEventLog(context, { minutes, isFollowing: follow, isCounting: count })
    }
  },
  'begin-event-log': {
    words: 0,
    isAudited: true,
    run: async context => {
      const { beginLog } = await import('./cli/begin-event-log.ts')
      return { text: await beginLog(context) }
    }
  },
  backup: {
    words: 1,
    run: async (context, { words: [file = ''] }) =>
      (await import('./cli/backup.ts')).backUp(context, file)
  },
  restore: {
    words: 1,
    run: async (context, { words: [file = ''] }) =>
      (await import('./cli/backup.ts')).restore(context, file)
  },
  'release-payouts': {
    words: 0,
    isAudited: true,
    run: async context => (await import('./cli/release-payouts.ts')).releaseAll(context)
  },
  migrate: {
    words: 0,
    run: async context => (await import('./cli/migrate.ts')).migrateDatabase(context)
  }
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
      const { runSigner } = await import('./cli/signer.ts')
      await runSigner(process.env, words)
      return
    }
    const command = commands[name]
    if (!command) throw new UsageError(`There is no command ${name}`)
    if (words.length !== command.words) {
      throw new UsageError(`${name} takes ${command.words} words, not ${words.length}`)
    }
    const { reason, key, chain, follow, count } = values
    const given = { words, reason, key, chain, follow, count }
    const { text, failed } = await withContext(
      name === 'migrate' || name === 'restore',
      async context => {
        if (command.usesLog) await findEventLog(context)
        return command.isAudited
          ? runAudited(context, name, command, given)
          : command.run(context, given)
      }
    )
    const out = failed ? process.stderr : process.stdout
    out.write(`${text}\n`)
    process.exitCode = failed ? 1 : 0
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 2 : 1
    process.stderr.write(`${sentenceFor(error)}\n`)
  }
}

async function findEventLog(context: Context): Promise<void> {
  const { checkEventLog } = await import('./delivery/index.ts')
  await checkEventLog(context, error => {
    throw error
  })
}

/** What somebody at the command line does to accounts and money stands in the audit log beside what operators do. */
async function runAudited(
  context: Context,
  name: string,
  { run }: CommandEntry,
  given: Arguments
): Promise<Answer> {
  const { beginAudit, endAudit } = await import('./admin/audit.ts')
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
  const { code, name, message, cause, stack } = error as Error & { code?: string }
  if (name === 'EventLogUnavailable')
    return cause instanceof Error ? `${message}: ${cause.message}` : message
  if (code === '42P01' || code === '42703') {
    return 'The database is not up to date: run npm run mille -- migrate'
  }
  if (code === '57P01') return 'The database was stopped meanwhile: nothing was changed, try again'
  return stack ?? String(error)
}
