import type { Brand } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import type { EncodedLogo } from './logo.ts'
import { stylesOf } from './styles.ts'

/** The name of the program, which a network has until an operator names it. */
export const programName = 'Mille'

const listedChanges = 20

/** Returns the network's current brand. It is read on each use, so that every node has it from the commit on. */
export async function readBrand(db: Database | Tx): Promise<Brand> {
  const row = await db
    .selectFrom('brand_changes')
    .leftJoin('brand_logos', 'hash', 'logo')
    .select(['name', 'accent', 'support_address', 'hash', 'width', 'height'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { name: programName, accent: null, supportAddress: null, logo: null }
  const { name, accent, support_address: supportAddress, hash, width, height } = row
  const logo = hash !== null && width !== null && height !== null ? { hash, width, height } : null
  return { name, accent, supportAddress, logo }
}

/** Returns the network's current colors for an answer that a widget reads. */
export async function readStyles(db: Database): Promise<string | null> {
  return stylesOf((await readBrand(db)).accent)
}

/** Lists the newest changes, with who made them. */
export function listChanges(db: Database) {
  return db
    .selectFrom('brand_changes')
    .leftJoin('account_names', 'account_names.id', 'changed_by')
    .select(['brand_changes.id', 'brand_changes.name', 'accent', 'support_address', 'logo'])
    .select(['changed_at', 'changed_by', 'account_names.name as changed_by_name'])
    .orderBy('brand_changes.id', 'desc')
    .limit(listedChanges)
    .execute()
}

export async function insertChange(
  db: Database | Tx,
  { name, accent, supportAddress, logo }: Omit<Brand, 'logo'> & { logo: string | null },
  by: { userId: number; at: Date }
): Promise<void> {
  await db
    .insertInto('brand_changes')
    .values({
      ...{ name, accent, support_address: supportAddress, logo },
      ...{ changed_by: by.userId, changed_at: by.at }
    })
    .execute()
}

/** Stores a logo with all its files; the same picture twice is one logo. */
export async function insertLogo(
  db: Database,
  { hash, width, height, files }: EncodedLogo,
  at: Date
): Promise<void> {
  await db.transaction().execute(async tx => {
    const added = await tx
      .insertInto('brand_logos')
      .values({ hash, width, height, created_at: at })
      .onConflict(conflict => conflict.column('hash').doNothing())
      .returning('hash')
      .executeTakeFirst()
    if (!added) return
    await tx
      .insertInto('brand_logo_files')
      .values(
        files.map(it => ({ hash, name: it.name, content_type: it.contentType, bytes: it.bytes }))
      )
      .execute()
  })
}

export async function hasLogo(db: Database | Tx, hash: string): Promise<boolean> {
  const found = await db
    .selectFrom('brand_logos')
    .select('hash')
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function readLogoFile(db: Database, hash: string, name: string) {
  return db
    .selectFrom('brand_logo_files')
    .select(['bytes', 'content_type'])
    .where('hash', '=', hash)
    .where('name', '=', name)
    .limit(1)
    .executeTakeFirst()
}
