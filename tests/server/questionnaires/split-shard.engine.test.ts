// A statement that waits on Citus for its shard to be split finds no rows afterwards.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { blankWard, save } = savingOn(server)

test('a save runs again if its section is there but was not found', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  // Unlike a row, a sequence does not go back with the transaction: only the first attempt finds nothing.
  await sql`create sequence attempts_to_lock`.execute(server.database)
  await sql`create function find_nothing_once() returns trigger language plpgsql as
    $$ begin if nextval('attempts_to_lock') = 1 then return null; end if; return new; end $$`.execute(
    server.database
  )
  await sql`create trigger find_nothing_once before insert on section_submissions
    for each row execute function find_nothing_once()`.execute(server.database)
  expect((await save(ward, cell, [{ value: 12 }])).status).toBe(200)
  expect((await save(ward, { ...cell, section_id: 99_999_999 }, [{ value: 13 }])).status).toBe(404)
  await sql`drop trigger find_nothing_once on section_submissions`.execute(server.database)
})
