import type { ConsentKind } from '@mille/api/constants.ts'
import type { AgreedVersions, Consents } from '../accounts/index.ts'
import type { Tx } from '../db/connect.ts'
import { findMissingVersions, insertConsents, type KindVersion } from './consent-queries.ts'

/** Checks and stores the versions of the terms and the privacy policy that a person agreed to. */
export const consents: Consents = {
  async findUnknown(db, agreed) {
    const [missing] = await findMissingVersions(db, versionsOf(agreed))
    return missing ? `${missing.kind}_version` : null
  },
  async record(tx: Tx, userId, agreed, at) {
    await insertConsents(tx, userId, versionsOf(agreed), at)
  }
}

function versionsOf(agreed: AgreedVersions): KindVersion[] {
  const all: [ConsentKind, number | null][] = [
    ['terms', agreed.terms],
    ['privacy', agreed.privacy]
  ]
  return all.flatMap(([kind, version]) => (version === null ? [] : [{ kind, version }]))
}
