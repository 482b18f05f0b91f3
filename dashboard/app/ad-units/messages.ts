import type { CodeCheck } from '@mille/api/ad-units/endpoints.ts'
import type {
  AdType,
  EmbedPosition,
  InvitationLink,
  Rating,
  StickySide,
  UnitFallback,
  UnitKind
} from '@mille/api/constants.ts'
import type { Site } from '@mille/api/sites/endpoints.ts'
import type { AdUnitStep, ScreenType } from '@mille/stores/ad-unit-draft/ad-unit-rules.ts'
import type { ColorName } from '@mille/stores/code-embedding/code-embedding.ts'

export const adUnitMessages = {
  title: 'Ad units',
  description: 'The places on your pages that show ads, and what they have earned.',
  create: 'New ad unit',
  emptyTitle: 'No ad units yet',
  emptyText:
    'An ad unit is a place on a page. Describe it, paste a line of code, and it earns from its first view.',
  columns: {
    unit: 'Ad unit',
    site: 'Site',
    line: 'Two weeks',
    size: 'Size',
    btc: 'Earned, BTC',
    usd: 'Earned, USD'
  },
  archived: 'Archived'
}

export const siteStates: Record<
  Site['attributes']['state'],
  { label: string; tone: 'positive' | 'warning' | 'negative' }
> = {
  verified: { label: 'Verified', tone: 'positive' },
  unverified: { label: 'Not verified', tone: 'warning' },
  rejected: { label: 'Rejected', tone: 'negative' }
}

export const screenTypes: Record<ScreenType, { label: string; description: string }> = {
  desktop: { label: 'Wide screens', description: 'Every size' },
  mobile: { label: 'Phones', description: 'Sizes up to 320 pixels wide' }
}

export const adTypes: Record<AdType, { label: string; description: string }> = {
  mixed: { label: 'Banners and text', description: 'Whatever pays most' },
  banners: { label: 'Banners only', description: 'Pictures of exactly this size' },
  text: { label: 'Text only', description: 'Fits any page' }
}

export const disallowedLabels: Record<Rating, string> = {
  investments: 'Investments: trading, tokens, returns',
  gambling: 'Gambling: games with money at stake',
  nsfw: 'Adult: not safe for work',
  risky: 'Risky: what needs the reader’s caution'
}

export const adUnitWizardMessages = {
  title: 'New ad unit',
  description:
    'Put an ad on your page in minutes, without an account at first: see what it would earn, then paste a line.',
  steps: {
    page: 'Page',
    screen: 'Screen',
    size: 'Size',
    disallowed: 'Not wanted',
    ads: 'Kind',
    impressions: 'Views',
    categories: 'Subject',
    review: 'Earnings'
  } satisfies Record<AdUnitStep, string>,
  fields: {
    page_url: 'Page address',
    screen_type: 'Screen',
    size: 'Size',
    disallowed_ratings: 'Ads that you do not want',
    ad_type: 'Kind of ads',
    category_ids: 'What your site is about',
    impressions: 'Views a month, about',
    kind: 'How the unit takes part',
    captcha: 'Check that you are a person'
  },
  pageHelp: 'The page on which the ad will stand. Its site is added to your account.',
  analysing: 'Looking at the page',
  goOn: 'You can go on all the same.',
  found: 'The page answers',
  foundTitle: 'Title',
  foundLanguage: 'Language',
  foundRating: 'What advertisers will want to know',
  disallowedHelp: 'The fewer you rule out, the more campaigns there are for the place.',
  summary: 'What you have chosen',
  sizeHelp: 'Drawn to scale. Adaptive fills the place it is put in, from 120 × 25 up.',
  categoriesHelp: 'Advertisers choose by subject: the better it fits, the more they pay.',
  impressionsHelp: 'Views of this place, as far as you know. It may be a guess.',
  adaptive: 'Adaptive',
  preview: 'At its real size',
  sampleTitle: 'A book that pays for itself',
  sampleText: 'What a satoshi is, and where it goes: the short history of small money.',
  submit: 'Create the ad unit',
  signIn: 'The ad unit is ready. It needs an account to earn for; what you have chosen stays here.',
  none: 'None',
  change: 'Change'
}

