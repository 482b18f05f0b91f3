import type { Database, Tx } from '../db/connect.ts'

/** The versions of the legal pages that a sign-up form showed. Null: the page was not shown. */
export type AgreedVersions = { terms: number | null; privacy: number | null }

/** How accounts check and store what a person agreed to. The domain of the legal pages gives it. */
export type Consents = {
  /** Returns the input field whose version was never published, or null. */
  findUnknown: (db: Database | Tx, agreed: AgreedVersions) => Promise<string | null>
  record: (tx: Tx, userId: number, agreed: AgreedVersions, at: Date) => Promise<void>
}

/** Reads the versions from the input of a call. */
export function agreedVersionsOf(input: {
  terms_version?: number | undefined
  privacy_version?: number | undefined
}): AgreedVersions {
  return { terms: input.terms_version ?? null, privacy: input.privacy_version ?? null }
}

export const noVersions: AgreedVersions = { terms: null, privacy: null }
