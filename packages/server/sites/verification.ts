import { resolveTxt } from 'node:dns/promises'
import { success } from '@mille/api/result.ts'
import type { verificationMethods } from '@mille/api/sites/schema.ts'
import type { Context } from '../context.ts'
import { tooCostlyPage, tooManyPages } from '../html/unread.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { inThread } from '../threads/in-thread.ts'
import { type FetchedPage, guardedFetch } from './guarded-fetch.ts'
import type { SiteRow } from './queries.ts'
import { hasMeta } from './read-meta.ts'
import {
  dnsName,
  dnsText,
  isProofFile,
  metaTag,
  verificationFile,
  verificationName
} from './site-rules.ts'

const findMeta = inThread(new URL('./read-meta.ts', import.meta.url), hasMeta)

type Method = (typeof verificationMethods)[number]

/** Resolves the TXT records of a DNS name, each as the list of its chunks. */
export type ReadTxt = (name: string) => Promise<string[][]>

/** Looks for the proof of ownership on the site. Returns null when the proof is found. */
export async function lookForProof(
  { config }: Context,
  site: SiteRow,
  method: Method
): Promise<Failure | null> {
  if (method === 'dns_txt') return lookInDns(site)
  const address = site.origin + (method === 'file' ? verificationFile : '/')
  const fetched = await guardedFetch(address, {
    allowPrivateHosts: config.allowPrivateHosts,
    userAgent: `MilleSiteVerification/1.0 (+${config.publicUrl})`
  })
  if (!fetched.ok) return failure('site_unreachable', { detail: `${address} ${fetched.reason}.` })
  const { status } = fetched.value
  const isAbsent = status === 404 || status === 410
  if (status !== 200 && !isAbsent)
    return failure('site_unreachable', { detail: `${address} responded with status ${status}.` })
  if (!isAbsent) {
    const proof = await hasProof(fetched.value, site.verification_token, method)
    if (!proof.ok && proof.code === 'busy') return tooManyPages()
    if (!proof.ok) return failure('site_unreachable', { detail: `${address} ${tooCostlyPage}.` })
    if (proof.value) return null
  }
  return failure('verification_not_found', {
    detail: whatIsMissing(address, site.verification_token, method)
  })
}

/**
 * Looks for the proof in DNS. The machine's own resolver is used, so no DNS server chosen by the site's owner is
 * contacted directly.
 */
export async function lookInDns(
  { domain_name, verification_token }: Pick<SiteRow, 'domain_name' | 'verification_token'>,
  readTxt: ReadTxt = resolveTxt
): Promise<Failure | null> {
  const name = dnsName(domain_name)
  const text = dnsText(verification_token)
  try {
    const records = await readTxt(name)
    if (records.some(pieces => pieces.join('').trim() === text)) return null
  } catch (error) {
    const { code } = error as { code?: string }
    const isAbsent = code === 'ENOTFOUND' || code === 'ENODATA'
    if (!isAbsent)
      return failure('site_unreachable', { detail: `${name} could not be looked up: ${code}.` })
  }
  return failure('verification_not_found', {
    detail: `${name} has no TXT record with the text ${text}.`
  })
}

async function hasProof({ text }: FetchedPage, token: string, method: Method) {
  return method === 'file'
    ? success(isProofFile(text, token))
    : findMeta(text, verificationName, token)
}

function whatIsMissing(address: string, token: string, method: Method): string {
  return method === 'file'
    ? `${address} does not contain exactly the text ${token}.`
    : `The head of ${address} does not contain ${metaTag(token)}.`
}
