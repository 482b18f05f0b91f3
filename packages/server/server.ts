import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createApp, type HandlePage } from './app/app.ts'
import { storybookBuilder } from './app/storybook.ts'
import type { Config } from './config.ts'
import { type Context, createLog, systemRandomBytes } from './context.ts'
import { connect, type Database } from './db/connect.ts'
import { takeDataFolder } from './db/data-folder.ts'
import { type DatabaseAddress, readAddress } from './db/database-address.ts'
import { type DatabaseClock, startDatabaseClock } from './db/database-clock.ts'
import { startEmbedded } from './db/embedded.ts'
import { keepRunning } from './db/keep-running.ts'
import { migrate } from './db/migrate.ts'
import { isSuperuser } from './db/ordinary-role.ts'
import {
  checkEventLog,
  createCounting,
  createHeartbeat,
  deliveryRoutes,
  latestMoment
} from './delivery/index.ts'
import { createDevelopmentClock } from './development-clock.ts'
import { createListener } from './http/listener.ts'
import { prepareJobs } from './jobs/prepare.ts'
import { startWorker } from './jobs/worker.ts'
import { createMailer } from './mail/mailer.ts'
import { addChains, startPayments } from './payments/index.ts'
import { openPublicLog, UnreadableLogKeys } from './public-log/index.ts'
import { createReceipts } from './receipts/index.ts'
import { checkSharedValues, keepSharedValues } from './settings/index.ts'
import { StartError } from './start-error.ts'
import { stopThreads } from './threads/in-thread.ts'

export type RunningServer = {
  context: Context
  adopted: boolean
  /** Something more to stop, before what is there already. */
  onStop: (name: string, run: Cleanup['run']) => void
  /** Counting and jobs, after a start with `worksLater`. */
  startWork: () => Promise<void>
  stop: () => Promise<void>
  /** A stop, under way or to come, waits for the database alone. */
  hurry: () => void
}

const root = resolve(import.meta.dirname, '../..')
/** For requests that are under way when the port closes. */
const stopMs = 15_000
/**
 * For everything but the embedded database: what supervises a server kills it after 30 s or so. What was acknowledged has
 * been committed.
 */
const stopMostMs = 25_000
/**
 * How long requests are still accepted after `/readyz` has begun to fail, so that a load balancer that asks it each
 * second sends the next ones elsewhere. In development there is nothing to wait for.
 */
const drainMs = { production: 2500, development: 250, test: 250 }

type Cleanup = {
  name: string
  run: () => Promise<void> | void
  /** Waited for however late it is: what it stops would else outlive this process. */
  isAwaited?: true
}

export type Pages = {
  handlePage: HandlePage
  development?: boolean
  /** Puts something in front of the server, once it listens. */
  wrap?: (http: Server) => void
  stop?: () => Promise<void>
}
/** What a development start puts in place of the built dashboard. */
export type StartOptions = {
  loadPages?: () => Promise<Pages>
  /** Counts nothing and runs no job until `startWork`: what makes the demo's past writes the log itself, and holds it. */
  worksLater?: boolean
  /** Ends what runs beside the server and is asked by it: after the server itself, also when that does not start. */
  stopChains?: (() => Promise<void>) | undefined
}

