import { Socket } from 'node:net'
import { readConfig } from '@mille/server/config.ts'
import { type Context, createLog } from '@mille/server/context.ts'
import { connect } from '@mille/server/db/connect.ts'
import { takeTokenTurn, takeTurn } from '@mille/testing/payments.ts'

/**
 * Pays out until it is killed, and says when each round begins. Started as `node payout-payer.ts <connection as JSON>
 * <chains as JSON> <signer's socket>`. With `before` or `after`, a number n and a time as well, it runs one round at
 * that time and kills itself before its nth message or at the next answer. If it completes the round, it says how many
 * messages it sent.
 */
const [, , connection = '', chains = '', socket = '', moment, nth = '', time] = process.argv
const opened = await connect(JSON.parse(connection), 4)
const secret = Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('hex')
const config = readConfig({ NODE_ENV: 'test', SECRET: secret })
Object.assign(config.payments, JSON.parse(chains), { signerSocket: socket })
const at = new Date(time ?? '2026-03-02T10:00:00Z')
const context = {
  ...opened,
  config,
  connection: JSON.parse(connection),
  now: () => at,
  clockOffsetMs: () => at.getTime() - Date.now(),
  log: createLog({ logLevel: 'silent' })
} as unknown as Context

async function takeRound(): Promise<void> {
  const { bitcoin, ethereum } = config.payments
  if (bitcoin) await takeTurn(context, { config: bitcoin }, socket)
  if (ethereum) await takeTokenTurn(context, ethereum, socket)
}

if (moment === undefined) {
  for (;;) {
    process.stdout.write('round\n')
    await takeRound()
  }
}
const sent = dieAt(Number(nth), moment)
await takeRound()
process.stdout.write(`${sent()}\n`, () => process.exit(0))

/**
 * Kills this process at its nth message, and returns the count of messages to the database, the node and the signer
 * together.
 */
function dieAt(last: number, when: string): () => number {
  const { write, push } = Socket.prototype
  let count = 0
  const die = () => process.kill(process.pid, 'SIGKILL')
  Socket.prototype.write = function (this: Socket, ...values: Parameters<typeof write>) {
    count += 1
    if (count === last && when === 'before') die()
    return write.apply(this, values)
  } as typeof write
  Socket.prototype.push = function (this: Socket, ...values: Parameters<typeof push>) {
    if (count >= last) die()
    return push.apply(this, values)
  }
  return () => count
}
