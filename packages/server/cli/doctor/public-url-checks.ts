import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { checkServerIdentity, connect, type PeerCertificate } from 'node:tls'
import { dayMs } from '@mille/api/durations.ts'
import { reasonOf } from '../../reason-of.ts'
import { type Check, type Finding, ok, problem, unchecked, warning } from './check.ts'
import { judgeClock } from './database-checks.ts'
import type { Subject } from './subject.ts'

const patienceMs = 8000
/** Days before its end from which a certificate should have been renewed. */
const renewalDays = 14

/** Checks of the way from a visitor to this network. */
export const publicUrlChecks: readonly Check<Subject>[] = [
  { name: 'DNS', page: 'start.md#one-machine', run: checkDns },
  { name: 'Certificate', page: 'configure.md#the-reverse-proxy', run: checkCertificate },
  { name: 'PUBLIC_URL', page: 'configure.md#the-reverse-proxy', run: checkReach },
  { name: 'Clock by HTTP', page: 'troubleshoot.md#what-adminhealth-says', run: checkDate }
]

async function checkDns({ config }: Subject): Promise<Finding> {
  const host = hostOf(config.publicUrl)
  try {
    const addresses = await lookup(host, { all: true })
    return ok(`${host} has the address ${addresses.map(it => it.address).join(', ')}.`)
  } catch (error) {
    return problem(
      `${host} has no address: ${reasonOf(error)}.`,
      `Create an A or AAAA record for ${host} that points to this machine or its load balancer, or correct PUBLIC_URL. If no name at all is found here, repair /etc/resolv.conf.`
    )
  }
}

async function checkCertificate({ config, now }: Subject): Promise<Finding | Finding[]> {
  const url = new URL(config.publicUrl)
  if (url.protocol !== 'https:') return []
  const host = hostOf(config.publicUrl)
  let seen: SeenCertificate
  try {
    seen = await readCertificate(host, Number(url.port || 443))
  } catch (error) {
    return unchecked(`${host} shows no certificate: ${reasonOf(error)}.`)
  }
  return judgeCertificate(host, seen, now())
}

type SeenCertificate = { certificate: PeerCertificate; authorizationError: string | null }

function judgeCertificate(
  host: string,
  { certificate, authorizationError }: SeenCertificate,
  now: Date
): Finding {
  const days = Math.floor((Date.parse(certificate.valid_to) - now.getTime()) / dayMs)
  const renew =
    'Renew it, and make the reverse proxy load it: certbot renew, then reload the proxy. Look for errors in the log of what renews it.'
  if (days < 0)
    return problem(`The certificate of ${host} expired on ${certificate.valid_to}.`, renew)
  if (checkServerIdentity(host, certificate))
    return problem(
      `The certificate is not for ${host} but for ${certificate.subjectaltname ?? certificate.subject.CN}.`,
      `Get a certificate for ${host}, or correct PUBLIC_URL.`
    )
  if (authorizationError !== null)
    return problem(
      `Browsers do not accept the certificate of ${host}: ${authorizationError}.`,
      'Use a certificate of a public authority, and let the proxy send the whole chain (fullchain.pem). For an authority of your own, set NODE_EXTRA_CA_CERTS.'
    )
  return days < renewalDays
    ? warning(`The certificate of ${host} expires in ${days} days.`, renew)
    : ok(`The certificate of ${host} is valid for ${days} days more.`)
}

/** Reads the certificate that a server shows, whatever is wrong with it. Nothing is sent over the connection. */
function readCertificate(host: string, port: number): Promise<SeenCertificate> {
  return new Promise((done, failed) => {
    const name = isIP(host) ? {} : { servername: host }
    // The connection only reads what is wrong with the certificate, so a wrong one must not end it.
    const socket = connect({ host, port, ...name, rejectUnauthorized: false })
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('it does not answer')))
    socket.once('error', failed)
    socket.once('secureConnect', () => {
      const { authorizationError } = socket
      done({
        certificate: socket.getPeerCertificate(),
        authorizationError: authorizationError ? String(authorizationError) : null
      })
      socket.destroy()
    })
  })
}

async function checkReach({ config }: Subject): Promise<Finding> {
  const { publicUrl, mode, host, port } = config
  try {
    const answer = await ask(`${publicUrl}/healthz`)
    if (isHealthy(answer)) return ok(`${publicUrl} answers.`)
    return problem(
      `${publicUrl}/healthz does not answer as Mille does, but with status ${answer.status}.`,
      `Start the server, and let the reverse proxy pass the whole host to ${host}:${port}, without a path or a redirect.`
    )
  } catch (error) {
    const why = reasonOf(error)
    if (/ENOTFOUND|EAI_AGAIN/.test(why)) return unchecked('Its host has no address.')
    if (/certificate|altnames/i.test(why)) return unchecked('Its certificate is not accepted.')
    if (mode !== 'production') return unchecked(`${publicUrl} does not answer: no server runs.`)
    return problem(
      `${publicUrl} does not answer: ${why}.`,
      `Start the reverse proxy, and let the firewall pass its port. The proxy passes requests to ${host}:${port}.`
    )
  }
}

/**
 * Compares the clock with the `Date` of answers from outside: of PUBLIC_URL, and of the sources of exchange rates,
 * which are other machines.
 */
async function checkDate({ config, now }: Subject): Promise<Finding[]> {
  const places = [`${config.publicUrl}/healthz`, ...config.payments.rates.sources].slice(0, 5)
  const found = await Promise.all(places.map(place => compareDate(place, now).catch(() => null)))
  const findings = found.filter(it => it !== null)
  const wrong = findings.filter(it => it.state !== 'ok')
  return wrong.length > 0 ? wrong.slice(0, 1) : findings.slice(0, 1)
}

async function compareDate(place: string, now: () => Date): Promise<Finding | null> {
  const before = now().getTime()
  const { date } = await ask(place)
  const after = now().getTime()
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return null
  // The header has whole seconds, and was written at some time between the question and the answer.
  const aheadMs = before > at + 1000 ? before - at - 1000 : after < at ? after - at : 0
  return judgeClock(aheadMs, new URL(place).host)
}

type Answered = { status: number; text: string; date: string | null }

/** Asks for a small text. Redirects are not followed, since each public address is the final one. */
export async function ask(address: string): Promise<Answered> {
  const answer = await fetch(address, {
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs)
  })
  const text = (await answer.text()).slice(0, 1000)
  return { status: answer.status, text, date: answer.headers.get('date') }
}

/** Whether this is how a server of Mille answers at /healthz. */
export const isHealthy = ({ status, text }: Answered) => status === 200 && text === 'ok\n'

const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')
