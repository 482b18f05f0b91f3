import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Anvil, startAnvil } from '@mille/testing/anvil.ts'
import { freePort } from '@mille/testing/free-port.ts'
import { startMailServer } from '@mille/testing/mail-server.ts'
import { createTestSigner } from '@mille/testing/payments.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { serverProgram } from '@mille/testing/server-program.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '@mille/testing/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { connect } from '../db/connect.ts'
import { startEmbedded } from '../db/embedded.ts'
import { ordinaryRole, superuser } from '../db/ordinary-role.ts'
import { createHeartbeat } from '../delivery/index.ts'
import { createInsideRequests } from '../delivery/requests/inside-requests.ts'
import { createListener } from '../http/listener.ts'
import { openPublicLog } from '../public-log/index.ts'
import { keepSharedValues } from '../settings/index.ts'
import { type Line, runChecks } from './doctor/check.ts'
import { examine } from './doctor.ts'

const execute = promisify(execFile)
const program = await serverProgram('packages/server/cli.ts')
const folder = mkdtempSync(join(tmpdir(), 'mille-doctor-'))
const cleanups: (() => unknown)[] = []
let app: TestApp
let healthy: Record<string, string>
let bitcoin: Regtest
let anvil: Anvil
beforeAll(async () => {
  app = await createTestApp()
  const [publicUrl, mail] = await Promise.all([serveNetwork(app), startMailServer()])
  ;[bitcoin, anvil] = await Promise.all([startRegtest(), startAnvil()])
  cleanups.push(
    () => mail.close(),
    () => bitcoin.dispose(),
    () => anvil.dispose()
  )
  healthy = {
    NODE_ENV: 'production',
    SECRET: app.context.config.secret.toString('hex'),
    PUBLIC_URL: publicUrl,
    MAIL_URL: mail.url,
    DATA_DIR: folder,
    DATABASE_URL: urlOf(app.context),
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent'
  }
  await keepSharedValues(app.context.db, readConfig(healthy))
  const heartbeat = createHeartbeat({
    ...app.context,
    now: () => new Date(),
    clockOffsetMs: () => 0
  })
  await heartbeat.start()
  await heartbeat.stop()
}, 120_000)
afterAll(async () => {
  for (const clean of cleanups.reverse()) await clean()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write(`found ${found.size} of ${Object.keys(faults).length}\n`)
})

