import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { type Failure, failure } from '../http/answers/reply.ts'

export type NewPackTarget = { type: 'category' | 'site' | 'ad_unit'; id: string; allowed: boolean }

/** A new pack (`id` is null) or a change to an existing one; omitted fields stay unchanged. */
export type PackChange = {
  id: number | null
  name?: string | undefined
  targets?: readonly NewPackTarget[] | undefined
  at: Date
}

/** Creates or changes a pack and returns its ID. Given targets replace the previous ones. */
export async function savePack(
  tx: Tx,
  { id, name, targets, at }: PackChange
): Promise<{ ok: true; id: number } | Failure> {
  // Packs rarely change, so the whole table is locked: no other pack can take the name meanwhile.
  await sql`lock table traffic_packs in share row exclusive mode`.execute(tx)
  if (id !== null && !(await hasPack(tx, id))) return failure('not_found')
  if (name !== undefined) {
    const holder = await findPackId(tx, name)
    if (holder !== null && holder !== id)
      return failure('invalid', {
        pointer: 'name',
        detail: 'A pack with this name already exists.'
      })
  }
  const unknown = await firstUnknown(tx, targets ?? [])
  if (unknown !== null) {
    const detail = 'There is no target of that type with that ID.'
    return failure('traffic_source_unknown', { pointer: `targets/${unknown}/id`, detail })
  }
  const saved = id ?? (await insertPack(tx, name ?? '', at))
  if (id !== null && name !== undefined)
    await tx.updateTable('traffic_packs').set({ name }).where('id', '=', id).execute()
  if (targets) await replaceTargets(tx, saved, targets)
  return { ok: true, id: saved }
}

/** Returns the ID of the pack with this name. */
export async function findPackId(tx: Tx, name: string): Promise<number | null> {
  const found = await tx
    .selectFrom('traffic_packs')
    .select('id')
    .where('name', '=', name)
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}

/**
 * Deletes a pack. Campaigns created from the pack keep its targets; a pack that an operator put on a campaign cannot be
 * deleted.
 */
export async function deletePack(tx: Tx, id: number): Promise<'deleted' | 'unknown' | 'used'> {
  await sql`lock table traffic_packs in share row exclusive mode`.execute(tx)
  if (!(await hasPack(tx, id))) return 'unknown'
  const used = await tx
    .selectFrom('shared_campaign_targets')
    .select('campaign_id')
    .where('type', '=', 'traffic_pack')
    .where('target_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (used) return 'used'
  await tx.deleteFrom('traffic_pack_targets').where('traffic_pack_id', '=', id).execute()
  await tx.deleteFrom('traffic_packs').where('id', '=', id).execute()
  return 'deleted'
}

async function hasPack(tx: Tx, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('traffic_packs')
    .select('id')
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function insertPack(tx: Tx, name: string, at: Date): Promise<number> {
  const { id } = await tx
    .insertInto('traffic_packs')
    .values({ name, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function replaceTargets(
  tx: Tx,
  packId: number,
  targets: readonly NewPackTarget[]
): Promise<void> {
  await tx.deleteFrom('traffic_pack_targets').where('traffic_pack_id', '=', packId).execute()
  await tx
    .insertInto('traffic_pack_targets')
    .values(
      targets.map(({ type, id, allowed }) => ({
        traffic_pack_id: packId,
        type,
        target_id: Number(id),
        allowed
      }))
    )
    .execute()
}

/** Returns the index of the first target that does not exist, or null when all exist. */
async function firstUnknown(tx: Tx, targets: readonly NewPackTarget[]): Promise<number | null> {
  const types = targets.map(it => it.type)
  const ids = targets.map(it => Number(it.id))
  const { rows } = await sql<{ place: number }>`
    select (place - 1)::integer as place
    from unnest(${types}::text[], ${ids}::integer[]) with ordinality as asked (type, id, place)
    where not case type
      when 'category' then exists (select from shared_categories where shared_categories.id = asked.id)
      when 'site' then exists (select from shared_sites where shared_sites.id = asked.id)
      else exists (select from shared_ad_units where shared_ad_units.id = asked.id) end
    order by place limit 1`.execute(tx)
  return rows[0]?.place ?? null
}
