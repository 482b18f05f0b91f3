import { dayMs } from '@mille/api/durations.ts'
import { createCountries } from '../../delivery/index.ts'
import { tryMailServer } from '../../mail/mailer.ts'
import { reasonOf } from '../../reason-of.ts'
import { StartError } from '../../start-error.ts'
import { type Check, type Finding, ok, problem, warning } from './check.ts'
import type { Subject } from './subject.ts'

const patienceMs = 8000
const maxCountryDays = 90

export const serviceChecks: readonly Check<Subject>[] = [
  { name: 'Mail server', page: 'configure.md#mail', run: checkMail },
  { name: 'Countries', page: 'configure.md#lists', run: checkCountries }
]

async function checkMail({ config: { mailUrl } }: Subject): Promise<Finding> {
  if (mailUrl === null) return ok('Mail is shown at /dev/outbox and not sent.')
  const { host } = new URL(mailUrl)
  try {
    await tryMailServer(mailUrl, patienceMs)
    return ok(`${host} accepts mail from here; none was sent.`)
  } catch (error) {
    return findMailReason(host, error as Error & { code?: string })
  }
}

function findMailReason(host: string, error: Error & { code?: string }): Finding {
  const why = reasonOf(error)
  if (error.code === 'EAUTH')
    return problem(
      `${host} refuses the login: ${why}.`,
      'Correct the user and the password in MAIL_URL. Characters such as @ and / in them are written as %40 and %2F.'
    )
  if (error.code === 'ETLS' || /STARTTLS|certificate|SSL|TLS/i.test(why))
    return problem(
      `${host} offers no encryption that is accepted: ${why}.`,
      'Use the port of the mail server with STARTTLS (smtp://…:587) or TLS (smtps://…:465), with a valid certificate. On a network that you trust, add ?requireTLS=false to MAIL_URL.'
    )
  return problem(
    `${host} cannot be reached: ${why}.`,
    'Check the host and the port in MAIL_URL, and whether your provider blocks outgoing mail: many block port 25, so use 587 or 465.'
  )
}

async function checkCountries({ config, now }: Subject): Promise<Finding | Finding[]> {
  if (!config.roles.has('delivery')) return []
  const countries = createCountries(config)
  try {
    await countries.load()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return problem(
      `${error.message}.`,
      'Set COUNTRY_DATABASE to an MMDB file of countries, such as DB-IP Lite, that the user of the server can read, or remove it to use the built-in one.'
    )
  }
  const builtAt = countries.builtAt()
  const days = Math.floor((now().getTime() - (builtAt?.getTime() ?? 0)) / dayMs)
  // The age of the built-in database is that of the release, which operators cannot change.
  if (config.countryDatabase === null || days <= maxCountryDays)
    return ok(`Countries are those of ${builtAt?.toISOString().slice(0, 10)}.`)
  return warning(
    `The countries of addresses are ${days} days old.`,
    'Replace the file of COUNTRY_DATABASE by the newest one, and restart each process.'
  )
}
