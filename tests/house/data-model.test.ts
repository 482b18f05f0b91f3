import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectDocument } from '@mille/testing/contract/write-document.ts'
import { expect, it } from 'vitest'
import tables from '../../packages/server/db/tables.json' with { type: 'json' }
import { root } from '../../scripts/lib/paths.mjs'

const server = join(root, 'packages/server')
const owned = Object.entries(tables).map(([table, [owner = '', about = '', kind = 'table']]) => ({
  table,
  owner,
  about,
  kind
}))

it('names an owner for every table that the migrations make, and for no other', () => {
  const types = readFileSync(join(server, 'db/schema.generated.ts'), 'utf8')
  const made = types.slice(types.indexOf('export interface DB')).matchAll(/^ {2}(\w+): /gm)
  expect(owned.map(it => it.table).sort()).toEqual([...made].map(([, table]) => table).sort())
})

it('names only owners that are folders of the server', () => {
  expect(owned.filter(it => !existsSync(join(server, it.owner)))).toEqual([])
})

it('describes every table in docs/data-model.md, by owner', async () => {
  const owners = [...new Set(owned.map(it => it.owner))].sort()
  const sections = owners.map(owner => {
    const rows = owned
      .filter(it => it.owner === owner)
      .map(it => `| \`${it.table}\`${it.kind === 'view' ? ' (view)' : ''} | ${it.about} |`)
    return `## ${owner}\n\n| table | what a row is |\n|---|---|\n${rows.join('\n')}\n`
  })
  await expectDocument('docs/data-model.md', `${introduction}\n${sections.join('\n')}`)
})

const introduction = `# Data model

The ${owned.length} tables and views, by the domain that owns them. Only its owner changes a table, and others read it through
the owner's \`index.ts\` or a view where they can; \`npm run test:tables\` holds the code against this list. The list is made from
[tables.json](../packages/server/db/tables.json) by \`npm run generate:docs -- data-model\`; columns and constraints are in
the [migrations](../packages/server/db/migrations/).
`
