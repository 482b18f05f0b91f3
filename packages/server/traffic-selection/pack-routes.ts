import * as endpoints from '@mille/api/traffic-selection/endpoints.ts'
import * as schema from '@mille/api/traffic-selection/schema.ts'
import type { Context } from '../context.ts'
import { failure, reply } from '../http/reply.ts'
import type { Serve } from '../http/serve.ts'
import { packDocument } from './find-targets.ts'
import { deletePack, type PackChange, savePack } from './save-pack.ts'

/** The packs that the operator keeps for advertisers to choose. */
export function packRoutes(serve: Serve): void {
  serve(endpoints.createTrafficPack, schema.createTrafficPackInput, ({ context, input }) =>
    save(context, { ...input, id: null, at: context.now() }, 201)
  )

  serve(endpoints.updateTrafficPack, schema.updateTrafficPackInput, ({ context, input }) =>
    save(context, { ...input, id: Number(input.id), at: context.now() }, 200)
  )

  serve(endpoints.deleteTrafficPack, schema.trafficPackInput, async ({ context, input }) => {
    const outcome = await context.db.transaction().execute(tx => deletePack(tx, Number(input.id)))
    if (outcome === 'deleted') return reply(undefined, 204)
    if (outcome === 'unknown') return failure('not_found')
    return failure('state_not_allowed', { detail: 'A campaign runs by this pack.' })
  })
}

async function save(context: Context, change: PackChange, status: 200 | 201) {
  const saved = await context.db.transaction().execute(tx => savePack(tx, change))
  if (!saved.ok) return saved
  const document = await packDocument(context, saved.id)
  return document ? reply(document, status) : failure('not_found')
}
