import type { LegalKind } from '@mille/api/constants.ts'

export const legalTitles: Record<LegalKind, string> = {
  terms: 'Terms of service',
  privacy: 'Privacy policy',
  imprint: 'Imprint'
}

const inText: Record<LegalKind, string> = {
  terms: 'terms of service',
  privacy: 'a privacy policy',
  imprint: 'an imprint'
}

export const legalMessages = {
  description: (version: number, date: string) => `Version ${version}, published on ${date}`,
  notPublished: (kind: LegalKind) => `This network has not published ${inText[kind]}`,
  notPublishedText:
    'The people who run this network can publish it at any time. Contact them if you need it.',
  contact: 'Contact us',
  earlier: (current: number) => `This is an earlier version. Version ${current} is in force.`,
  readCurrent: 'Read the current version',
  versions: 'All versions',
  version: (version: number) => `Version ${version}`,
  shown: 'shown here'
}
