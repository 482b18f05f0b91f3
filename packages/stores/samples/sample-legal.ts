import {
  giveLegalConsent,
  type LegalConsentList,
  type LegalPageDocument,
  type LegalPageList,
  listLegalConsents,
  listLegalPages,
  listLegalTexts,
  readLegalPage
} from '@mille/api/legal/endpoints.ts'
import { type Given, given } from './sample-answer.ts'
import { sampleMoment } from './sample-moments.ts'

const versions = [
  { version: 2, published_at: sampleMoment(3) },
  { version: 1, published_at: sampleMoment(90) }
] as const
const [current, first] = versions

/** A version of the terms as visitors read it. */
const sampleLegalPage = ({ version, published_at }: (typeof versions)[number]) =>
  ({
    data: {
      type: 'legal_pages',
      id: 'terms',
      attributes: {
        version,
        published_at,
        tree: [
          { kind: 'heading', level: 2, children: [{ kind: 'text', text: 'Who may take part' }] },
          {
            kind: 'paragraph',
            children: [{ kind: 'text', text: 'Anyone who is of age and keeps to these terms.' }]
          }
        ]
      }
    },
    meta: { versions: [...versions] }
  }) satisfies LegalPageDocument

/** The second version of the terms is current, and the first of the privacy policy. */
export const sampleLegalPages: LegalPageList = {
  data: [
    { type: 'legal_pages', id: 'terms', attributes: current },
    { type: 'legal_pages', id: 'privacy', attributes: first }
  ],
  meta: { source_url: 'https://code.example/mille' }
}

/** The account agreed to the first version of the terms, and to the current privacy policy. */
export const sampleConsents = (agreed: 1 | 2): LegalConsentList => ({
  data: [
    {
      type: 'legal_consents',
      id: 'terms',
      attributes: {
        ...{ kind: 'terms', ...current },
        ...{ agreed_version: agreed, agreed_at: sampleMoment(agreed === 1 ? 60 : 1) }
      }
    },
    {
      type: 'legal_consents',
      id: 'privacy',
      attributes: {
        ...{ kind: 'privacy', ...first },
        ...{ agreed_version: 1, agreed_at: sampleMoment(60) }
      }
    }
  ]
})

export const sampleLegal: readonly Given[] = [
  given(listLegalPages, sampleLegalPages),
  given(listLegalConsents, sampleConsents(2)),
  given(giveLegalConsent, sampleConsents(2)),
  given(readLegalPage, sampleLegalPage(first), { version: '1' }),
  given(readLegalPage, sampleLegalPage(current)),
  given(listLegalTexts, {
    data: [
      {
        type: 'legal_texts',
        id: 'terms',
        attributes: {
          ...current,
          text: '## Who may take part\n\nAnyone who is of age and keeps to these terms.',
          versions: versions.map((it, index) => ({
            ...it,
            published_by: String(index + 1),
            published_by_name: index === 0 ? 'Ada' : null
          }))
        }
      }
    ]
  })
]
