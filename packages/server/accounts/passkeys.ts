import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
  verifyAuthenticationResponse
} from '@simplewebauthn/server'
import { readBrand } from '../brand/queries.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import type { Session } from '../http/callers/session.ts'
import {
  insertPasskey,
  listPasskeys,
  lockPasskey,
  notePasskeyUse,
  type Purpose,
  saveChallenge,
  takeChallenge
} from './passkey-queries.ts'

const challengeMs = 5 * 60_000

/** Loads the WebAuthn library on first use. It has two hundred modules, which would slow down every start. */
const webAuthn = () => import('@simplewebauthn/server')

/** Returns the site that passkeys belong to. They work on no other site. */
function siteOf({ config }: Context): { rpID: string; expectedOrigin: string } {
  return { rpID: new URL(config.publicUrl).hostname, expectedOrigin: config.publicUrl }
}

/**
 * Creates a passkey challenge in WebAuthn's JSON form. For signing in, it does not name the account, which the passkey
 * itself identifies.
 */
export async function askPasskey(
  context: Context,
  purpose: Purpose,
  session: Session | null
): Promise<Record<string, unknown>> {
  const { rpID } = siteOf(context)
  const userId = session?.user.id ?? null
  const own = userId === null ? [] : await listPasskeys(context.db, userId)
  const known = own.map(({ id, transports }) => ({
    id,
    transports: transports as AuthenticatorTransportFuture[]
  }))
  const { generateAuthenticationOptions, generateRegistrationOptions } = await webAuthn()
  const options =
    purpose === 'register'
      ? await generateRegistrationOptions({
          rpName: (await readBrand(context.db)).name,
          rpID,
          userName: `Account ${userId}`,
          userID: new TextEncoder().encode(String(userId)),
          attestationType: 'none',
          excludeCredentials: known,
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' }
        })
      : await generateAuthenticationOptions({
          rpID,
          userVerification: 'required',
          ...(purpose === 'step_up' ? { allowCredentials: known } : {})
        })
  const at = context.now()
  await saveChallenge(context.db, {
    challenge: options.challenge,
    purpose,
    sessionHash: purpose === 'sign_in' ? null : (session?.idHash ?? null),
    at,
    expiresAt: new Date(at.getTime() + challengeMs)
  })
  return options as unknown as Record<string, unknown>
}

/** Verifies and stores a new passkey. Returns undefined if the response is not valid. */
export async function addPasskey(
  context: Context,
  tx: Tx,
  session: Session,
  input: { name: string; response: Record<string, unknown> }
) {
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await verifyQuietly(() =>
    verifyRegistrationResponse({
      ...expectedOf(context, tx, 'register', session),
      response: input.response as unknown as RegistrationResponseJSON,
      requireUserVerification: true
    })
  )
  if (!verified?.verified) return undefined
  const { credential } = verified.registrationInfo
  return insertPasskey(tx, {
    id: credential.id,
    userId: session.user.id,
    name: input.name,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: credential.transports ?? [],
    at: context.now()
  })
}

/**
 * Verifies a passkey's response. Returns the account that the passkey belongs to, or null if the response is not valid.
 */
export function checkPasskey(
  context: Context,
  tx: Tx,
  purpose: 'sign_in' | 'step_up',
  session: Session | null,
  response: Record<string, unknown>
): Promise<number | null> {
  return checkAnswer(context, tx, expectedOf(context, tx, purpose, session), response)
}

/**
 * Verifies a passkey's response to a challenge that is not secret because it is derived from what it signs. Returns the
 * account or null.
 */
export function checkPasskeyOver(
  context: Context,
  tx: Tx,
  challenge: string,
  response: Record<string, unknown>
): Promise<number | null> {
  const { rpID: expectedRPID, expectedOrigin } = siteOf(context)
  const expected = { expectedRPID, expectedOrigin, expectedChallenge: challenge }
  return checkAnswer(context, tx, expected, response)
}

type Expected = Pick<
  Parameters<typeof verifyAuthenticationResponse>[0],
  'expectedRPID' | 'expectedOrigin' | 'expectedChallenge'
>

/** Verifies a passkey's response. A signature counter that goes back indicates a copied passkey, which is rejected. */
async function checkAnswer(
  context: Context,
  tx: Tx,
  expected: Expected,
  response: Record<string, unknown>
): Promise<number | null> {
  const passkey = await lockPasskey(tx, String(response.id))
  if (!passkey) return null
  const { verifyAuthenticationResponse } = await webAuthn()
  const verified = await verifyQuietly(() =>
    verifyAuthenticationResponse({
      ...expected,
      response: response as unknown as AuthenticationResponseJSON,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter)
      }
    })
  )
  if (!verified?.verified) return null
  await notePasskeyUse(tx, passkey.id, verified.authenticationInfo.newCounter, context.now())
  return passkey.user_id
}

function expectedOf(context: Context, tx: Tx, purpose: Purpose, session: Session | null) {
  const { rpID, expectedOrigin } = siteOf(context)
  const sessionHash = purpose === 'sign_in' ? null : (session?.idHash ?? null)
  return {
    expectedRPID: rpID,
    expectedOrigin,
    expectedChallenge: (challenge: string) =>
      takeChallenge(tx, { challenge, purpose, sessionHash, at: context.now() })
  }
}

/**
 * Returns null when the library throws because of an invalid response, which anyone may send. Database errors are still
 * thrown.
 */
async function verifyQuietly<Verified>(verify: () => Promise<Verified>): Promise<Verified | null> {
  try {
    return await verify()
  } catch (error) {
    if ((error as { code?: string }).code !== undefined) throw error
    return null
  }
}
