// The check that every statement of a call passes in the server's tests: what it lets through and what it stops.

import { describe, expect, test } from 'vitest'
import { requireOneProgramme } from '#tests/support/one-programme.ts'

const check =
  (statement: string, ...parameters: unknown[]) =>
  () =>
    requireOneProgramme(statement, parameters)

describe('bound to one programme', () => {
  test.each([
    ['select 1'],
    ['select a from users where programme_id = $1 and a = 2', 1],
    ['select u.a from users u join mails m on m.programme_id = u.programme_id where u.programme_id = $1', 1],
    [
      'select u.a from users u left join mails m on m.programme_id = u.programme_id where u.programme_id = $1',
      1
    ],
    ['select 1 from users u, mails m where m.programme_id = $2 and u.programme_id = $1', 1, 1],
    [
      'select 1 from users u where u.programme_id = $1 and exists (select 1 from mails m where m.programme_id = u.programme_id)',
      1
    ],
    ['with n as (select a from users where programme_id = $1) select a from n', 1],
    ['select t.a from (select a from users where programme_id = 1) t'],
    ['insert into users (a, programme_id) values ($1, $2), ($3, $4)', 'x', 1, 'y', 1],
    ['insert into users (programme_id, a) select programme_id, a from mails where programme_id = $1', 1],
    [
      'insert into users (programme_id, a) select programme_id, a from jsonb_populate_recordset(null::users, $1::jsonb)',
      '[{"programme_id":1},{"programme_id":1}]'
    ],
    [
      'update users u set a = m.a from mails m where m.programme_id = u.programme_id and u.programme_id = $1',
      1
    ],
    ['delete from users where programme_id = $1', 1]
  ] as [string, ...unknown[]][])('%s', (statement, ...parameters) => {
    expect(check(statement, ...parameters)).not.toThrow()
  })
})

describe('not bound to one programme', () => {
  test.each([
    ['select a from users', 'users'],
    ['select a from users where programme_id = $1 or a = 2', 'users', 1],
    ['select a from users where programme_id <> $1', 'users', 1],
    ['select u.a from users u join mails m on m.user_id = u.user_id where u.programme_id = $1', 'mails', 1],
    // Every row of the left side is kept, whatever the condition says.
    ['select u.a from users u left join mails m on u.programme_id = $1 and m.programme_id = $1', 'users', 1],
    [
      'select u.a from users u full join mails m on m.programme_id = u.programme_id where u.programme_id = $1',
      'mails',
      1
    ],
    [
      'select 1 from users u, mails m where m.programme_id = $2 and u.programme_id = $1',
      'programmes 2 and 1',
      1,
      2
    ],
    [
      'select 1 from users u where u.programme_id = $1 and exists (select 1 from mails m where m.a = u.a)',
      'mails',
      1
    ],
    ['select (select count(*) from mails) from users where programme_id = $1', 'mails', 1],
    ['with n as (select a from users) select a from n', 'users'],
    ['select a from users where programme_id = $1 union select a from mails', 'mails', 1],
    ['insert into users (a) values ($1)', 'insert into users without programme_id', 'x'],
    ['insert into users (programme_id) values ($1), ($2)', 'programmes 1 and 2', 1, 2],
    ['insert into users (programme_id) select programme_id from mails', 'mails'],
    [
      'insert into users (programme_id, a) select programme_id, a from jsonb_populate_recordset(null::users, $1::jsonb)',
      'programmes 1 and 2',
      '[{"programme_id":1},{"programme_id":2}]'
    ],
    ['update users set a = 1', 'users'],
    ['update users set programme_id = $2 where programme_id = $1', 'update of programme_id', 1, 2],
    ['update users u set a = m.a from mails m where u.programme_id = $1', 'mails', 1],
    ['delete from users using mails m where users.programme_id = $1', 'mails', 1],
    ['truncate users', 'a TruncateStmt']
  ] as [string, string, ...unknown[]][])('%s', (statement, fault, ...parameters) => {
    expect(check(statement, ...parameters)).toThrow(fault)
  })
})
