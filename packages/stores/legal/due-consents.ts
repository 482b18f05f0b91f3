import type { LegalConsent } from '@mille/api/legal/endpoints.ts'

/** Returns the pages whose current version is newer than what the account agreed to. */
export function dueConsents(consents: readonly LegalConsent[]): LegalConsent[] {
  return consents.filter(({ attributes: { version, agreed_version } }) =>
    agreed_version === null ? true : agreed_version < version
  )
}
