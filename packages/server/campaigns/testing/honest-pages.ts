import { createRandom } from '@mille/testing/random.ts'

/** Writes a page as it is on a day. The same page on another day has other prices, dates, items and headlines. */
export type HonestPage = { kind: string; on: (day: number) => string }

const frequent: Record<string, string> = {
  en: 'the a of and to in is for on with your you we our it this that from are all more new have be as at by not or can will when what how about one get',
  de: 'der die das und in zu den mit von für auf ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über',
  es: 'de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre este ya entre cuando todo esta ser son',
  ar: 'في من على إلى عن مع هذا هذه التي الذي كان كل بعد قبل أو لا ما هو هي بين حتى إذا قد ثم لكن عند غير',
  ja: 'の に は を た が で て と し れ さ ある いる も する から な こと として い や れる など なっ ない この ため その あっ よう また もの'
}
const letters: Record<string, readonly [string, string]> = {
  en: ['bcdfghlmnprstvw', 'aeiou'],
  de: ['bdfghklmnrstwz', 'aeiouäöü'],
  es: ['bcdflmnprstv', 'aeiouó'],
  ar: ['بتجحدرسشعفقكلمن', 'اوي'],
  ja: ['新市場価格今日発表会社店舗商品', '電車東京大阪経済技術開発写真']
}

/** Writes sentences of a language from words that the page's subject has, and frequent words between them. */
export function createWriter(random: () => number, language: string, size: number) {
  const [consonants = '', vowels = ''] = letters[language] ?? []
  const common = (frequent[language] ?? '').split(' ')
  const pick = <Item>(items: readonly Item[] | string) =>
    items[Math.floor(random() ** 1.6 * items.length)] as Item & string
  const syllable = () => pick(consonants) + pick(vowels)
  const subject = Array.from({ length: size }, () =>
    Array.from({ length: 1 + Math.ceil(random() * 3) }, syllable).join('')
  )
  const space = language === 'ja' ? '' : ' '
  return (count: number, draw = random) =>
    Array.from({ length: count }, () => {
      const from = draw() < 0.4 ? common : subject
      return from[Math.floor(draw() ** 1.6 * from.length)] ?? ''
    }).join(space)
}

const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join('\n')

/** Kinds of pages that advertisers lead to, from those that hardly change to those that are new every day. */
const kinds = {
  shop: (say, draw) => {
    const stock = Array.from({ length: 60 }, () => say(4))
    return day => {
      const today = draw(day)
      return times(24, () => {
        const item = stock[Math.floor(today() * stock.length)]
        return `<li>${item} <b>$${(today() * 90).toFixed(2)}</b> ${Math.floor(today() * 40)} left</li>`
      })
    }
  },
  product: (say, draw) => {
    const about = times(5, () => `<p>${say(40)}</p>`)
    const reviews = Array.from({ length: 40 }, () => say(18))
    return day => {
      const today = draw(day)
      const shown = times(5, () => `<q>${reviews[Math.floor(today() * 40)]}</q>`)
      return `${about}<b>€ ${(200 + today() * 50).toFixed(2)}</b>${shown}`
    }
  },
  news: (say, draw) => {
    const sections = times(6, () => `<h2>${say(2)}</h2><p>${say(14)}</p>`)
    return day => {
      // Names and things that are in the news on this day alone.
      const fresh = createWriter(draw(day + 500), 'en', 200)
      const today = draw(day * 100 + 7)
      return `${sections}${times(14, () => `<article>${say(6, today)} ${fresh(3)}</article>`)}`
    }
  },
  blog: (say, draw) => {
    const about = `<p>${say(60)}</p>`
    const posts = Array.from({ length: 60 }, () => `<h3>${say(5)}</h3><p>${say(22)}</p>`)
    return day => about + posts.slice(day, day + 10).join('') + draw(day)().toFixed(3)
  },
  service: (say, draw) => {
    const about = times(8, () => `<section><h2>${say(4)}</h2><p>${say(30)}</p></section>`)
    return day => `${about}<p>${Math.floor(draw(day)() * 90_000)} ${say(3, draw(5))}</p>`
  },
  event: (say, draw) => {
    const about = times(4, () => `<p>${say(35)}</p>`)
    return day => `<time>${90 - day}:${Math.floor(draw(day)() * 60)}</time>${about}`
  },
  rates: (say, draw) => {
    const coins = Array.from({ length: 40 }, () => say(2))
    return day => {
      const today = draw(day)
      return times(
        40,
        at =>
          `<tr><td>${coins[at]}<td>${(today() * 9_000).toFixed(4)}<td>${(today() * 9 - 4).toFixed(1)}%`
      )
    }
  },
  jobs: (say, draw) => {
    const about = `<p>${say(70)}</p>`
    const open = Array.from({ length: 120 }, () => `<li>${say(6)}</li>`)
    return day => about + open.slice(day * 3, day * 3 + 25).join('') + draw(day)().toFixed(2)
  },
  short: (say, draw) => {
    const line = say(14)
    return day => `<h1>${line}</h1><p>${Math.floor(draw(day)() * 1e6)}</p>`
  },
  drawnByScript: (_say, draw) => day =>
    `<div id="root"></div><script src="/app.${draw(day)().toString(36).slice(2)}.js"></script>`,
  variants: (say, draw) => {
    const shared = times(4, () => `<p>${say(40)}</p>`)
    const variants = [say(25), say(25), say(25)]
    return day => `<h1>${variants[Math.floor(draw(day)() * 3)]}</h1>${shared}`
  }
} as const satisfies Record<string, Kind>
type Say = ReturnType<typeof createWriter>
type Kind = (say: Say, draw: (day: number) => () => number) => (day: number) => string

/** Generates honest pages of all kinds, in several languages. */
export function generateHonestPages(count: number, seed: number): HonestPage[] {
  const names = Object.keys(kinds) as (keyof typeof kinds)[]
  const languages = Object.keys(frequent)
  return Array.from({ length: count }, (_, index) => {
    const kind = names[index % names.length] ?? 'shop'
    const language = languages[Math.floor(index / names.length) % languages.length] ?? 'en'
    const random = createRandom(seed + index * 7_919).fraction
    const say = createWriter(random, language, kind === 'news' ? 900 : 300)
    const title = say(4)
    const menu = times(8, () => `<a href="/">${say(2)}</a>`)
    const footer = `<footer>${say(35)} <a href="https://social.example/">${say(1)}</a></footer>`
    const frame =
      index % 3 === 0
        ? '<iframe src="https://video.example/1" width="560" height="315"></iframe>'
        : ''
    const body = kinds[kind](say, day => createRandom(seed + index * 31 + day * 1_000_003).fraction)
    return {
      kind,
      on: day =>
        `<!doctype html><html lang="${language}"><title>${index % 5 === 0 ? `(${day}) ` : ''}${title}</title>
        <script>window.build = ${day}; document.querySelector('a').onclick = () => { location.href = '/buy/${day}' }</script>
        <nav>${menu}</nav><main>${body(day)}${frame}</main>${kind === 'drawnByScript' ? '' : footer}`
    }
  })
}
