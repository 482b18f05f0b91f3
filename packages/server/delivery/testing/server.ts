import type { AddressInfo } from 'node:net'
import { readConfig } from '../../config.ts'
import { type Context, createLog, systemClock, systemRandomBytes } from '../../context.ts'
import { connect } from '../../db/connect.ts'
import { createListener } from '../../http/listener.ts'
import { createMailer } from '../../mail/mailer.ts'
import { deliveryRoutes } from '../index.ts'

/** Runs only a delivery node, on `DATABASE_URL`. Prints its port to standard output when it is ready. */
const config = readConfig(process.env)
const connection = { connectionString: config.databaseUrl ?? '' }
const { db, pool } = await connect(connection)
const context: Context = {
  config,
  connection,
  db,
  pool,
  log: createLog(config),
  mailer: createMailer(config),
  now: systemClock,
  randomBytes: systemRandomBytes
}
const delivery = deliveryRoutes(context)
await delivery.start()
const server = createListener(delivery.app, delivery.listen()).listen(0, '127.0.0.1')
process.once('SIGTERM', () => {
  server.close(() => void delivery.stop().then(() => process.exit(0)))
  server.closeIdleConnections()
})
server.once('listening', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
