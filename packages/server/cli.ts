import { parseArgs } from 'node:util'
import type { Answer } from './cli/answer.ts'
import { openDatabase } from './cli/open-database.ts'
import { readConfig } from './config.ts'
import { type Context, createLog, systemClock, systemRandomBytes } from './context.ts'
import { createMailer } from './mail/mailer.ts'
import { runningChains } from './running-chains.ts'
import { StartError } from './start-error.ts'

const help = `Operator commands: npm run mille -- <command>

  verify                                 Recomputes the ledger; compares every settlement, count, order, payment, hold, and
                                         coupon with it; and checks the seals of the books.
                                         Exits with 1 and names the first account that is inconsistent.
                                         What takes long is computed since the last verification that found nothing.
  verify --full                          Computes everything from the beginning, whatever was verified before.
  verify --chain                         Also checks every credited deposit and confirmed payout with the nodes, and compares
                                         liabilities with on-chain holdings. Exits with 1 if no blockchain is connected.
  credit <user> <amount> <BTC|USD> --reason "…" [--key …]
                                         Adds money from outside to an account, as a transfer with its reason.
                                         <amount> is in whole coins, such as 0.5. The same --key never credits twice.
  send <address> <amount> <token> --reason "…" --key …
                                         Pays from the earnings of the network: BTC, USDT, or USDC. The signer's limits and
                                         operator approval apply as for withdrawals. The same --key never sends twice.
  admin <user>                           Gives an account the admin role.
  traffic-pack <name> <targets>          Creates a traffic pack for advertisers to choose, or replaces the targets of the pack
                                         with that name: category:10,site:4,not-ad_unit:9 allows two and blocks one.
  settle                                 Settles every settlement period that has ended, holds the maximum cost of the current
                                         one, and moves matured earnings to the owners of ad units.
  rebuild-counters <from> <to>           Recounts the events of these days (2026-03-02, both included) and prints how many
                                         counters were different. Days whose events have been deleted are refused.
  log <minutes> [--follow]               Shows what was reported in the last minutes and how it was counted, one line per record.
                                         With --follow, continues with new records until it is stopped.
  log <minutes> --count                  Shows how many records of each kind were counted as what, and whether counting is behind.
  log key                                Same as public-log key.
  log anchors [<transaction>|<script>]   Same as public-log anchors.
  public-log key                         Prints the key that signs the public log, in the form that other programs expect.
  public-log anchors                     Lists the payouts in BTC that carry a checkpoint of the public log, and their blocks.
  public-log anchors <transaction>|<script>
                                         Prints the checkpoint that a transaction, or the script of its OP_RETURN output,
                                         commits to. Exits with 1 if it is none of this log.
  public-log rekey                       Re-encrypts the keys of the public log under a new SECRET. OLD_SECRET is the previous one.
  public-log begin                       Continues with new keys after SECRET was lost. What only the old keys could open, such as
                                         earlier bills, stays closed.
  witness <url> [--key …]                Follows the public log of another network: checks that it has only grown since the last
                                         time, and cosigns it. Exits with 1 if it shows a different history, and with 3 if it
                                         cannot be checked. --key is its key, if not the one that it showed first.
  receipts check <file> <url> [--key …]  Checks receipts that a page has collected, one per line, against the public log of the
                                         network that gave them. Exits with 1 if a promise was broken or a line is not a receipt, and
                                         with 2 if something could not be checked. Needs no database; --key is the verifier key of the log.
  begin-event-log                        Creates an empty event log where EVENT_LOG_URL points, in place of one that was lost or
                                         left behind. All servers must be stopped.
  accept-change <variable>               Makes the value that this command has the one of the whole installation: SECRET,
                                         SETTLEMENT_WINDOW_SECONDS, PUBLIC_URL, or TRUSTED_PROXIES. For the first two, all
                                         servers must be stopped. Processes with another value do not start.
  accept-seal <numbers> --reason "…"     Accepts seals of the books that a process with another SECRET made by mistake, if all
                                         else verifies. verify then prints them with the reason. <numbers> such as 7 or 7-12,15.
  passkeys <user>                        Prints an operator's passkeys, each as the line that \`signer trust\` expects.
  forget-passkeys <user>                 Removes every passkey of an account, for an operator who has lost them.
  signer                                 Signs payouts until it is stopped. This is the only process with private keys. It
                                         requires SIGNER_BITCOIN_KEY_FILE or SIGNER_ETHEREUM_KEY_FILE, and SIGNER_SOCKET.
  signer trust <id> <key> <name>         Lets a passkey approve payments above SIGNER_APPROVAL_BTC and SIGNER_APPROVAL_USD.
  signer distrust <id>                   Removes that permission.
  signer operators                       Lists the trusted passkeys.
  bill <campaign|ad-unit> <id> <file> [--kept <entries>]
                                         Writes what a campaign was charged or an ad unit earned to a file that
                                         packages/verifier/verify_bill.py verifies. An ad unit earns in both currencies: 12:USD.
  backup <file>                          Writes the whole database, as of one moment, to a file while the server runs.
  restore <file> [--unverified]          Loads such a file into an empty database, completely or not at all, if it was written with
                                         this SECRET and not changed since. --unverified skips that check, for a file of an older
                                         version or when SECRET is lost: only use it if you know where the file comes from.
  release-payouts                        Resumes payouts after a restore, once the blockchains have been searched for payments
                                         made since the backup, and lists those that no withdrawal requested.
  migrate                                Creates the database or brings it up to date.
  doctor [--json]                        Checks the configuration, this machine, and all that the network depends on, and says what
                                         to do about each problem. Exits with 1 if something is wrong, and with 2 if something could
                                         not be checked.

<user> is an ID or an email address. The commands use the server's database: DATABASE_URL, or the one in DATA_DIR
(default: data), which is started for the command if no server is running it.
`

