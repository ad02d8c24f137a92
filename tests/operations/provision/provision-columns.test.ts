// Every column of a provisioned table is known to its kind, so that an export does not lose a new one.

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentKindNames, type KindName } from '#operations/provision/content-kinds/definition.ts'
import { contentKinds } from '#operations/provision/content-kinds/registry.ts'
import { migrate } from '#server/database/migrate.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { openEmptyEmbedded } from '#tests/support/seeded-database.ts'

let store: OpenDatabase
beforeAll(async () => {
  store = await openEmptyEmbedded()
  await migrate(store.database)
})
afterAll(() => store.close())

/** Columns that are derived or internal. */
const derived: Partial<Record<KindName, readonly string[]>> = {
  documents: ['size_bytes'],
  // Who owns a group is the constant of its kind; the others are those of members.
  // `definition` is what the dialog stored; programme groups in files have a member_rule.
  peer_groups: ['organisation_id', 'user_id', 'created_at', 'definition'],
  charts: ['updated_at', 'updated_by_user_id']
}

test.each(contentKindNames)('%s', async name => {
  const {
    id,
    parent,
    fields,
    refs = {},
    isOrdered,
    hasVersion,
    constants = {},
    onRemoval
  } = contentKinds[name]
  const known = new Set([
    'programme_id',
    // Search words of the item and of its title.
    'words',
    'title_words',
    ...(id === undefined ? [] : [id]),
    ...(parent === undefined ? [] : [parent.column]),
    ...Object.keys(fields),
    ...Object.keys(refs),
    ...Object.keys(constants),
    ...(isOrdered ? ['display_order'] : []),
    ...(hasVersion ? ['version'] : []),
    ...(onRemoval === 'retire' ? ['is_active'] : []),
    ...(derived[name] ?? [])
  ])
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns where table_schema = 'public' and table_name = ${name}`.execute(
    store.database
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(row => row.column_name).filter(column => !known.has(column))).toEqual([])
})
