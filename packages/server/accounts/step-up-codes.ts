import { readBrand } from '../brand/queries.ts'
import type { Context } from '../context.ts'
import type { Session } from '../http/callers/session.ts'
import { languageOf, textsIn } from '../languages/texts.ts'
import { enqueueMail } from '../mail/outbox.ts'
import {
  createCode,
  createCodeHmac,
  groupCode,
  hashAccountCode,
  oneTimeCodeLength,
  oneTimeCodeMs,
  oneTimeCodeTries,
  readCode
} from './codes.ts'
import { findUser } from './queries.ts'
import {
  countStepUpTry,
  hasAccountCode,
  lockStepUpCode,
  saveStepUpCode,
  setCodeSaved,
  setSteppedUp
} from './security-queries.ts'

/** Emails a step-up code for this session only; it cannot be used to sign in. */
export async function mailStepUpCode(
  context: Context,
  session: Session,
  email: string
): Promise<void> {
  const code = createCode(oneTimeCodeLength, context.randomBytes)
  const hmac = createCodeHmac(context.config.secret).create(code, session.idHash)
  const at = context.now()
  await context.db.transaction().execute(async tx => {
    await saveStepUpCode(tx, session.idHash, hmac, new Date(at.getTime() + oneTimeCodeMs))
    const user = await findUser(tx, session.user.id)
    const language = languageOf(user?.locale)
    const network = (await readBrand(tx)).name
    const letter = textsIn(language).mails.stepUpCode({ network, code: groupCode(code) })
    await enqueueMail(tx, { recipient: email, language, ...letter, at })
  })
}

type Checked = { ok: true } | { ok: false; code: 'access_code_wrong' | 'access_code_expired' }

/**
 * Checks a step-up code and marks the session if it is right. The account code is accepted only if the account has no
 * email address.
 */
export async function checkStepUpCode(
  { db, config, now }: Context,
  session: Session,
  typed: string
): Promise<Checked> {
  const read = readCode(typed)
  if (!read) return { ok: false, code: 'access_code_wrong' }
  return db.transaction().execute(async (tx): Promise<Checked> => {
    if (read.kind === 'account') {
      const user = await findUser(tx, session.user.id)
      const isRight = await hasAccountCode(tx, session.user.id, hashAccountCode(read.code))
      if (user?.email || !isRight) return { ok: false, code: 'access_code_wrong' }
      await setCodeSaved(tx, session.user.id)
    } else {
      const mailed = await lockStepUpCode(tx, session.idHash)
      if (!mailed || mailed.expires_at <= now() || mailed.tries >= oneTimeCodeTries)
        return { ok: false, code: 'access_code_expired' }
      const hmac = createCodeHmac(config.secret)
      if (!hmac.matches(read.code, session.idHash, mailed.code_hmac)) {
        await countStepUpTry(tx, session.idHash)
        return { ok: false, code: 'access_code_wrong' }
      }
    }
    await setSteppedUp(tx, session.idHash, 'code', now())
    return { ok: true }
  })
}
