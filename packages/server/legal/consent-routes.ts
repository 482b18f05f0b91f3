import * as endpoints from '@mille/api/legal/endpoints.ts'
import * as schema from '@mille/api/legal/schema.ts'
import { agreedVersionsOf } from '../accounts/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { readConsents } from './consent-queries.ts'
import { consents } from './consents.ts'

/** Lets accounts read which versions they agreed to, and agree to others. */
export function consentRoutes(serve: Serve): void {
  serve(endpoints.listLegalConsents, null, async ({ context, user }) =>
    reply(await consentList(context.db, user.id))
  )

  serve(endpoints.giveLegalConsent, schema.giveConsentInput, async ({ context, user, input }) => {
    const agreed = agreedVersionsOf(input)
    const unknown = await consents.findUnknown(context.db, agreed)
    if (unknown !== null) return failure('legal_version_unknown', { pointer: unknown })
    return context.db.transaction().execute(async tx => {
      await consents.record(tx, user.id, agreed, context.now())
      return reply(await consentList(tx, user.id))
    })
  })
}

async function consentList(db: Database | Tx, userId: number): Promise<endpoints.LegalConsentList> {
  const rows = await readConsents(db, userId)
  const data = rows.map(({ kind, version, published_at, agreed_version, agreed_at }) => ({
    type: 'legal_consents' as const,
    id: kind,
    attributes: {
      kind,
      version,
      published_at: published_at.toISOString(),
      agreed_version,
      agreed_at: agreed_at?.toISOString() ?? null
    }
  }))
  return { data }
}
