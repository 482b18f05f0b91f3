import type { LandingPage, SwapReason } from '@mille/api/admin/endpoints.ts'
import { dayMs, hourMs } from '@mille/api/durations.ts'
import { getDomain } from 'tldts'
import { textsIn } from '../languages/texts.ts'
import { sketchSize, wordsIn } from './landing-words.ts'

/** A landing page as it is stored, with the sketch of its words. */
export type StoredPage = LandingPage & { sketch: number[] }

/** Returns what the owner is told about a swap: a code to translate, and the text in English. */
export function swapText(reason: SwapReason) {
  const code = `page_${reason}` as const
  return { code, reason: textsIn('en').causes[code] }
}

/**
 * Similarities, from 0 to 1, below which two texts are about something else. The first is for texts under the same title.
 * In `watch-landings.test.ts`, a page's days are never less similar than 0.34, and 88 of 100 other pages are below 0.25.
 */
const otherText = { sameTitle: 0.25, otherTitle: 0.35 }
const otherTitle = 0.34
/** With fewer words than this, one changed word could look like another text. */
const fewWords = 8

/** Returns why a page is not the one that was approved, the strongest reason first; an empty array if it is. */
export function findSwap(approved: StoredPage, found: StoredPage): SwapReason[] {
  const reasons: SwapReason[] = []
  if (siteOfHost(approved.url) !== siteOfHost(found.url)) reasons.push('host')
  for (const { by, host } of found.leads) {
    const isKnown = approved.leads.some(it => it.by === by && it.host === host)
    if (!isKnown && !reasons.includes(by)) reasons.push(by)
  }
  if (isOtherText(approved, found)) reasons.push('text')
  return reasons
}

/**
 * Reports whether a swap for these reasons could be a notice of maintenance, which is another text or on another site. No
 * notice sends its visitors elsewhere by itself.
 */
export function mayBeMaintenance(reasons: readonly SwapReason[]): boolean {
  return reasons.length > 0 && reasons.every(it => it === 'text' || it === 'host')
}

/**
 * Returns what is at a page's place if visitors are sent to another site where nothing could be read. Browsers show the
 * pages of errors too, so that the site alone says that the page was exchanged.
 */
export function movedPage(
  approved: StoredPage | null,
  url: string | null,
  at: Date
): StoredPage | null {
  if (!approved || url === null || siteOfHost(url) === siteOfHost(approved.url)) return null
  return { url, title: null, text: '', sketch: [], leads: [], at: at.toISOString() }
}

function isOtherText(approved: StoredPage, found: StoredPage): boolean {
  if (Math.max(approved.sketch.length, found.sketch.length) < fewWords) return false
  const similarity = compareSketches(approved.sketch, found.sketch)
  const isOtherTitle = compareTitles(approved.title, found.title) < otherTitle
  return similarity < (isOtherTitle ? otherText.otherTitle : otherText.sameTitle)
}

/**
 * Estimates which part of all words of two texts is in both: of the smallest hashes of both together, which are a random
 * sample, the part that both have.
 */
export function compareSketches(one: readonly number[], other: readonly number[]): number {
  const ones = new Set(one)
  const others = new Set(other)
  const smallest = [...new Set([...one, ...other])].sort((a, b) => a - b).slice(0, sketchSize)
  if (smallest.length === 0) return 1
  return smallest.filter(it => ones.has(it) && others.has(it)).length / smallest.length
}

function compareTitles(one: string | null, other: string | null): number {
  const [ones, others] = [wordsIn(one ?? ''), wordsIn(other ?? '')]
  const all = ones.union(others)
  return all.size === 0 ? 1 : ones.intersection(others).size / all.size
}

/**
 * The registrable domain of an address, such as `shop.example` of `www.shop.example`. On hosts where strangers have their
 * own names, such as `github.io`, each name is a site.
 */
export function siteOfHost(address: string): string {
  const { hostname } = new URL(address)
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
}

/** About a day later, at a time that the owner of the page cannot foresee. `chance` is from 0 to 1. */
export const nextLook = (at: Date, chance: number) =>
  new Date(at.getTime() + (0.75 + chance / 2) * dayMs)
/** A page that could be a notice of maintenance is read again before its campaign is stopped. */
export const secondLook = (at: Date) => new Date(at.getTime() + hourMs / 2)
/** A page that did not answer is tried again sooner. */
export const nextTry = (at: Date) => new Date(at.getTime() + 6 * hourMs)
