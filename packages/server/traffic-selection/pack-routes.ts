import * as endpoints from '@mille/api/traffic-selection/endpoints.ts'
import * as schema from '@mille/api/traffic-selection/schema.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { packDocument } from './find-targets.ts'
import { deletePack, type PackChange, savePack } from './save-pack.ts'

/** Routes for the traffic packs that operators maintain for advertisers. */
export function packRoutes(serve: Serve): void {
  serve(endpoints.createTrafficPack, schema.createTrafficPackInput, call => {
    const { context, input } = call
    return save(context, call.once.tx, { ...input, id: null, at: context.now() }, 201)
  })

  serve(endpoints.updateTrafficPack, schema.updateTrafficPackInput, ({ context, input }) => {
    const change = { ...input, id: Number(input.id), at: context.now() }
    return context.db.transaction().execute(tx => save(context, tx, change, 200))
  })

  serve(endpoints.deleteTrafficPack, schema.trafficPackInput, async ({ context, input }) => {
    const outcome = await context.db.transaction().execute(tx => deletePack(tx, Number(input.id)))
    if (outcome === 'deleted') return reply(undefined, 204)
    if (outcome === 'unknown') return failure('not_found')
    return failure('state_not_allowed', { detail: 'A campaign uses this pack.' })
  })
}

async function save(context: Context, tx: Tx, change: PackChange, status: 200 | 201) {
  const saved = await savePack(tx, change)
  if (!saved.ok) return saved
  const document = await packDocument({ ...context, db: tx }, saved.id)
  return document ? reply(document, status) : failure('not_found')
}
