/** What a partner puts on a page: offers of the marketplace, or a link. */
export type PartnerChoice = {
  kind: 'widget' | 'link'
  /** Number of offers, 1 to 12. */
  limit: number
  /** A two-letter code, or null for the language of the partner's page. */
  language: string | null
  /** Null for the theme of the partner's page. */
  theme: 'light' | 'dark' | null
  page: PartnerPage
}

/** Pages that partners link to, by their paths. */
export const partnerPages = { home: '/', advertisers: '/ad-solutions/', publishers: '/publishers' }
export type PartnerPage = keyof typeof partnerPages

export const maxPartnerOffers = 12

export const newPartnerChoice: PartnerChoice = {
  kind: 'widget',
  limit: 3,
  language: null,
  theme: null,
  page: 'home'
}

/** Height of an offer and of the gap between two, in CSS pixels. */
const offerHeight = 84
const gap = 8

/** Returns the height that the widget has in every state, in CSS pixels. */
export function heightOfOffers(limit: number): number {
  return limit * offerHeight + (limit - 1) * gap
}

/** Returns a partner's address of a page. */
export function partnerAddress(publicUrl: string, partner: string, page: PartnerPage): string {
  return `${publicUrl}${partnerPages[page]}?partner=${partner}`
}

/** Returns the HTML that shows the chosen offers on the partner's page. It reserves the height that they will have. */
export function partnerCode(publicUrl: string, partner: string, choice: PartnerChoice): string {
  const { limit, language, theme } = choice
  const attributes = [
    `partner="${partner}"`,
    ...(limit === newPartnerChoice.limit ? [] : [`limit="${limit}"`]),
    ...(theme === null ? [] : [`theme="${theme}"`]),
    ...(language === null ? [] : [`lang="${language}"`]),
    `style="display:block;min-height:${heightOfOffers(limit)}px"`
  ]
  return `<script type="module" async src="${publicUrl}/embed/v1/marketplace.js"></script>
<mille-marketplace ${attributes.join(' ')}></mille-marketplace>`
}
