// What a caller was told is kept must be there afterwards.
import { cellKey, type CellAddress } from '#domain/cell-address.ts'
import type { AnyReply, Call } from '../races/race.ts'
import { faultsOfSignOff } from './invariants.ts'
import { PROGRAMME } from '../races/race-accounts.ts'
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

/** Every version that a save was told of, with its value. */
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

async function lostRows(stage: Stage, { call, reply }: Answered, other: Answered): Promise<string[]> {
  const { database } = stage.server
  if (call.name === 'postComment') {
    const row = await database
      .selectFrom('comments')
      .select('comment_id')
      .where('programme_id', '=', PROGRAMME)
      .where('comment_id', '=', reply.body['comment_id'] as number)
      .executeTakeFirst()
    return row ? [] : ['an acknowledged comment is gone']
  }
  if (call.name === 'createCaseCodes' && other.call.name !== 'deleteCaseCode') {
    const ids = (reply.body['case_codes'] as { case_code_id: number }[]).map(code => code.case_code_id)
    const rows = await database
      .selectFrom('case_codes')
      .select('case_code_id')
      .where('programme_id', '=', PROGRAMME)
      .where('case_code_id', 'in', ids)
      .execute()
    return rows.length === ids.length ? [] : ['an acknowledged code is gone']
  }
  return []
}

/** What one of two operations was told and what is not so, given the other one. */
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
