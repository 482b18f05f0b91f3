import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type LegalPageList = z.infer<typeof schema.legalPageList>
export type LegalPageDocument = z.infer<typeof schema.legalPageDocument>
export type LegalText = z.infer<typeof schema.legalText>
export type LegalConsentList = z.infer<typeof schema.legalConsentList>
export type LegalConsent = LegalConsentList['data'][number]
export type LegalTextList = z.infer<typeof schema.legalTextList>

/** Maximum size of a request with a text, in bytes: no character is longer than 4 bytes in UTF-8. */
const jsonBytes = 200_000

export const listLegalPages = endpoint<Record<never, never>, LegalPageList>({
  method: 'GET',
  path: '/api/v1/legal_pages',
  statuses: [200],
  auth: 'public',
  errors: [],
  summary:
    'Which of the terms, the privacy policy and the imprint are published, since when, and where the source code is'
})

export const readLegalPage = endpoint<z.input<typeof schema.legalPageInput>, LegalPageDocument>({
  method: 'GET',
  path: '/api/v1/legal_pages/{id}',
  statuses: [200],
  auth: 'public',
  errors: ['not_found'],
  summary: 'The current or an earlier version of the terms, the privacy policy or the imprint'
})

export const listLegalConsents = endpoint<Record<never, never>, LegalConsentList>({
  method: 'GET',
  path: '/api/v1/user/legal_consents',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary:
    'The current versions of the terms and the privacy policy, and which versions the account agreed to; empty while the network has no terms'
})

export const giveLegalConsent = endpoint<z.input<typeof schema.giveConsentInput>, LegalConsentList>(
  {
    method: 'PUT',
    path: '/api/v1/user/legal_consents',
    statuses: [200],
    auth: 'user',
    type: 'legal_consents',
    errors: ['legal_version_unknown'],
    summary: 'Records that the account agrees to versions of the terms and the privacy policy'
  }
)

export const listLegalTexts = endpoint<Record<never, never>, LegalTextList>({
  method: 'GET',
  path: '/api/v1/admin/legal_pages',
  statuses: [200],
  auth: 'admin',
  errors: [],
  summary: 'The current texts of the legal pages as typed, and who published which version'
})

export const publishLegalPage = endpoint<
  z.input<typeof schema.publishLegalPageInput>,
  z.infer<typeof schema.legalTextDocument>
>({
  method: 'POST',
  path: '/api/v1/admin/legal_pages',
  statuses: [201],
  auth: 'admin',
  type: 'legal_texts',
  stepUp: true,
  idempotency: 'optional',
  jsonBytes,
  errors: ['state_not_allowed', 'description_too_complex', 'too_many_requests'],
  summary: 'Publishes a new version of a legal page, which can never be changed'
})

export const previewLegalPage = endpoint<
  z.input<typeof schema.previewLegalPageInput>,
  z.infer<typeof schema.legalPagePreview>
>({
  method: 'POST',
  path: '/api/v1/admin/legal_page_previews',
  statuses: [201],
  auth: 'admin',
  type: 'legal_page_previews',
  jsonBytes,
  errors: ['description_too_complex', 'too_many_requests'],
  summary: 'Reads the Markdown of a legal page as it would be shown, and stores nothing'
})
