import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { SignedInBrowser } from './test-app.ts'

/** Software authenticator with one passkey for a site, which approves every request. */
export type TestPasskey = {
  /** Credential id in base64url. */
  id: string
  /** Public key in COSE format, base64url. */
  publicKey: string
  /** Returns the authenticator's answer to a challenge, in the JSON form of WebAuthn. */
  answer: (challenge: string, origin?: string) => Record<string, unknown>
  register: (challenge: string) => Record<string, unknown>
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

export function createTestPasskey(site: string): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  // RFC 9053: EC2 key, ES256, P-256, x, y.
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url')
  ])
  let counter = 0
  const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

  function authenticatorData(flag: number, rest = Buffer.alloc(0)): Buffer {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const bits = flags.present | flags.verified | flag
    return Buffer.concat([hash(new URL(site).hostname), Buffer.from([bits]), count, rest])
  }
  function clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url') }
  const common = { ...named, type: 'public-key', clientExtensionResults: {} }

  return {
    id: named.id,
    publicKey: cose.toString('base64url'),
    answer(challenge, origin = new URL(site).origin) {
      const data = authenticatorData(0)
      const client = clientData('webauthn.get', challenge, origin)
      const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url')
      }
      return { ...common, response }
    },
    register(challenge) {
      const length = Buffer.from([0, id.length])
      const data = authenticatorData(
        flags.attested,
        Buffer.concat([Buffer.alloc(16), length, id, cose])
      )
      // CBOR: { fmt: 'none', attStmt: {}, authData: bytes }.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, new URL(site).origin).toString(
          'base64url'
        ),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal']
      }
      return { ...common, response }
    }
  }
}

/** Gives the account a passkey. */
export async function addPasskey(
  browser: Pick<SignedInBrowser, 'api' | 'accessCode'>,
  site: string
): Promise<TestPasskey> {
  const { security, passkeys } = browser.api
  await security.stepUp({ access_code: browser.accessCode })
  const asked = await passkeys.createPasskeyChallenge({ purpose: 'register' })
  if (!asked.ok) throw new Error(asked.code)
  const passkey = createTestPasskey(site)
  const { challenge } = asked.value.data.attributes.options
  const response = passkey.register(String(challenge))
  const added = await passkeys.createPasskey({ name: 'Test', response })
  if (!added.ok) throw new Error(added.code)
  return passkey
}
