import type { Database } from '../db/connect.ts'

export type PackRow = { id: number; name: string; targets: PackTargetRow[] }
export type PackTargetRow = { type: string; target_id: number; allowed: boolean }

const maxPacks = 200
const maxTargets = 2_000

export async function findPacks(db: Database, ids: readonly number[] | null): Promise<PackRow[]> {
  if (ids?.length === 0) return []
  const packs = await db
    .selectFrom('traffic_packs')
    .select(['id', 'name'])
    .$if(ids !== null, query => query.where('id', 'in', [...(ids ?? [])]))
    .orderBy('name')
    .limit(maxPacks)
    .execute()
  if (packs.length === 0) return []
  const targets = await db
    .selectFrom('traffic_pack_targets')
    .select(['traffic_pack_id', 'type', 'target_id', 'allowed'])
    .where(
      'traffic_pack_id',
      'in',
      packs.map(pack => pack.id)
    )
    .orderBy('type')
    .orderBy('target_id')
    .limit(maxTargets * packs.length)
    .execute()
  const byPack = Map.groupBy(targets, target => target.traffic_pack_id)
  return packs.map(pack => ({ ...pack, targets: byPack.get(pack.id) ?? [] }))
}
