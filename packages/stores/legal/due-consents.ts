import type { LegalConsent } from '@mille/api/legal/endpoints.ts'

/** Returns the pages whose current version is newer than what the account agreed to. */
export function dueConsents(consents: readonly LegalConsent[]): LegalConsent[] {
  return consents.filter(
    ({ attributes: { version, agreed_version } }) =>
      agreed_version === null || agreed_version < version
  )
}

/** Returns what to send to agree to the current versions of the pages. */
export function versionsOf(consents: readonly LegalConsent[]) {
  const versions = consents.map(({ attributes }) => [
    `${attributes.kind}_version`,
    attributes.version
  ])
  return Object.fromEntries(versions) as { terms_version?: number; privacy_version?: number }
}
