import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Lightning, LightningChannel } from '../lightning.ts'

/** Milliseconds between two writes of the channels. */
export const channelsMs = 10_000
/** Days for which a closed channel is still listed. */
const closedDays = 30

/**
 * Writes the channels for the processes that answer operators. A channel that is unchanged keeps the time of its last change,
 * and one that the node no longer lists is closed.
 */
export async function saveChannels(
  { db, now }: Pick<Context, 'db' | 'now'>,
  node: Pick<Lightning, 'listChannels'>
): Promise<void> {
  const at = now()
  const rows = (await node.listChannels()).map(it => rowOf(it, at))
  const ids = JSON.stringify(rows.map(it => it.id))
  await db.transaction().execute(async tx => {
    await sql`
      insert into lightning_channels as old (id, peer, capacity, outbound, inbound, largest_outbound, largest_inbound,
        outgoing, incoming, in_flight, state, disconnected_at, changed_at)
      select id, peer, capacity, outbound, inbound, largest_outbound, largest_inbound, outgoing, incoming, in_flight,
        state, disconnected_at, ${at}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as now (id text, peer text, capacity bigint, outbound bigint,
        inbound bigint, largest_outbound bigint, largest_inbound bigint, outgoing bigint, incoming bigint,
        in_flight integer, state text, disconnected_at timestamptz)
      on conflict (id) do update set capacity = excluded.capacity, outbound = excluded.outbound, inbound = excluded.inbound,
        largest_outbound = excluded.largest_outbound, largest_inbound = excluded.largest_inbound,
        outgoing = excluded.outgoing, incoming = excluded.incoming, in_flight = excluded.in_flight, state = excluded.state,
        disconnected_at = case when excluded.disconnected_at is not null
          then coalesce(old.disconnected_at, excluded.disconnected_at) end,
        changed_at = excluded.changed_at
      where (old.capacity, old.outbound, old.inbound, old.largest_outbound, old.largest_inbound, old.outgoing, old.incoming,
          old.in_flight, old.state, old.disconnected_at is null)
        is distinct from (excluded.capacity, excluded.outbound, excluded.inbound, excluded.largest_outbound,
          excluded.largest_inbound, excluded.outgoing, excluded.incoming, excluded.in_flight, excluded.state,
          excluded.disconnected_at is null)`.execute(tx)
    await sql`
      update lightning_channels set state = 'closed', outbound = 0, inbound = 0, largest_outbound = 0, largest_inbound = 0,
        outgoing = 0, incoming = 0, in_flight = 0, changed_at = ${at}
      where state <> 'closed' and not ${ids}::jsonb ? id`.execute(tx)
    const before = new Date(at.getTime() - closedDays * dayMs)
    await sql`delete from lightning_channels where state = 'closed' and changed_at < ${before}`.execute(
      tx
    )
    await tx.updateTable('lightning_node').set({ channels_at: at }).execute()
  })
}

/** The columns of a channel. Amounts are texts, because JSON numbers are not exact. */
function rowOf(channel: LightningChannel, at: Date) {
  return {
    id: channel.id,
    peer: channel.peer,
    capacity: channel.capacity.toString(),
    outbound: channel.outbound.toString(),
    inbound: channel.inbound.toString(),
    largest_outbound: channel.largestOutbound.toString(),
    largest_inbound: channel.largestInbound.toString(),
    outgoing: channel.outgoing.toString(),
    incoming: channel.incoming.toString(),
    in_flight: channel.inFlight,
    state: channel.state,
    disconnected_at: channel.isConnected ? null : at.toISOString()
  }
}
