type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minLength?: number
  minimum?: number
  pattern?: string
}

/** Sample values that cannot be derived from a schema, by field name. A new field that needs one is added here. */
const byName: Record<string, unknown> = {
  page_url: 'http://127.0.0.1:1/page',
  creative_link: 'https://shop.example/',
  target_url: 'https://shop.example/',
  proof_url: 'http://127.0.0.1:1/proof',
  link: 'https://shop.example/',
  email: 'sample@example.com',
  letter_id: '6f1c2f0e-0b0c-4c58-9d83-0c6f0a7e5d21',
  origin: 'https://partner.example',
  amount: '1000',
  daily_budget: '1000',
  max_cpm: '1000',
  net_cpm: '1000',
  total_budget: '1000',
  coupon_code: 'SAMPLE',
  code: 'SAMPLE-1',
  access_code: 'SAMPLE',
  token: 'sample',
  name: 'A sample',
  text: 'A sample',
  title: 'A sample',
  header: 'A sample',
  content: 'A sample',
  reason: 'A sample',
  address: 'bcrt1qsample',
  languages: ['en'],
  categories: ['bitcoin'],
  date: '2026-03-01'
}

/** Additional values that a call's check of its whole input requires, by call. */
const byCall: Record<string, Record<string, unknown>> = {
  'POST /api/v1/users': { anonymous: true },
  'PUT /api/v1/user/legal_consents': { terms_version: 1 },
  'PATCH /api/v1/admin/creatives/{id}': { decision: 'approve' },
  'PATCH /api/v1/campaigns/{id}/traffic_sources/{target_id}': { excluded_by_ad_unit: true },
  'PATCH /api/v1/campaigns': { campaign_ids: ['1'] },
  'POST /api/v1/campaigns/import': { dry_run: true, csv: 'id\n1' },
  'PATCH /api/v1/campaigns/{id}/exclusions': { target_ids: ['1'], excluded: false },
  'POST /api/v1/admin/coupons': { effect: 'half_fee' },
  'POST /api/v1/approval_rules': { kind: 'only_approved' },
  'POST /api/v1/ad_units/{id}/previews': { state: 'sample' },
  'POST /api/v1/block_rules': { kind: 'domain', domain: 'shop.example' },
  'POST /api/v1/chat/messages': { text: 'A sample' },
  'POST /api/v1/admin/chat/conversations/{id}/messages': { text: 'A sample' }
}

/** Returns the smallest input that a call accepts. */
export function sampleInput(call: string, schema: object): Record<string, unknown> {
  return { ...(sample(schema, '') as Record<string, unknown>), ...byCall[call] }
}

/** Returns the smallest value that fits a schema. */
export function sample(schema: Schema, name: string): unknown {
  if (schema.const !== undefined) return schema.const
  // The last part of a nested name counts: `data[attributes][daily_budget]` is a daily budget.
  const last = /\[(\w+)\](?:\[\])?$/.exec(name)?.[1] ?? name
  if (last in byName) return byName[last]
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {}, name)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object': {
      const required = schema.required ?? []
      return Object.fromEntries(
        required.map(key => [key, sample(schema.properties?.[key] ?? {}, key)])
      )
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, name))
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return sampleText(schema, name)
  }
}

function sampleText({ pattern, minLength = 0 }: Schema, name: string): string {
  if (/_id$|^id$/.test(name)) return '1'
  if (pattern?.includes('{43}')) return 'a'.repeat(43)
  if (pattern?.includes('T(?:')) return '2026-03-01T00:00:00Z'
  return 'sample'.padEnd(minLength, 'x')
}
