// Every column of a table that is provisioned is known to its kind, so that a new one is not lost in an export.

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentKindNames, type KindName } from '#operations/provision/content-kinds/definition.ts'
import { contentKinds } from '#operations/provision/content-kinds/registry.ts'
import { migrate } from '#server/database/migrate.ts'
import { openEmbedded, type OpenDatabase } from '#server/database/open.ts'

let store: OpenDatabase
beforeAll(async () => {
  store = await openEmbedded()
  await migrate(store.database)
})
afterAll(() => store.close())

/** Columns that follow from others or are the database's own. */
const derived: Partial<Record<KindName, readonly string[]>> = {
  documents: ['size_bytes'],
  // Who owns a group is the constant of its kind; the others are those of members.
  // Its definition is what it was made with in the dialog; in files the programme's groups have a member_rule.
  peer_groups: ['organisation_id', 'user_id', 'created_at', 'definition'],
  charts: ['updated_at', 'updated_by_user_id']
}

test.each(contentKindNames)('%s', async name => {
  const { id, parent, fields, refs = {}, isOrdered, hasVersion, constants = {}, onRemoval } = contentKinds[name]
  const known = new Set([
    'programme_id',
    // The words that search finds it by, and those of its title.
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
