import type { PasskeyBrowser } from '@mille/stores/settings/passkeys.ts'

/** Uses the browser's WebAuthn in its JSON form (Level 3), without a library. */
export const passkeyBrowser: PasskeyBrowser = {
  async create(options) {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as unknown as PublicKeyCredentialCreationOptionsJSON
    )
    return jsonOf(() => navigator.credentials.create({ publicKey }))
  },
  async get(options) {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      options as unknown as PublicKeyCredentialRequestOptionsJSON
    )
    return jsonOf(() => navigator.credentials.get({ publicKey }))
  }
}

export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  )
}

/**
 * Returns the answer as JSON; null if the user dismissed the browser's prompt or the account already has the passkey.
 */
async function jsonOf(ask: () => Promise<Credential | null>) {
  try {
    const credential = await ask()
    return credential instanceof PublicKeyCredential
      ? ({ ...credential.toJSON() } as Record<string, unknown>)
      : null
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