const options = {
  reason: { type: 'string' },
  key: { type: 'string' },
  chain: { type: 'boolean', default: false },
  full: { type: 'boolean', default: false },
  follow: { type: 'boolean', default: false },
  count: { type: 'boolean', default: false },
  kept: { type: 'string' },
  unverified: { type: 'boolean' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' }
} as const

type Arguments = {
  words: string[]
  reason: string | undefined
  key: string | undefined
  chain: boolean
  full: boolean
  follow: boolean
  count: boolean
  kept: string | undefined
  unverified: boolean | undefined
}
type Command = (context: Context, given: Arguments) => Promise<Answer>

/**
 * A command of `mille`. With `usesLog`, it is refused when EVENT_LOG_URL does not point to this database's event log.
 */
type CommandEntry = {
  words: number
  /** Number of optional arguments. */
  optionalWords?: number
  isAudited?: boolean | ((words: readonly string[]) => boolean)
  usesLog?: boolean | ((words: readonly string[]) => boolean)
  /** Whether the command may run with shared settings that differ from the installation's, in order to change them. */
  mayDiffer?: boolean
  run: Command
}

// Each command's module is loaded only when needed, because one command uses about a tenth of the server.
const commands: Record<string, CommandEntry> = {
  verify: {
    words: 0,
    usesLog: true,
    run: async (context, { chain, full }) =>
      (await import('./cli/verify.ts')).verify(context, { chain, full })
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
    optionalWords: 1,
    usesLog: ([act]) => !isPublic(act),
    run: async (context, { words: [minutes, ...words], follow, count }) => {
      if (isPublic(minutes)) return runPublicLog(context, minutes, words)
      refuseMore('log', words)
      const { showEventLog } = await import('./cli/log.ts')
      return showEventLog(context, { minutes, isFollowing: follow, isCounting: count })
    }
  },
  'public-log': {
    words: 1,
    optionalWords: 1,
    isAudited: ([act]) => !isPublic(act),
    run: async (context, { words: [act, ...words] }) => runPublicLog(context, act, words)
  },
  witness: {
    words: 1,
    isAudited: true,
    run: async (context, { words: [address], key }) =>
      (await import('./cli/witness.ts')).witness(context, address, key)
  },
  'begin-event-log': {
    words: 0,
    isAudited: true,
    run: async context => {
      const { beginLog } = await import('./cli/begin-event-log.ts')
      return { text: await beginLog(context) }
    }
  },
  'accept-change': {
    words: 1,
    isAudited: true,
    mayDiffer: true,
    run: async (context, { words }) => {
      const { acceptChange } = await import('./cli/accept-change.ts')
      return { text: await acceptChange(context, words[0]) }
    }
  },
  'accept-seal': {
    words: 1,
    isAudited: true,
    usesLog: true,
    run: async (context, { words, reason }) => {
      const { acceptSeal } = await import('./cli/accept-seal.ts')
      return { text: await acceptSeal(context, words[0], reason) }
    }
  },
  bill: {
    words: 3,
    usesLog: true,
    run: async (context, { words: [kind, id, file = ''], kept }) => {
      const { writeBill } = await import('./cli/bill.ts')
      return writeBill(context, { kind, id, file, kept })
    }
  },
  backup: {
    words: 1,
    run: async (context, { words: [file = ''] }) =>
      (await import('./cli/backup.ts')).backUp(context, file)
  },
  restore: {
    words: 1,
    run: async (context, { words: [file = ''], unverified }) =>
      (await import('./cli/backup.ts')).restore(context, file, unverified)
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

/** Reports whether an action of `public-log` only shows public data. */
function isPublic(act: string | undefined): boolean {
  return act === 'key' || act === 'anchors'
}

async function runPublicLog(
  context: Context,
  act: string | undefined,
  words: readonly string[]
): Promise<Answer> {
  if (act === 'anchors') return (await import('./cli/anchors.ts')).showAnchors(context, words[0])
  refuseMore(`public-log ${act}`, words)
  const { managePublicLog } = await import('./cli/public-log.ts')
  return managePublicLog(context, act, process.env)
}

/** Commands that run from cron or whenever an advertiser asks; operators are not emailed about them. */
const everyday: readonly string[] = ['traffic-pack', 'witness']

class UsageError extends Error {}

function refuseMore(name: string, words: readonly string[]): void {
  if (words.length > 0) throw new UsageError(`${name} takes no further argument`)
}

await main(process.argv.slice(2))

async function main(args: string[]): Promise<void> {
  try {
    const { values, positionals } = readArguments(args)
    const [name, ...words] = positionals
    if (values.help || name === undefined || name === 'help') {
      process.stdout.write(helpOf(name === 'help' ? words[0] : name) ?? help)
      return
    }
    if (name === 'signer') {
      const { runSigner } = await import('./cli/signer.ts')
      await runSigner(process.env, words)
      return
    }
    if (name === 'receipts') {
      refuseCount(name, { words: 3 }, words.length)
      const { checkReceiptsFile } = await import('./cli/receipts.ts')
      show(await checkReceiptsFile(words, values.key))
      return
    }
    if (name === 'doctor') {
      refuseCount(name, { words: 0 }, words.length)
      const { doctor } = await import('./cli/doctor.ts')
      show(await doctor({ ...process.env, ...runningChains(process.env) }, values.json))
      return
    }
    const command = commands[name]
    if (!command) throw new UsageError(`Unknown command ${name}`)
    refuseCount(name, command, words.length)
    const { reason, key, chain, full, follow, count, kept, unverified } = values
    const given = { words, reason, key, chain, full, follow, count, kept, unverified }
    const answer = await withContext(name === 'migrate' || name === 'restore', async context => {
      const isAudited = holdsFor(command.isAudited, words)
      if (!command.mayDiffer && (isAudited || holdsFor(command.usesLog, words)))
        await compareValues(context)
      if (holdsFor(command.usesLog, words)) await findEventLog(context)
      return isAudited ? runAudited(context, name, command, given) : command.run(context, given)
    })
    show(answer)
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 2 : 1
    process.stderr.write(`${sentenceFor(error)}\n`)
  }
}

function refuseCount(
  name: string,
  { words, optionalWords = 0 }: Pick<CommandEntry, 'words' | 'optionalWords'>,
  given: number
): void {
  if (given >= words && given <= words + optionalWords) return
  const counts = optionalWords > 0 ? `${words} or ${words + optionalWords}` : words || 'no'
  const wanted = `${counts} ${counts === 1 ? 'argument' : 'arguments'}`
  throw new UsageError(`${name} takes ${wanted}, not ${given}:\n\n${helpOf(name)}`)
}

/** Returns the help text of one command, or null if the command does not exist. */
function helpOf(name: string | undefined): string | null {
  const entries = help.split(/\n(?= {2}\S)/)
  const own = entries.filter(it => it.startsWith(`  ${name} `)).map(it => it.split('\n\n')[0])
  return own.length > 0 ? `${own.join('\n')}\n` : null
}

function holdsFor(rule: CommandEntry['usesLog'], words: readonly string[]): boolean {
  return typeof rule === 'function' ? rule(words) : rule === true
}

function show({ text, failed, exitCode = failed ? 1 : 0 }: Answer): void {
  const out = failed ? process.stderr : process.stdout
  out.write(`${text}\n`)
  process.exitCode = exitCode
}

async function compareValues({ db, config }: Context): Promise<void> {
  const { checkSharedValues } = await import('./settings/index.ts')
  await checkSharedValues(db, config)
}

async function findEventLog(context: Context): Promise<void> {
  const { checkEventLog } = await import('./delivery/index.ts')
  await checkEventLog(context, error => {
    throw error
  })
}

/** Runs a command and records it in the audit log, next to the actions of operators. */
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
    summary: 'A command on the command line',
    input: { reason: given.reason ?? null, key: given.key ?? null },
    isGrave: !everyday.includes(name),
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

/** Returns a usage error with the command's help, or with a hint on where to find help. */
function sentenceForUsage(message: string): string {
  const all = 'See npm run mille -- --help'
  return message.endsWith('\n') ? `${message}\n${all} for all commands` : `${message}. ${all}`
}

/** Returns one sentence for an error that the person can fix, and the stack trace for a bug. */
function sentenceFor(error: unknown): string {
  if (error instanceof UsageError) return sentenceForUsage(error.message)
  if (error instanceof StartError) return error.message
  const { code, name, message, cause, stack } = error as Error & { code?: string }
  if (name === 'EventLogUnavailable')
    return cause instanceof Error ? `${message}: ${cause.message}` : message
  if (code === '42P01' || code === '42703') {
    return 'The database is not up to date: run npm run mille -- migrate'
  }
  if (code === '57P01')
    return 'The database was stopped in the meantime: nothing was changed, try again'
  return stack ?? String(error)
}