/** Serves a network over HTTP, with its public log. Returns its origin. */
async function serveNetwork({ context, fetch }: TestApp): Promise<string> {
  await openPublicLog(context)
  const server = createListener({ fetch }, null).listen(0, 'localhost')
  await once(server, 'listening')
  cleanups.push(() => server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

/** Serves HTTPS with a self-signed certificate for these names, as a reverse proxy that passes everything on. */
async function serveTls(names: string, days: number): Promise<{ url: string; file: string }> {
  const place = mkdtempSync(join(folder, 'tls-'))
  const [key, cert] = [join(place, 'key.pem'), join(place, 'cert.pem')]
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${names}`]
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes'
  ]
  await execute('openssl', [
    ...made,
    '-keyout',
    key,
    '-out',
    cert,
    '-days',
    String(days),
    ...subject
  ])
  const files = { key: readFileSync(key), cert: readFileSync(cert) }
  const server = createHttpsServer(files, async ({ url }, outgoing) => {
    const answer = await fetch(`${healthy.PUBLIC_URL}${url}`)
    outgoing.writeHead(answer.status).end(await answer.text())
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  cleanups.push(() => server.close())
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, file: cert }
}

/** Answers `ok` as the health check of a server does, an hour ago. */
async function serveAnHourAgo(): Promise<string> {
  const server = createHttpServer((_, outgoing) => {
    outgoing.setHeader('Date', new Date(Date.now() - 3_600_000).toUTCString()).end('ok\n')
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  cleanups.push(() => server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

async function serveMail(options: Parameters<typeof startMailServer>[0]): Promise<string> {
  const server = await startMailServer(options)
  cleanups.push(() => server.close())
  return new URL(server.url).port
}

/** The variables of a network that takes bitcoin from the regtest node. */
const withBitcoin = (more: Record<string, string> = {}) => ({
  BITCOIN_RPC_URL: bitcoin.config.rpcUrl,
  BITCOIN_XPUB: bitcoin.config.xpub,
  BITCOIN_NETWORK: 'regtest',
  ...more
})

const withLightning = () =>
  withBitcoin({
    LIGHTNING: 'embedded',
    LIGHTNING_SEED: 'd1e2'.repeat(16),
    LIGHTNING_LISTEN: '127.0.0.1:9735'
  })

/** The database of a Lightning node that said something so many seconds ago, and wrote its channels then. */
const lightningDatabase = (seconds: number, stopped: string | null = null) =>
  newDatabase(({ pool }) =>
    pool.query(
      `insert into lightning_node (public_key, generation, height, stopped, seen_at, channels_at)
        values ('02', 1, 800, $2, now() - make_interval(secs => $1), now() - make_interval(secs => $1))`,
      [seconds, stopped]
    )
  )

const withEthereum = (more: Record<string, string> = {}) => ({
  ETHEREUM_RPC_URL: anvil.config.rpcUrl,
  ETHEREUM_XPUB: anvil.config.xpub,
  ETHEREUM_CHAIN_ID: String(anvil.config.chainId),
  ...more
})

const urlOf = ({ connection: { host, port, database: name } }: Pick<TestDatabase, 'connection'>) =>
  `postgres://mille@/${name}?host=${host}&port=${port}`

type Fault = {
  /** Plants the fault, and returns the variables that differ from those of the healthy network. */
  plant: () => Record<string, string> | Promise<Record<string, string>>
  check: string
  seen: RegExp
  remedy: RegExp
  state?: Line['state']
  now?: () => Date
  /** Runs the program in a process of its own, through this shell command in which `"$@"` is the program. */
  shell?: string
}

/** Creates a database for one fault. */
async function newDatabase(change: (created: TestDatabase) => Promise<unknown>): Promise<string> {
  const created = await createTestDatabase(1)
  cleanups.push(() => created.close())
  await change(created)
  return urlOf(created)
}

async function listenAs(answer: string): Promise<number> {
  const server = createServer(socket => socket.on('error', () => {}).end(answer))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => server.close())
  return (server.address() as AddressInfo).port
}

const faults: Record<string, Fault> = {
  'no secret': {
    plant: () => ({ SECRET: '' }),
    check: 'Configuration',
    seen: /^SECRET is required in production/,
    remedy: /openssl rand -hex 32/
  },
  'a short secret': {
    plant: () => ({ SECRET: 'abcdef' }),
    check: 'Configuration',
    seen: /^SECRET must have at least 32 bytes/,
    remedy: /openssl rand -hex 32/
  },
  'the secret of an example': {
    plant: () => ({
      SECRET: Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('hex')
    }),
    check: 'Secret',
    seen: /can guess/,
    remedy: /openssl rand -hex 32/
  },
  'a public address without https': {
    plant: () => ({ PUBLIC_URL: 'http://mille.example' }),
    check: 'Configuration',
    seen: /^PUBLIC_URL must begin with https/,
    remedy: /reverse proxy with a certificate/
  },
  'a host name that ad blockers block': {
    plant: () => ({ PUBLIC_URL: 'https://ads.mille.example' }),
    check: 'Host of PUBLIC_URL',
    state: 'warning',
    seen: /Ad blockers block everything from ads\.mille\.example/,
    remedy: /Choose a host name/
  },
  'a database that does not run': {
    plant: async () => ({ DATABASE_URL: `postgres://mille@127.0.0.1:${await freePort()}/mille` }),
    check: 'Database',
    seen: /cannot be reached: .*ECONNREFUSED/,
    remedy: /Check that PostgreSQL runs/
  },
  'a database of another name': {
    plant: () => ({ DATABASE_URL: urlOf(app.context).replace(/\/test_\w+/, '/elsewhere') }),
    check: 'Database',
    seen: /database "elsewhere" does not exist/,
    remedy: /createdb/
  },
  'a wrong password of the database': {
    async plant() {
      const place = mkdtempSync(join(folder, 'cluster-'))
      // PostgreSQL runs as another user when root starts it.
      chmodSync(folder, 0o711)
      chmodSync(place, 0o711)
      const started = await startEmbedded(place)
      cleanups.push(() => started.stop())
      const { host, port } = started.connection
      // Every connection needs a password from now on, and the role has another one.
      const own = await connect(started.connection, 1)
      await own.pool.query(`alter role mille password 'right'`)
      await own.close()
      writeFileSync(
        join(place, 'postgres', 'pg_hba.conf'),
        'local all all scram-sha-256\nhost all all all scram-sha-256\n'
      )
      const [pid] = readFileSync(join(place, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGHUP')
      return { DATABASE_URL: `postgres://mille:wrong@/postgres?host=${host}&port=${port}` }
    },
    check: 'Database',
    seen: /password authentication failed for user "mille"/,
    remedy: /Correct the user and the password in DATABASE_URL/
  },
  'a database that stores text as SQL_ASCII': {
    async plant() {
      const { host, port } = app.context.connection
      const name = `ascii_${randomBytes(4).toString('hex')}`
      const admin = await connect({ host, port, user: superuser, database: 'postgres' }, 1)
      const options = `encoding 'SQL_ASCII' locale 'C' template template0`
      await admin.pool.query(`create database ${name} owner ${ordinaryRole} ${options}`)
      await admin.close()
      return { DATABASE_URL: `postgres://mille@/${name}?host=${host}&port=${port}` }
    },
    check: 'Database encoding',
    seen: /stores text as SQL_ASCII/,
    remedy: /createdb --encoding UTF8/
  },
  'a superuser as the role of the database': {
    plant: () => ({ DATABASE_URL: urlOf(app.context).replace('mille@', 'postgres@') }),
    check: 'Database role',
    state: 'warning',
    seen: /names a superuser/,
    remedy: /role that only owns this database/
  },
  'a user that the database does not know': {
    plant: () => ({ DATABASE_URL: urlOf(app.context).replace('mille@', 'milli@') }),
    check: 'Database',
    seen: /role "milli" does not exist/,
    remedy: /Correct the user and the password in DATABASE_URL/
  },
  'a migration that is missing': {
    plant: async () => ({
      DATABASE_URL: await newDatabase(({ pool }) =>
        pool.query(
          'delete from migrations where name = (select max(name) from migrations where name <> $1)',
          ['0001-baseline.sql']
        )
      )
    }),
    check: 'Migrations',
    seen: /older than this version: .*\.sql have not run/,
    remedy: /mille migrate/
  },
  'a database of a newer version': {
    plant: async () => ({
      DATABASE_URL: await newDatabase(({ pool }) =>
        pool.query(`insert into migrations (name, hash) values ('9999-later.sql', 'x')`)
      )
    }),
    check: 'Migrations',
    seen: /newer version .* 9999-later\.sql/,
    remedy: /Install that version/
  },
  'the secret of another network': {
    plant: () => ({ SECRET: randomBytes(32).toString('hex') }),
    check: 'Shared values',
    seen: /^SECRET is not that of this installation/,
    remedy: /^Set it as on the other processes, or .*accept-change SECRET/
  },
  'a clock that is a minute ahead of the database': {
    plant: () => ({}),
    now: () => new Date(Date.now() + 60_000),
    check: 'Clock',
    seen: /(59|60)\.\d s ahead of the database/,
    remedy: /timedatectl set-ntp true/
  },
  'a data folder that cannot be written': {
    plant() {
      // A file in place of the folder refuses root too.
      writeFileSync(join(folder, 'file'), '')
      return { DATA_DIR: join(folder, 'file', 'data') }
    },
    check: 'Data folder',
    seen: /cannot be written: ENOTDIR/,
    remedy: /Set DATA_DIR to a folder/
  },
  'a disk that is full': {
    plant: () => ({ DATA_DIR: join(folder, 'small') }),
    shell: `mkdir -p "$DATA_DIR" && exec unshare -rm sh -c 'mount -t tmpfs -o size=1m none "$DATA_DIR" && exec "$@"' sh "$@"`,
    check: 'Disk',
    seen: /^1 MB free/,
    remedy: /Delete what is not needed/
  },
  'a port that another program uses': {
    plant: async () => ({ PORT: String(await listenAs('SSH-2.0-other\r\n')) }),
    check: 'Port',
    seen: /^Another program uses port \d+/,
    remedy: /ss -ltnp/
  },
  'few open files': {
    plant: () => ({}),
    shell: 'ulimit -n 256; exec "$@"',
    check: 'Open files',
    state: 'warning',
    seen: /^Only 256 files/,
    remedy: /LimitNOFILE=65536/
  },
  'a host name without an address': {
    plant: () => ({ PUBLIC_URL: 'https://nowhere.invalid' }),
    check: 'DNS',
    seen: /^nowhere\.invalid has no address/,
    remedy: /Create an A or AAAA record for nowhere\.invalid/
  },
  'a certificate that has expired': {
    plant: async () => ({ PUBLIC_URL: (await serveTls('DNS:localhost', 20)).url }),
    now: () => new Date(Date.now() + 30 * 86_400_000),
    check: 'Certificate',
    seen: /expired on/,
    remedy: /certbot renew/
  },
  'a certificate that expires soon': {
    plant: async () => {
      const { url, file } = await serveTls('DNS:localhost', 10)
      return { PUBLIC_URL: url, NODE_EXTRA_CA_CERTS: file }
    },
    shell: 'exec "$@"',
    check: 'Certificate',
    state: 'warning',
    seen: /expires in (9|10) days/,
    remedy: /certbot renew/
  },
  'a certificate of another host': {
    plant: async () => ({ PUBLIC_URL: (await serveTls('DNS:other.example', 90)).url }),
    check: 'Certificate',
    seen: /not for localhost but for DNS:other\.example/,
    remedy: /Get a certificate for localhost/
  },
  'a certificate that no browser knows': {
    plant: async () => ({ PUBLIC_URL: (await serveTls('DNS:localhost', 90)).url }),
    check: 'Certificate',
    seen: /DEPTH_ZERO_SELF_SIGNED_CERT/,
    remedy: /fullchain\.pem/
  },
  'a public address that does not answer': {
    plant: async () => ({ PUBLIC_URL: `http://localhost:${await freePort()}` }),
    check: 'PUBLIC_URL',
    seen: /does not answer: .*ECONNREFUSED/,
    remedy: /Start the reverse proxy/
  },
  'a public address of another network': {
    async plant() {
      const other = await createTestApp()
      cleanups.push(() => other.close())
      return { PUBLIC_URL: await serveNetwork(other) }
    },
    check: 'Network at PUBLIC_URL',
    seen: /leads to another network/,
    remedy: /Correct PUBLIC_URL, DATABASE_URL/
  },
  'a clock that another machine contradicts': {
    plant: async () => ({ PUBLIC_URL: await serveAnHourAgo() }),
    check: 'Clock by HTTP',
    seen: /s ahead of localhost:\d+/,
    remedy: /timedatectl set-ntp true/
  },
  'a mail server that does not run': {
    plant: async () => ({ MAIL_URL: `smtp://127.0.0.1:${await freePort()}` }),
    check: 'Mail server',
    seen: /cannot be reached: .*ECONNREFUSED/,
    remedy: /Check the host and the port in MAIL_URL/
  },
  'a mail server without encryption': {
    plant: async () => ({
      // This address is not a loopback name, so mail to it has to be encrypted.
      MAIL_URL: `smtp://0.0.0.0:${await serveMail({ disabledCommands: ['STARTTLS'] })}`
    }),
    check: 'Mail server',
    seen: /offers no encryption that is accepted/,
    remedy: /smtps:/
  },
  'a mail server that refuses the login': {
    plant: async () => ({
      MAIL_URL: `smtp://ada:wrong@127.0.0.1:${await serveMail({
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) => done(new Error('Not her password'))
      })}`
    }),
    check: 'Mail server',
    seen: /refuses the login: .*Not her password/,
    remedy: /Correct the user and the password in MAIL_URL/
  },
  'a Bitcoin node that does not run': {
    plant: async () =>
      withBitcoin({ BITCOIN_RPC_URL: `http://mille:x@127.0.0.1:${await freePort()}` }),
    check: 'Bitcoin node',
    seen: /cannot be reached: .*ECONNREFUSED/,
    remedy: /Start bitcoind/
  },
  'a wrong password of the Bitcoin node': {
    plant: () =>
      withBitcoin({ BITCOIN_RPC_URL: bitcoin.config.rpcUrl.replace(/mille:\w+/, 'mille:wrong') }),
    check: 'Bitcoin node',
    seen: /refuses the name and password/,
    remedy: /rpcauth/
  },
  'a Bitcoin node of another network': {
    plant: () => withBitcoin({ BITCOIN_NETWORK: 'mainnet' }),
    check: 'Bitcoin node',
    seen: /on the chain regtest, and BITCOIN_NETWORK is mainnet/,
    remedy: /correct BITCOIN_NETWORK/
  },
  'a Bitcoin node that is behind': {
    async plant() {
      // This node knows the headers of new blocks, and has not received the blocks.
      const syncing = await startRegtest()
      cleanups.push(() => syncing.dispose())
      await bitcoin.mine(5)
      const height = await bitcoin.rpc.call<number>('getblockcount')
      for (let block = 1; block <= height; block++) {
        const hash = await bitcoin.rpc.call<string>('getblockhash', block)
        const header = await bitcoin.rpc.call<string>('getblockheader', hash, false)
        await syncing.rpc.call('submitheader', header)
      }
      return withBitcoin({ BITCOIN_RPC_URL: syncing.config.rpcUrl })
    },
    check: 'Bitcoin node',
    seen: /^The node is behind: it is at block 110 of 115/,
    remedy: /Wait until it has caught up/
  },
  'an Ethereum node that does not run': {
    plant: async () => withEthereum({ ETHEREUM_RPC_URL: `http://127.0.0.1:${await freePort()}` }),
    check: 'Ethereum node',
    seen: /cannot be reached/,
    remedy: /correct ETHEREUM_RPC_URL/
  },
  'an Ethereum node of another chain': {
    plant: () => withEthereum({ ETHEREUM_CHAIN_ID: '1' }),
    check: 'Ethereum node',
    seen: /on the chain 31337, and ETHEREUM_CHAIN_ID is 1/,
    remedy: /correct ETHEREUM_CHAIN_ID/
  },
  'an Ethereum node that is behind': {
    plant: () => withEthereum(),
    now: () => new Date(Date.now() + 3_600_000),
    check: 'Ethereum node',
    seen: /^The node is behind: its newest block \d+ is \d+ minutes old/,
    remedy: /Wait until it has caught up/
  },
  'a token contract of another chain': {
    plant: () => withEthereum({ USDT_CONTRACT: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }),
    check: 'Ethereum node',
    seen: /no token at USDT_CONTRACT/,
    remedy: /Correct USDT_CONTRACT/
  },
  'a signer that does not run': {
    plant: () => withBitcoin({ SIGNER_SOCKET: join(folder, 'signer.sock') }),
    check: 'Signer',
    seen: /does not answer at .*ENOENT/,
    remedy: /systemctl start mille-signer\.socket/
  },
  'a signer without the key of a chain': {
    async plant() {
      const signer = createTestSigner(bitcoin)
      await signer.start()
      cleanups.push(() => signer.dispose())
      return withEthereum({ SIGNER_SOCKET: signer.socket })
    },
    check: 'Signer',
    seen: /has no key for Ethereum/,
    remedy: /SIGNER_ETHEREUM_KEY_FILE/
  },
  'an event log that is away': {
    plant: async () => ({ EVENT_LOG_URL: `nats://127.0.0.1:${await freePort()}` }),
    check: 'Event log',
    seen: /cannot be reached/,
    remedy: /Start the NATS servers/
  },
  'a wrong number of proxies': {
    plant: async () => ({
      DATABASE_URL: await newDatabase(async ({ db }) => {
        const config = { ...app.context.config, insideVisitors: false, trustedProxies: 1 }
        const requests = createInsideRequests({ config, db, now: () => new Date() })
        for (let nth = 0; nth < 100; nth++)
          requests.take({ address: '10.0.0.7', forwardedFor: `198.51.100.${nth}, 10.0.0.7` })
        await requests.write()
      })
    }),
    check: 'Reverse proxy',
    seen: /set TRUSTED_PROXIES=2/,
    remedy: /number of proxies that a request passes/
  },
  'jobs that no worker runs': {
    plant: async () => ({
      DATABASE_URL: await newDatabase(({ pool }) =>
        pool.query(`select graphile_worker.add_job('settle', run_at => now() - interval '2 hours')`)
      )
    }),
    check: 'Jobs',
    seen: /1 waiting, the oldest for 1\d\d minutes|1 waiting, the oldest for 2 hours/,
    remedy: /role worker/
  },
  'a Lightning node that has never started': {
    plant: withLightning,
    check: 'Lightning node',
    state: 'warning',
    seen: /has not started yet/,
    remedy: /role worker/
  },
  'a Lightning node with another seed': {
    plant: async () => ({
      ...withLightning(),
      DATABASE_URL: await lightningDatabase(5, 'LIGHTNING_SEED is another one')
    }),
    check: 'Lightning node',
    seen: /does not run: LIGHTNING_SEED is another one/,
    remedy: /set the seed with which the node first started/
  },
  'a Lightning node without a channel': {
    plant: async () => ({ ...withLightning(), DATABASE_URL: await lightningDatabase(5) }),
    check: 'Lightning channels',
    state: 'warning',
    seen: /no open channel/,
    remedy: /have another node open a channel/
  },
  'a Lightning node that no longer reports': {
    plant: async () => ({ ...withLightning(), DATABASE_URL: await lightningDatabase(3_600) }),
    check: 'Lightning channels',
    seen: /Their state is 60 minutes old/,
    remedy: /role worker/
  },
  'a file of countries that is missing': {
    plant: () => ({ COUNTRY_DATABASE: join(folder, 'countries.mmdb') }),
    check: 'Configuration',
    seen: /^COUNTRY_DATABASE names a file that does not exist/,
    remedy: /restart each process/
  },
  'a file that has no countries': {
    plant() {
      writeFileSync(join(folder, 'no.mmdb'), 'nothing')
      return { COUNTRY_DATABASE: join(folder, 'no.mmdb') }
    },
    check: 'Countries',
    seen: /no\.mmdb is not an MMDB file of countries/,
    remedy: /DB-IP Lite/
  },
  'countries of last year': {
    plant: () => ({ COUNTRY_DATABASE: builtInCountries }),
    now: () => new Date(Date.now() + 365 * 86_400_000),
    check: 'Countries',
    state: 'warning',
    seen: /are \d+ days old/,
    remedy: /Replace the file of COUNTRY_DATABASE/
  },
  'little memory': {
    plant: () => ({ NODE_OPTIONS: '--max-old-space-size=128' }),
    shell: 'exec "$@"',
    check: 'Memory',
    state: 'warning',
    seen: /^Node may use \d+ MB for its heap/,
    remedy: /--max-old-space-size/
  }
}

const builtInCountries = fileURLToPath(
  import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
)

const found = new Set<string>()
test.each(Object.entries(faults))('names %s and what to do', async (name, fault) => {
  const { plant, check, seen, remedy, state = 'problem', now, shell } = fault
  const environment = { ...healthy, ...(await plant()) }
  const lines = shell
    ? (JSON.parse((await run(['--json'], environment, shell)).stdout) as Line[])
    : await examine(environment, now)
  const line = lines.find(it => it.check === check && it.state === state)
  expect(line, JSON.stringify(lines, null, 1)).toMatchObject({
    seen: expect.stringMatching(seen),
    remedy: expect.stringMatching(remedy),
    page: expect.stringMatching(/^[\w-]+\.md/)
  })
  found.add(name)
})

type Outcome = { code: number; stdout: string; stderr: string }

function run(
  args: string[],
  environment: Record<string, string>,
  shell = 'exec "$@"'
): Promise<Outcome> {
  const env = { PATH: process.env.PATH, ...program.env, ...environment }
  const command = ['-c', shell, 'sh', process.execPath, program.file, 'doctor', ...args]
  return new Promise(done => {
    execFile('sh', command, { env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr })
    )
  })
}

test('says that a healthy network is well', async () => {
  const { url, file } = await serveTls('DNS:localhost', 90)
  await app.context.pool.query('delete from shared_values')
  const variables = { ...healthy, PUBLIC_URL: url, NODE_EXTRA_CA_CERTS: file }
  const shown = await run(['--json'], variables)
  const lines = JSON.parse(shown.stdout) as Line[]
  expect(lines.filter(it => it.state !== 'ok')).toEqual([])
  expect(lines.length).toBeGreaterThan(25)
  expect(shown).toMatchObject({ code: 0, stderr: '' })
})

test('finds nodes that are well', async () => {
  const lines = await examine({ ...healthy, ...withBitcoin(), ...withEthereum() })
  for (const check of ['Bitcoin node', 'Ethereum node'])
    expect(lines.filter(it => it.check === check)).toMatchObject([{ state: 'ok' }])
})

test('exits with 2 when nothing is wrong and something could not be checked', async () => {
  const environment = {
    ...healthy,
    NODE_ENV: 'development',
    PUBLIC_URL: 'http://localhost:9',
    DEMO: 'false'
  }
  await app.context.pool.query('delete from shared_values')
  const { code, stdout } = await run([], environment)
  expect(stdout).toMatch(/\nnot checked {2}PUBLIC_URL .*no server runs/)
  expect(code, stdout).toBe(2)
})

test('one check that never ends, and one that throws, do not stop the others', async () => {
  const page = 'start.md'
  const checks = [
    { name: 'Endless', page, run: () => new Promise<never>(() => {}) },
    {
      name: 'Broken',
      page,
      run() {
        throw new Error('by mistake')
      }
    },
    { name: 'Fine', page, run: () => ({ state: 'ok', seen: 'Fine.' }) as const }
  ]
  expect(await runChecks(checks, null, 50)).toMatchObject([
    { check: 'Endless', state: 'unchecked', seen: 'No answer within 0.05 s.' },
    { check: 'Broken', state: 'unchecked', seen: 'The check failed: by mistake.' },
    { check: 'Fine', state: 'ok' }
  ])
})

test('prints a line for each check, what to do, and the page that says more', async () => {
  const { code, stdout, stderr } = await run([], {
    ...healthy,
    DATABASE_URL: 'postgres://127.0.0.1:9/'
  })
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout).toMatch(/^ok {10} Configuration +All variables are valid/)
  expect(stdout).toMatch(/\nproblem {6}Database +.*ECONNREFUSED.*\n +→ Check that PostgreSQL runs/)
  expect(stdout).toContain('See docs/operating/start.md#your-own-postgresql')
  expect(stdout).toMatch(/\nnot checked {2}Migrations +The database cannot be reached/)
})
