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
import { listenProblem } from './http/listen-problem.ts'
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
  /** Adds something that is stopped before everything started so far. */
  onStop: Cleanups['add']
  /** Starts counting and jobs, after a start with `worksLater`. */
  startWork: () => Promise<void>
  stop: () => Promise<void>
  /** Makes a current or later stop wait only for the embedded database. */
  hurry: () => void
}

type Delivery = ReturnType<typeof deliveryRoutes>

const root = resolve(import.meta.dirname, '../..')
/** Time in milliseconds to finish open requests after the port closes. */
const stopMs = 15_000
/**
 * Maximum time in milliseconds to stop everything except the embedded database, since supervisors kill a server after
 * some 30 s. Acknowledged data is already committed.
 */
const stopMostMs = 25_000
/**
 * Time in milliseconds during which requests are still accepted after `/readyz` has begun to fail, so that a load
 * balancer that polls it each second sends new ones elsewhere. Development has no load balancer to wait for.
 */
const drainMs = { production: 2500, development: 250, test: 250 }

export type Pages = {
  handlePage: HandlePage
  development?: boolean
  /** Puts another handler in front of the HTTP server, once it listens. */
  wrap?: (http: Server) => void
  stop?: () => Promise<void>
}
/** Parts that a development start replaces or adds, such as the pages of the dashboard. */
export type StartOptions = {
  loadPages?: () => Promise<Pages>
  /**
   * Counts nothing and runs no job until `startWork`, while the demo's history is written directly to the log, which it
   * locks.
   */
  worksLater?: boolean
  /** Stops the chains that the server uses, after the server itself, even if the server fails to start. */
  stopChains?: (() => Promise<void>) | undefined
}

/** Starts everything that this process's roles require. If a part fails, everything started before is stopped again. */
export async function startServer(
  config: Config,
  options: StartOptions = {}
): Promise<RunningServer> {
  const log = createLog(config)
  const cleanups = new Cleanups(log)
  if (options.stopChains) cleanups.add('chains', options.stopChains)
  try {
    const { context, adopted } = await openContext(config, log, cleanups)
    await openLogs(context)
    // Counting is stopped after delivery, so that it counts what delivery appends at the end.
    const startCounting = prepareCounting(context, cleanups)
    const delivery = await startDelivery(context, cleanups)
    const startJobs = prepareWorker(context, cleanups)
    const startWork = async () => {
      startCounting()
      await startJobs()
    }
    if (!options.worksLater) await startWork()

    const payments = config.roles.has('worker') ? startPayments(context) : null
    if (payments) cleanups.add('payments', () => payments.stop())
    await serveHttp(context, delivery, options.loadPages ?? loadBuiltPages, cleanups)
    return {
      context,
      adopted,
      onStop: (name, run) => cleanups.add(name, run),
      startWork,
      stop: () => cleanups.runAll(),
      hurry: () => cleanups.hurry()
    }
  } catch (error) {
    await cleanups.runAll()
    throw error
  }
}

/** Collects what was started, so that it can be stopped in reverse order. */
class Cleanups {
  readonly #log: Context['log']
  readonly #late = Promise.withResolvers<never>()
  #all: { name: string; run: () => Promise<void> | void; isAwaited: boolean }[] = []

  constructor(log: Context['log']) {
    this.#log = log
    this.#late.promise.catch(() => {})
  }

  add(name: string, run: () => Promise<void> | void): void {
    this.#all.push({ name, run, isAwaited: false })
  }

  /** Adds a cleanup that is awaited however long it takes, since what it stops would outlive this process otherwise. */
  addAwaited(name: string, run: () => Promise<void> | void): void {
    this.#all.push({ name, run, isAwaited: true })
  }

