import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@mille/testing/free-port.ts'
import { serverProgram } from '@mille/testing/server-program.ts'
import { createTestDatabase, type TestDatabase } from '@mille/testing/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { keepSharedValues } from '../settings/index.ts'
import type { Line } from './doctor/check.ts'
import { examine } from './doctor.ts'

const program = await serverProgram('packages/server/cli.ts')
const folder = mkdtempSync(join(tmpdir(), 'mille-doctor-'))
const cleanups: (() => unknown)[] = []
let database: TestDatabase
let healthy: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase(2)
  healthy = {
    NODE_ENV: 'production',
    SECRET: randomBytes(32).toString('hex'),
    PUBLIC_URL: 'http://localhost:9',
    MAIL_URL: 'smtp://127.0.0.1:9',
    DATA_DIR: folder,
    DATABASE_URL: urlOf(database),
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent'
  }
  await keepSharedValues(database.db, readConfig(healthy))
})
afterAll(async () => {
  for (const clean of cleanups.reverse()) await clean()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write(`found ${found.size} of ${Object.keys(faults).length}\n`)
})

const urlOf = ({ connection: { host, port, database: name } }: TestDatabase) =>
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
    plant: () => ({ DATABASE_URL: urlOf(database).replace(/\/test_\w+/, '/elsewhere') }),
    check: 'Database',
    seen: /database "elsewhere" does not exist/,
    remedy: /createdb/
  },
  'a user that the database does not know': {
    plant: () => ({ DATABASE_URL: urlOf(database).replace('mille@', 'milli@') }),
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
    seen: /60\.0 s ahead of the database/,
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
  'little memory': {
    plant: () => ({ NODE_OPTIONS: '--max-old-space-size=128' }),
    shell: 'exec "$@"',
    check: 'Memory',
    state: 'warning',
    seen: /^Node may use \d+ MB for its heap/,
    remedy: /--max-old-space-size/
  }
}

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