/** Starts everything this process's roles ask for; whatever fails, what was started before is stopped again. */
export async function startServer(
  config: Config,
  options: StartOptions = {}
): Promise<RunningServer> {
  const cleanups: Cleanup[] = []
  if (options.stopChains) cleanups.push({ name: 'chains', run: options.stopChains })
  const log = createLog(config)
  const { promise: late, reject: rejectLate } = Promise.withResolvers<never>()
  late.catch(() => {})
  const hurry = () => rejectLate(new Error('was not over in time'))
  const stopAll = async () => {
    setTimeout(hurry, stopMostMs).unref()
    for (const { name, run, isAwaited } of cleanups.splice(0).reverse()) {
      try {
        await (isAwaited ? run() : Promise.race([run(), late]))
      } catch (error) {
        log.error({ part: name, error: (error as Error).message }, 'did not stop cleanly')
      }
    }
  }
  try {
    const { connection, adopted } = await openDatabase(config, log, cleanups)
    const strict = config.mode !== 'production'
    const { ads, rest } = shareConnections(config)
    const { pool, db, close } = await connect(connection, rest, strict)
    cleanups.push({ name: 'connections', run: close })
    if (await isSuperuser(db))
      log.warn('DATABASE_URL names a superuser of the database: use a role without that right')
    await migrate(pool)
    await keepSharedValues(db, config)
    await checkSharedValues(db, config)
    await addChains(db)
    await prepareJobs(pool)

    cleanups.push({ name: 'threads', run: stopThreads })
    const clock = await startDatabaseClock({ db, pool, log })
    cleanups.push({ name: 'clock', run: clock.stop })
    const mailer = createMailer(config)
    cleanups.push({ name: 'mail', run: () => mailer.close() })
    const context: Context = {
      config,
      log,
      db,
      pool,
      connection,
      mailer,
      ...(await clockOf(config, db, clock)),
      randomBytes: systemRandomBytes
    }
    await checkEventLog(context, error =>
      log.error({ err: error }, 'the event log is away: ads are shown, reports have to wait')
    )
    await openPublicLog(context).catch(error => {
      if (!(error instanceof UnreadableLogKeys)) throw error
      log.error(error.message)
    })
    const counting = config.roles.has('worker') ? createCounting(context) : null
    // It is stopped after delivery, and so counts what that appends in the end.
    if (counting) cleanups.push({ name: 'counting', run: () => counting.stop() })
    const own = ads === 0 ? null : await connect(connection, ads, strict)
    if (own) cleanups.push({ name: 'connections of delivery', run: own.close })
    const adContext = own ? { ...context, db: own.db, pool: own.pool } : context
    const delivery = config.roles.has('delivery')
      ? deliveryRoutes(adContext, createReceipts(adContext))
      : null
    if (delivery) {
      await delivery.start()
      cleanups.push({ name: 'delivery', run: () => delivery.stop() })
      const heartbeat = createHeartbeat(context)
      await heartbeat.start()
      cleanups.push({ name: 'heartbeat', run: () => heartbeat.stop() })
    }
    let worker: Awaited<ReturnType<typeof startWorker>> | null = null
    const startWork = async () => {
      counting?.start()
      if (config.roles.has('worker')) worker = await startWorker(context)
    }
    cleanups.push({ name: 'jobs', run: async () => worker?.stop() })
    if (!options.worksLater) await startWork()

    const payments = config.roles.has('worker') ? startPayments(context) : null
    if (payments) cleanups.push({ name: 'payments', run: () => payments.stop() })

    const pages = config.roles.has('web') ? await (options.loadPages ?? loadBuiltPages)() : null
    if (pages?.stop) cleanups.push({ name: 'pages', run: pages.stop })
    let ready = true
    const app = createApp(context, {
      delivery: delivery?.app ?? null,
      pages,
      embedFolder: builtFolder('embed/dist'),
      assetsFolder: builtFolder('dashboard/build/client'),
      isReady: () => ready,
      servesAds: delivery?.servesAds ?? null,
      requestOutcomes: delivery?.requestOutcomes ?? null,
      storybook: config.mode === 'development' ? storybook() : null
    })
    const fast =
      delivery?.listen((method, status, seconds) =>
        app.observe(method, 'serve', status, seconds)
      ) ?? null
    const http = await listen(
      createListener(app, fast, () => !ready),
      config
    )
    pages?.wrap?.(http)
    cleanups.push({
      name: 'http',
      run: async () => {
        // Connections that were made but not yet accepted would be reset: they get their answer first.
        ready = false
        const hasVisitors = config.roles.has('web') || config.roles.has('delivery')
        await sleep(drainMs[hasVisitors ? config.mode : 'test'])
        await app.stop()
        await closeServer(http)
      }
    })
    return {
      context,
      adopted,
      onStop: (name, run) => void cleanups.push({ name, run }),
      startWork,
      stop: stopAll,
      hurry
    }
  } catch (error) {
    await stopAll()
    throw error
  }
}