  async runAll(): Promise<void> {
    setTimeout(() => this.hurry(), stopMostMs).unref()
    for (const { name, run, isAwaited } of this.#all.splice(0).reverse()) {
      try {
        await (isAwaited ? run() : Promise.race([run(), this.#late.promise]))
      } catch (error) {
        this.#log.error({ part: name, error: (error as Error).message }, 'did not stop cleanly')
      }
    }
  }

  hurry(): void {
    this.#late.reject(new Error('was not over in time'))
  }
}

/** Opens the database, migrated for this version, and creates the context for all parts of the server. */
async function openContext(
  config: Config,
  log: Context['log'],
  cleanups: Cleanups
): Promise<{ context: Context; adopted: boolean }> {
  const { connection, adopted } = await openDatabase(config, log, cleanups)
  const { rest } = shareConnections(config)
  const { pool, db, close } = await connect(connection, rest, config.mode !== 'production')
  cleanups.add('connections', close)
  if (await isSuperuser(db))
    log.warn('DATABASE_URL names a superuser of the database: use a role without that right')
  await migrate(pool)
  await keepSharedValues(db, config)
  await checkSharedValues(db, config)
  await addChains(db)
  await prepareJobs(pool)

  cleanups.add('threads', stopThreads)
  const clock = await startDatabaseClock({ db, pool, log })
  cleanups.add('clock', clock.stop)
  const mailer = createMailer(config)
  cleanups.add('mail', () => mailer.close())
  const context = {
    ...{ config, log, db, pool, connection, mailer },
    ...(await clockOf(config, db, clock)),
    randomBytes: systemRandomBytes
  }
  return { context, adopted }
}

/** Opens the event log and the public log. The server starts without them too, and logs that they are unavailable. */
async function openLogs(context: Context): Promise<void> {
  const { log } = context
  await checkEventLog(context, error =>
    log.error({ err: error }, 'the event log is away: ads are shown, reports have to wait')
  )
  await openPublicLog(context).catch(error => {
    if (!(error instanceof UnreadableLogKeys)) throw error
    log.error(error.message)
  })
}

function prepareCounting(context: Context, cleanups: Cleanups): () => void {
  if (!context.config.roles.has('worker')) return () => {}
  const counting = createCounting(context)
  cleanups.add('counting', () => counting.stop())
  return () => counting.start()
}

function prepareWorker(context: Context, cleanups: Cleanups): () => Promise<void> {
  let worker: Awaited<ReturnType<typeof startWorker>> | null = null
  cleanups.add('jobs', async () => worker?.stop())
  return async () => {
    if (context.config.roles.has('worker')) worker = await startWorker(context)
  }
}

async function startDelivery(context: Context, cleanups: Cleanups): Promise<Delivery | null> {
  const { config, connection } = context
  const { ads } = shareConnections(config)
  const own = ads === 0 ? null : await connect(connection, ads, config.mode !== 'production')
  if (own) cleanups.add('connections of delivery', own.close)
  if (!config.roles.has('delivery')) return null
  const adContext = own ? { ...context, db: own.db, pool: own.pool } : context
  const delivery = deliveryRoutes(adContext, createReceipts(adContext))
  await delivery.start()
  cleanups.add('delivery', () => delivery.stop())
  const heartbeat = createHeartbeat(context)
  await heartbeat.start()
  cleanups.add('heartbeat', () => heartbeat.stop())
  return delivery
}

/** Serves pages, API calls and ads on one port. */
async function serveHttp(
  context: Context,
  delivery: Delivery | null,
  loadPages: () => Promise<Pages>,
  cleanups: Cleanups
): Promise<void> {
  const { config } = context
  const pages = config.roles.has('web') ? await loadPages() : null
  if (pages?.stop) cleanups.add('pages', pages.stop)
  let ready = true
  const app = createApp(context, {
    delivery: delivery?.app ?? null,
    pages,
    embedFolder: builtFolder('embed/dist'),
    assetsFolder: builtFolder('dashboard/build/client'),
    docsFolder: resolve(root, 'build/docs'),
    isReady: () => ready,
    servesAds: delivery?.servesAds ?? null,
    figures: delivery?.figures ?? null,
    storybook: config.mode === 'development' ? storybook() : null
  })
  const fast =
    delivery?.listen((method, status, seconds) => app.observe(method, 'serve', status, seconds)) ??
    null
  const http = await listen(
    createListener(app, fast, () => !ready),
    config
  )
  pages?.wrap?.(http)
  cleanups.add('http', async () => {
    // Connections that were made but not yet accepted would be reset, so they are answered first.
    ready = false
    const hasVisitors = config.roles.has('web') || config.roles.has('delivery')
    await sleep(drainMs[hasVisitors ? config.mode : 'test'])
    await app.stop()
    await closeServer(http)
  })
}

/**
 * Splits the database connections. If one process serves both ads and people, ads have their own connections, so that
 * people who make the dashboard wait for the database do not keep views from being counted.
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
  // The clock starts after the days that were skipped before the last stop, so that new reports come after them.
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
  cleanups: Cleanups
): Promise<{ connection: DatabaseAddress; adopted: boolean }> {
  if (config.databaseUrl !== null)
    return { connection: readAddress(config.databaseUrl, log), adopted: false }
  const release = takeDataFolder(config.dataFolder)
  cleanups.add('data folder', release)
  const started = await startEmbedded(config.dataFolder)
  const embedded = keepRunning(config.dataFolder, started, log)
  cleanups.addAwaited('database', embedded.stop)
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
    http.once('error', error => failed(new StartError(listenProblem(error, config))))
    http.listen(config.port, config.host, () => done(http))
  })
}

/** Stops accepting requests and finishes open ones, but no request may delay the stop forever. */
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
