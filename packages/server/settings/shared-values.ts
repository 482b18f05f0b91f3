import { createHmac } from 'node:crypto'
import { deriveKey } from '../config/derive-key.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import { StartError } from '../start-error.ts'

export const sharedNames = [
  'SECRET',
  'SETTLEMENT_WINDOW_SECONDS',
  'PUBLIC_URL',
  'TRUSTED_PROXIES'
] as const
export type SharedName = (typeof sharedNames)[number]

/** Stores the values that all processes share; the first process of an installation determines them. */
export async function keepSharedValues(db: Database, config: Config): Promise<void> {
  // A database in the data folder has one process, which development may start with other values each time.
  if (config.mode !== 'production' && config.databaseUrl === null) return
  await db
    .insertInto('shared_values')
    .values(valuesOf(config))
    .onConflict(it => it.doNothing())
    .execute()
}

/**
 * Throws a `StartError` when this process has other values than the rest of the installation. With another SECRET, its
 * ads count nowhere else and it breaks the chain of seals; with another settlement period, it closes periods that the
 * others are still counting.
 */
export async function checkSharedValues(db: Database, config: Config): Promise<void> {
  const kept = new Map((await readKept(db)).map(it => [it.name, it.value]))
  const problems = valuesOf(config).flatMap(({ name, value }) => {
    const others = kept.get(name)
    if (others === undefined || others === value) return []
    const problem =
      name === 'SECRET'
        ? 'SECRET is not that of this installation'
        : `${name} is ${value}, and ${others} in the rest of this installation`
    return [
      `${problem}: set it as on the other processes, or accept the change with: mille accept-change ${name}`
    ]
  })
  if (problems.length > 0) throw new StartError(problems.join('\n'))
}

/** Makes a value of this process the installation's; returns false when it already is. */
export async function acceptSharedValue(
  db: Database,
  config: Config,
  name: SharedName
): Promise<boolean> {
  const own = valuesOf(config, true).find(it => it.name === name)
  if (!own) throw new Error(`${name} has no value`)
  const kept = (await readKept(db)).find(it => it.name === name)
  if (kept?.value === own.value) return false
  await db
    .insertInto('shared_values')
    .values(own)
    .onConflict(it => it.column('name').doUpdateSet({ value: own.value }))
    .execute()
  return true
}

function readKept(db: Database) {
  return db
    .selectFrom('shared_values')
    .select(['name', 'value'])
    .limit(sharedNames.length)
    .execute()
}

/** Returns the shared values. Development leaves some out, since its address follows the port and there is no proxy. */
function valuesOf(
  { mode, secret, settlementWindowSeconds, publicUrl, trustedProxies }: Config,
  isWhole = mode === 'production'
): { name: SharedName; value: string }[] {
  return [
    { name: 'SECRET', value: checkValueOf(secret) },
    { name: 'SETTLEMENT_WINDOW_SECONDS', value: String(settlementWindowSeconds) },
    ...(isWhole
      ? [
          { name: 'PUBLIC_URL' as const, value: publicUrl },
          { name: 'TRUSTED_PROXIES' as const, value: String(trustedProxies) }
        ]
      : [])
  ]
}

function checkValueOf(secret: Buffer): string {
  const key = deriveKey(secret, 'mille shared values')
  return createHmac('sha256', key).update('SECRET').digest('hex')
}