/**
 * Where one process serves both ads and people, ads have connections of their own: people who make the dashboard wait
 * for the database do not keep views from being counted.
 */
function shareConnections({ roles, databaseConnections }: Config): { ads: number; rest: number } {
  if (!roles.has('delivery') || roles.size === 1 || databaseConnections < 4)
    return { ads: 0, rest: databaseConnections }
  const ads = Math.min(5, Math.floor(databaseConnections / 4))
  return { ads, rest: databaseConnections - ads }
}

async function clockOf(
  config: Config,
  db: Database,
  clock: DatabaseClock
): Promise<Pick<Context, 'now' | 'advanceClock' | 'clockOffsetMs' | 'clockAheadMs'>> {
  const correctionMs = () => clock.now().getTime() - Date.now()
  const corrected = { clockOffsetMs: correctionMs, clockAheadMs: clock.aheadMs }
  if (config.mode !== 'development') return { now: clock.now, ...corrected }
  const { now, advance, aheadMs } = createDevelopmentClock(clock.now)
  // The days that were let pass before the last stop have passed: what is reported comes after them.
  advance(Math.max(0, (await latestMoment(db)).getTime() - now().getTime()))
  return {
    ...corrected,
    now,
    advanceClock: advance,
    clockOffsetMs: () => aheadMs() + correctionMs()
  }
}

async function openDatabase(
  config: Config,
  log: Context['log'],
  cleanups: Cleanup[]
): Promise<{ connection: DatabaseAddress; adopted: boolean }> {
  if (config.databaseUrl !== null)
    return { connection: readAddress(config.databaseUrl, log), adopted: false }
  const release = takeDataFolder(config.dataFolder)
  cleanups.push({ name: 'data folder', run: release })
  const started = await startEmbedded(config.dataFolder)
  const embedded = keepRunning(config.dataFolder, started, log)
  cleanups.push({ name: 'database', run: embedded.stop, isAwaited: true })
  return embedded
}

function storybook() {
  const script = resolve(root, 'scripts/storybook.mjs')
  if (!existsSync(script)) return null
  return { folder: resolve(root, 'storybook-static'), build: storybookBuilder(script) }
}

function builtFolder(path: string): string | null {
  const folder = resolve(root, path)
  return existsSync(folder) ? folder : null
}

async function loadBuiltPages(): Promise<Pages> {
  const entry = resolve(root, 'dashboard/build/server/index.js')
  if (!existsSync(entry)) throw new StartError('The dashboard is not built: run npm run build')
  const { handlePage } = (await import(pathToFileURL(entry).href)) as { handlePage: HandlePage }
  return { handlePage }
}

function listen(http: Server, config: Config): Promise<Server> {
  return new Promise((done, failed) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const port = config.port
      if (error.code === 'EADDRINUSE')
        failed(
          new StartError(
            `Port ${port} is in use: stop the process that uses it, or set PORT to another port`
          )
        )
      else if (error.code === 'EACCES')
        failed(
          new StartError(
            `This user is not allowed to use port ${port}: set PORT to a port above 1023`
          )
        )
      else
        failed(
          new StartError(`The server cannot listen on ${config.host}:${port}: ${error.message}`)
        )
    })
    http.listen(config.port, config.host, () => done(http))
  })
}

/** Accepts no new request; those under way are finished, but none may delay the stop forever. */
function closeServer(http: Server): Promise<void> {
  return new Promise(done => {
    const late = setTimeout(() => http.closeAllConnections(), stopMs)
    http.close(() => {
      clearTimeout(late)
      done()
    })
    http.closeIdleConnections()
  })
}