export const adOfferMessages = {
  notOffered: (label: string) => `${label} (not offered any more)`
}

export const unitTypes: Record<UnitKind, { label: string; description: string }> = {
  site: {
    label: 'On a site of mine',
    description: 'Registered: you prove that the site is yours, and advertisers pay most.'
  },
  app: {
    label: 'Anonymous',
    description: 'No check of the site, and a lower rating until views prove it.'
  },
  affiliate: {
    label: 'Affiliate',
    description: 'Shows only an invitation; you get a tenth of what it brings.'
  }
}

export const estimationMessages = {
  title: 'What it would earn in a month',
  text: 'Based on what units like this were paid in the last 30 days, and on what campaigns have left to pay. It promises nothing. What a new ad unit earns above a daily limit waits until the network knows its traffic.',
  loading: 'Adding up what units like this earned',
  notEnough: (counted: number, needed: number) =>
    `There is not enough data yet to say: ${counted.toLocaleString('en')} of ${needed.toLocaleString('en')} views were counted on units like this.`,
  impressions: 'Views a month',
  billable: 'Of them billable',
  cpm: 'For 1,000 views',
  demand: 'Campaigns can still pay',
  perDay: 'a day',
  earnings: 'In a month, about',
  upTo: 'to',
  noDemand:
    'No campaign that fits has budget left at present. Your unit would share what other units show until more is bought.',
  limited:
    'Campaigns cannot pay for more at present, however many views there are. This grows with what advertisers buy.'
}

export const adUnitDetailMessages = {
  back: 'Ad units',
  created: 'Your ad unit is ready',
  createdText:
    'Two things are left: paste the code on your page, and prove that the site is yours.',
  earned: 'Earned',
  maturing: 'Not available yet',
  maturingText: 'What this unit earned and that has not reached your balance.',
  code: 'Code',
  codeText: 'Paste it where the ad should stand.',
  forms: { script: 'Script', class: 'Script with a class', iframe: 'Without scripts' },
  invitationCode: 'Your ad here, as a link of its own',
  invitationCodeText:
    'Put it wherever it suits the page. Advertisers who come by it are your referrals.',
  formTexts: {
    script: 'For most pages. It measures what was really seen, which is what pays.',
    class: 'For pages whose policy forbids style attributes: the rule goes into your style sheet.',
    iframe: 'For places that allow no scripts. It pays once the unit’s health is proven otherwise.'
  },
  snippet: 'HTML',
  style: 'CSS',
  look: 'How it looks',
  lookText:
    'Changes show at once in the preview, and on your page within a minute of saving. After a change of the position, paste the code again: it reserves the space that the ad needs.',
  preview: 'Preview',
  position: 'Position',
  side: 'Side',
  invitation: 'Your ad here',
  colors: 'Colours',
  colorsHelp: 'Empty follows your page.',
  save: 'Save the look',
  unsaved: 'Not saved yet',
  saved: 'The look is saved',
  site: 'Site',
  verifiedText: 'This site is yours, as far as we can see. The unit shows ads.',
  rejectedText: 'An operator has rejected this site; its units show no ads.',
  unverifiedText:
    'Prove that the site is yours and the unit begins to show ads. One of the three ways is enough.',
  methods: { meta_tag: 'By a meta tag', file: 'By a file', dns_txt: 'By a DNS record' },
  dnsText: 'Add a TXT record under this name with this text. It can take a while to be seen.',
  dnsName: 'Name of the record',
  dnsValue: 'Text of the record',
  settings: 'Settings',
  settingsText: 'What was chosen when the unit was made. Pages show a change within a second.',
  name: 'Name',
  sizeHelp: 'With another size the code changes too: paste it anew.',
  settingsSave: 'Save the settings',
  settingsSaved: 'The settings are saved',
  fallback: 'Without a campaign',
  fallbackText: 'What stands in the place while no campaign fits it.',
  fallbackWords: 'Your words',
  fallbackLink: 'Where they lead',
  fallbackSave: 'Save',
  fallbackSaved: 'Saved; pages show it within a second',
  rating: 'Traffic rating',
  ratingNew: 'A new unit: the rating follows from its views',
  ratingOf: 'From 0 to 1, by what was counted in 30 days',
  metaTagText: 'Put this line into the head of your home page.',
  fileText: (path: string) => `Put a file with exactly this text at ${path}`,
  fileContent: 'Content of the file',
  metaTag: 'Meta tag',
  check: 'Check now',
  archive: 'Archive',
  archiveTitle: 'Archive this ad unit?',
  archiveText:
    'It shows no more ads, on any page that has its code. Its history and its money stay.',
  archived: 'The ad unit is archived',
  archivedNote: 'This ad unit is archived: it shows no ads. Its history and its money stay.',
  page: 'Page',
  size: 'Size',
  ads: 'Ads',
  unwanted: 'Not wanted',
  none: 'None',
  about: 'The unit'
}

