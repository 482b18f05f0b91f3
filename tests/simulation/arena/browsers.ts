import type { Visitor } from './player.ts'

/** A name that no other browser has, as a list of random versions gives it. */
export function inventedChrome(address: string, nth: number): Visitor {
  return {
    address,
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.${nth}.0 Safari/537.36`
  }
}

/** The user agents that most people's browsers have, without the details that browsers no longer tell. */
const currentBrowsers = [
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15'
] as const

export const currentBrowser = (nth: number): string =>
  currentBrowsers[nth % currentBrowsers.length] ?? currentBrowsers[0]

/** The nth network of homes, no two of which are in one /24. */
export const home = (nth: number): string => `81.${Math.floor(nth / 250) % 250}.${nth % 250}.7`

export const times = <Value>(count: number, make: (nth: number) => Value): Value[] =>
  Array.from({ length: count }, (_, nth) => make(nth))

/** People at home who come that day, and on no other, with the browsers that most have. */
export const atHome = (count: number, day: number): Visitor[] =>
  times(count, nth => ({ address: home(day * count + nth), userAgent: currentBrowser(nth) }))
