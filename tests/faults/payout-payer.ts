import { readConfig } from '@mille/server/config.ts'
import { type Context, createLog } from '@mille/server/context.ts'
import { connect } from '@mille/server/db/connect.ts'
import { takeTurn } from '@mille/testing/payments.ts'

/**
 * Pays out until it is killed, and says when each round begins. Started as
 * `node payout-payer.ts <connection as JSON> <Bitcoin configuration as JSON> <signer's socket>`.
 */
const [, , connection = '', bitcoin = '', socket = ''] = process.argv
const opened = await connect(JSON.parse(connection), 4)
const config = readConfig({ NODE_ENV: 'test', SECRET: '0123456789abcdef'.repeat(4) })
config.payments.bitcoin = JSON.parse(bitcoin)
config.payments.signerSocket = socket
const context = {
  ...opened,
  config,
  connection: JSON.parse(connection),
  now: () => new Date('2026-03-02T10:00:00Z'),
  log: createLog({ logLevel: 'silent' })
} as unknown as Context

for (;;) {
  process.stdout.write('round\n')
  await takeTurn(context, { config: JSON.parse(bitcoin) }, socket)
}
