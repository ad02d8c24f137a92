// What a caller was told is saved must still be there afterwards.

import { sql, type RawBuilder } from 'kysely'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import type { AnyReply, Call } from '#tests/support/races/race.ts'
import { faultsOfSignOff } from './invariants.ts'
import type { Stage } from './stage.ts'

export interface Answered {
  call: Call
  reply: AnyReply
}

interface SaveBody {
  submission_id: number
  case_code?: string
  action: string
  answers: (CellAddress & { value: unknown })[]
}

const isSave = ({ name }: Call): boolean => name === 'saveSection'

/** Versions that a save confirmed and that are not stored, with their values. */
async function lostAnswers({ server, case_code_id }: Stage, { call, reply }: Answered): Promise<string[]> {
  const { submission_id, case_code, answers } = (call.input as { body: SaveBody }).body
  const caseCodeId = case_code === undefined ? 0 : case_code_id
  const saved = reply.body['saved'] as (CellAddress & { version: number })[]
  const kept = new Map<string, unknown>()
  for (const table of ['answers', 'answer_versions'] as const) {
    const rows = await server.database
      .selectFrom(table)
      .select(['question_id', 'row_id', 'column_id', 'version', 'value'])
      .where('programme_id', '=', PROGRAMME)
      .where('submission_id', '=', submission_id)
      .where('case_code_id', '=', caseCodeId)
      .execute()
    for (const row of rows) kept.set(`${cellKey(row)} ${row.version}`, row.value)
  }
  return saved.flatMap(cell => {
    const sent = answers.find(answer => cellKey(answer) === cellKey(cell))?.value
    const stored = kept.get(`${cellKey(cell)} ${cell.version}`)
    return stored === sent || (stored === undefined && sent === null)
      ? []
      : [`acknowledged ${String(sent)} in version ${cell.version}, but stored ${String(stored)}`]
  })
}

interface Made {
  table: 'comments' | 'case_codes' | 'peer_group_memberships'
  id: RawBuilder<unknown>
  idsIn: (body: AnyReply['body']) => number[]
  /** Operations that may remove it again. */
  goneBy: readonly string[]
}

const idsIn = (list: string, id: string) => (body: AnyReply['body']) =>
  (body[list] as Record<string, number>[]).map(row => row[id]!)
const idIn = (id: string) => (body: AnyReply['body']) => [body[id] as number]

const membership = {
  table: 'peer_group_memberships',
  // As src/server/benchmarks/peer-groups/members.ts makes them of group and lineage.
  id: sql`peer_group_id * ${sql.lit(2 ** 26)}::bigint + lineage_id`,
  goneBy: ['deletePeerGroups', 'deletePeerGroupMemberships']
} as const

/** Rows that operations create and that another one could remove unnoticed. */
const made: Partial<Record<string, Made>> = {
  postComment: { table: 'comments', id: sql.ref('comment_id'), idsIn: idIn('comment_id'), goneBy: [] },
  createCaseCodes: {
    table: 'case_codes',
    id: sql.ref('case_code_id'),
    idsIn: idsIn('case_codes', 'case_code_id'),
    goneBy: ['deleteCaseCode']
  },
  createPeerGroupMembership: { ...membership, idsIn: idIn('peer_group_membership_id') },
  createPeerGroupMemberships: {
    ...membership,
    idsIn: idsIn('peer_group_memberships', 'peer_group_membership_id')
  }
}

async function lostRows({ server }: Stage, { call, reply }: Answered, other: Answered): Promise<string[]> {
  const expected = made[call.name]
  if (expected === undefined || expected.goneBy.includes(other.call.name)) return []
  const ids = expected.idsIn(reply.body)
  const { rows } = await sql`
    select 1 from ${sql.table(expected.table)}
    where programme_id = ${PROGRAMME} and ${expected.id} in (${sql.join(ids)})`.execute(server.database)
  return rows.length === ids.length ? [] : [`acknowledged rows of ${expected.table} are gone`]
}

/** What one of two operations confirmed and is not true, given the other one. */
export async function faultsOfAcknowledged(stage: Stage, own: Answered, other: Answered): Promise<string[]> {
  if (own.reply.status !== 200) return []
  if (!isSave(own.call)) return lostRows(stage, own, other)
  const actions = [own, other].map(({ call }) =>
    call.name === 'saveSection' ? (call.input as { body: SaveBody }).body.action : ''
  )
  return [
    ...(await lostAnswers(stage, own)),
    ...(actions.includes('reopen') ? [] : await faultsOfSignOff(stage))
  ]
}
