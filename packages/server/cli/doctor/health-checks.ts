import { type Check, findingOf } from './check.ts'
import type { DatabaseSubject } from './subject.ts'

type Part = { name: string; title: string; page: string; remedy: string }

const page = 'troubleshoot.md#what-adminhealth-says'
const startWorker =
  'Start a process with the role worker, or look for errors in the log of the one that runs.'

/** Lines of /admin/health that concern the installation, with what to do. What waits for operators is not here. */
const parts: readonly Part[] = [
  { name: 'Jobs', title: 'Jobs', page, remedy: startWorker },
  {
    name: 'Failed jobs',
    title: 'Failed jobs',
    page,
    remedy: 'Look for error in the log of the worker: it names the job and the reason.'
  },
  {
    name: 'Mail',
    title: 'Mail queue',
    page: 'configure.md#mail',
    remedy:
      'Repair what the line of the mail server says, if anything, and start a process with the role worker.'
  },
  { name: 'Settlement', title: 'Settlement', page, remedy: startWorker },
  {
    name: 'Public log',
    title: 'Public log',
    page,
    remedy: 'Look for errors of seal_charges in the log of the worker.'
  },
  { name: 'Ads', title: 'Ads', page, remedy: 'Start a process with the role delivery.' },
  {
    name: 'Proxies',
    title: 'Reverse proxy',
    page: 'configure.md#the-reverse-proxy',
    remedy:
      'Set TRUSTED_PROXIES to the number of proxies that a request passes, on every process, and restart them.'
  },
  {
    name: 'Counting',
    title: 'Counting',
    page: 'troubleshoot.md#views-are-not-counted',
    remedy: startWorker
  },
  {
    name: 'Clock',
    title: 'Clocks of all machines',
    page,
    remedy: 'Turn on time synchronization on the machine that is named: timedatectl set-ntp true.'
  },
  {
    name: 'Bitcoin',
    title: 'Bitcoin reading',
    page: 'money.md#bitcoin',
    remedy: `Repair the node if its own line names a problem. ${startWorker}`
  },
  {
    name: 'Ethereum',
    title: 'Ethereum reading',
    page: 'money.md#ethereum',
    remedy: `Repair the node if its own line names a problem. ${startWorker}`
  },
  {
    name: 'Lightning',
    title: 'Lightning node',
    page: 'money.md#lightning',
    remedy: `If the line names LIGHTNING_SEED, set the seed with which the node first started. ${startWorker}`
  },
  {
    name: 'Lightning channels',
    title: 'Lightning channels',
    page: 'money.md#open-a-channel',
    remedy: `If their state is old: ${startWorker} If a peer is not connected, add it to LIGHTNING_PEERS, and ask its operator. Otherwise, have another node open a channel to this one; /admin/lightning shows its public key.`
  },
  {
    name: 'Database',
    title: 'Database speed',
    page,
    remedy:
      'Look at the load and the disk of PostgreSQL, and count the connections of all processes.'
  },
  {
    name: 'Database role',
    title: 'Database role',
    page: 'start.md#your-own-postgresql',
    remedy: 'Create a role that only owns this database, and name it in DATABASE_URL.'
  },
  {
    name: 'Standby',
    title: 'Standby',
    page: 'back-up.md#when-the-standby-fails',
    remedy: 'Start the standby again, or set it up again from the primary.'
  }
]

export const healthChecks: readonly Check<DatabaseSubject>[] = parts.map(part => ({
  name: part.title,
  page: part.page,
  run: async ({ health }) =>
    (await health()).filter(it => it.name === part.name).map(it => findingOf(it, part.remedy))
}))
