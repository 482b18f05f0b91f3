import {
  deletePasskeys,
  findUser,
  findUserByEmail,
  grantOperator,
  listPasskeys
} from '../accounts/index.ts'
import type { Database } from '../db/connect.ts'
import { StartError } from '../start-error.ts'

/** Returns the account with an ID or email address. */
export async function readUser(db: Database, text: string | undefined) {
  if (text === undefined) throw new StartError('Specify the user by ID or email address')
  const found = /^\d{1,9}$/.test(text)
    ? await findUser(db, Number(text))
    : await findUserByEmail(db, text.toLowerCase())
  if (!found) throw new StartError(`User ${text} does not exist`)
  return found
}

export async function grantAdmin(db: Database, text: string | undefined): Promise<string> {
  const { id } = await readUser(db, text)
  return (await grantOperator(db, id))
    ? `User ${id} now has the admin role`
    : `User ${id} already has the admin role`
}

/** Prints the public data about an operator's passkeys that the signer needs. */
export async function printPasskeys(db: Database, text: string | undefined): Promise<string> {
  const user = await readUser(db, text)
  const passkeys = await listPasskeys(db, user.id)
  if (passkeys.length === 0)
    throw new StartError(
      `User ${user.id} has no passkey. Passkeys are added in the account settings`
    )
  return passkeys
    .map(it => `${it.id} ${it.public_key.toString('base64url')} user ${user.id}, ${it.name}`)
    .join('\n')
}

/** Removes all passkeys of an operator who has lost them; an emailed code then allows adding a new one. */
export async function forgetPasskeys(db: Database, text: string | undefined): Promise<string> {
  const { id } = await readUser(db, text)
  const count = await deletePasskeys(db, id)
  return `User ${id} had ${count} ${count === 1 ? 'passkey' : 'passkeys'}, which were removed`
}