export const siteMessages = {
  title: (domainName: string) => `About ${domainName}`,
  text: 'Advertisers choose sites by this. It is the same for all units on the site.',
  language: 'Language of the site',
  save: 'Save what it is about',
  saved: 'It is saved; campaigns follow within seconds'
}

export const codeCheckMessages = {
  page: 'Is the code on the page?',
  help: 'We fetch this page once, as a visitor without scripts would, and look for this unit.',
  check: 'Check the page',
  again: 'Check again',
  titles: {
    found: 'The code is there',
    without_script: 'The script is missing',
    other_unit: 'Another unit is there, not this one',
    not_found: 'The code is not on the page',
    unreachable: 'The page could not be read'
  } satisfies Record<CodeCheck['attributes']['state'], string>,
  found: (page: string, isFrame: boolean) =>
    isFrame
      ? `${page} carries this unit in its form without scripts.`
      : `${page} carries this unit and the script that fills it.`,
  texts: {
    without_script: (id: string) =>
      `The element of unit ${id} is there, but nothing fills it: paste the line with the script too. If your own bundle defines the element, all is well.`,
    other_unit: (id: string) =>
      `The page carries code of this network, but not of unit ${id}. Compare the number in what you pasted.`,
    not_found: (id: string) =>
      `Nothing of unit ${id} stands in what the page’s server sends. Was the page saved, and its cache emptied? A page that draws itself by script may have the code all the same: then its first views will tell.`
  },
  unreachable: (page: string, problem: string) => `${page} ${problem}.`,
  others: 'Also on the page:',
  unit: (id: string) => `unit ${id}`
}

export const fallbacks: Record<UnitFallback, { label: string; description: string }> = {
  invitation: { label: 'Your ad here', description: 'A quiet line that brings you advertisers' },
  own: { label: 'Words of mine', description: 'A text and a link, without pay' },
  collapse: { label: 'Nothing', description: 'The place takes no room' }
}

export const positions: Record<EmbedPosition, { label: string; description: string }> = {
  fixed: { label: 'In its place', description: 'Where you paste it' },
  sticky: { label: 'Sticky', description: 'Stays at a side of the screen, and can be closed' }
}

export const stickySides: Record<StickySide, string> = {
  header: 'Top',
  left: 'Left',
  right: 'Right',
  footer: 'Bottom'
}

export const invitationLinks: Record<InvitationLink, { label: string; description: string }> = {
  internal: {
    label: 'Inside the unit',
    description: 'A quiet line leads advertisers to this place'
  },
  external: { label: 'Not inside', description: 'You place a link of your own elsewhere' }
}

export const colorLabels: Record<ColorName, string> = {
  background: 'Background',
  title: 'Headline',
  title_hover: 'Headline, pointed at',
  text: 'Text',
  link: 'Link',
  link_hover: 'Link, pointed at'
}
