import { z } from 'zod'

export const versionNumber = z.number().int().min(1).max(1_000_000)

/**
 * The versions of the legal pages that a person was shown and agreed to. An earlier version is stored as such, and a
 * version that was never published is refused. A page that was not shown is left out.
 */
export const agreedVersions = {
  terms_version: versionNumber.optional(),
  privacy_version: versionNumber.optional()
}
