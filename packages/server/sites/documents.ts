import type { Site } from '@mille/api/sites/endpoints.ts'
import type { Database, Tx } from '../db/connect.ts'
import { categoriesOf, type SiteRow } from './queries.ts'
import { dnsName, dnsText, metaTag, verificationFile } from './site-rules.ts'

export async function siteResources(db: Database | Tx, rows: readonly SiteRow[]): Promise<Site[]> {
  const categories = await categoriesOf(
    db,
    rows.map(row => row.id)
  )
  return rows.map(row => siteResource(row, categories.get(row.id) ?? []))
}

export async function siteDocument(db: Database | Tx, row: SiteRow): Promise<{ data: Site }> {
  const categories = await categoriesOf(db, [row.id])
  return { data: siteResource(row, categories.get(row.id) ?? []) }
}

function siteResource(row: SiteRow, categoryIds: readonly number[]): Site {
  const token = row.verification_token
  return {
    type: 'sites',
    id: String(row.id),
    attributes: {
      domain_name: row.domain_name,
      state: row.state,
      language: row.language,
      verification: {
        token,
        meta_tag: metaTag(token),
        file_path: verificationFile,
        dns_name: dnsName(row.domain_name),
        dns_text: dnsText(token)
      },
      created_at: row.created_at.toISOString()
    },
    relationships: {
      categories: { data: categoryIds.map(id => ({ type: 'categories', id: String(id) })) }
    }
  }
}
