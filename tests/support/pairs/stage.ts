// The data on which a pair of operations is raced: a separate project with one organisation, its registration and submission, a questionnaire and a
// survey.

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createCaseCodes } from '#contract/case-codes.ts'
import { createStructure } from '#contract/questionnaire-structures.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { callOf, type Call } from '#tests/support/races/race.ts'
import type { TestServer } from '#tests/support/server.ts'
import { organisation } from './organisation.ts'
import { places, standard, survey, type Places } from './structures.ts'

type Action = 'save' | 'complete' | 'reopen' | 'sign_off'
type Value = number | string | null

export interface Target {
  questionnaire_id: number
  section_id: number
  /** Of a respondent. */
  case_code?: string
}

export interface Stage {
  server: TestServer
  tokens: { admin: string; lead: string; contributor: string }
  lead: { user_id: number; email_address: string }
  contributor: { user_id: number; email_address: string }
  /** Another, empty submission of the same organisation. */
  other_submission_id: number
  place: { project_id: number; time_period_id: number; organisation_id: number }
  /** An earlier period, which the questionnaire has as well. */
  earlier_period_id: number
  scope_ids: readonly [number, number]
  registration_id: number
  submission_id: number
  registration_submission_id: number
  standard: Places
  survey: Places
  case_code: string
  case_code_id: number
  /** A call that saves values in a section, based on the last saved state. */
  saving: (
    target: Target,
    values: readonly (readonly [CellAddress, Value])[],
    action?: Action,
    by?: 'lead'
  ) => Call
  /** Sends such a call before the race and checks that it succeeds. */
  saved: (
    target: Target,
    values: readonly (readonly [CellAddress, Value])[],
    action?: Action,
    by?: 'lead'
  ) => Promise<void>
  /** Prepares something once, whichever of the two operations needs it first. */
  once: <T>(what: string, make: () => Promise<T>) => Promise<T>
  /** What an operation needs that would refuse the preparation of the other one: done once both are prepared. */
  whenPrepared: (() => Promise<unknown>)[]
}

export async function endPreparation(stage: Stage): Promise<void> {
  for (const finish of stage.whenPrepared.splice(0)) await finish()
}

export const selection = ({ place }: Stage) => ({
  project_id: place.project_id,
  time_period_id: place.time_period_id
})

let count = 0

/** Projects and people are inserted directly; everything that is raced is created by the product's own calls. */
export async function openStage(server: TestServer): Promise<Stage> {
  const number = ++count
  const admin = await server.tokenOf('admin')
  const owned = await organisation(server, number)
  const { place } = owned
  const make = async (questionnaire_type: 'standard' | 'case') => {
    const body = {
      project_id: place.project_id,
      time_period_id: place.time_period_id,
      questionnaire_name: questionnaire_type,
      questionnaire_type,
      structure: questionnaire_type === 'case' ? survey : standard
    }
    const { body: made } = await server.call(createStructure, { body }, admin)
    return places(server.database, PROGRAMME, made.questionnaire_id)
  }
  const [asked, cases] = [await make('standard'), await make('case')]
  await server.database
    .insertInto('questionnaire_periods')
    .values({
      programme_id: PROGRAMME,
      questionnaire_id: asked.questionnaire_id,
      time_period_id: owned.earlier_period_id,
      opens_at: null,
      closes_at: null,
      is_locked: false
    })
    .execute()
  await server.database
    .updateTable('questionnaire_periods')
    .set({ opens_at: new Date(0), closes_at: new Date('2100-01-01') })
    .where('programme_id', '=', PROGRAMME)
    .where('questionnaire_id', 'in', [asked.questionnaire_id, cases.questionnaire_id])
    .where('time_period_id', '=', place.time_period_id)
    .execute()
  await server.database
    .insertInto('questionnaire_scopes')
    .values({
      programme_id: PROGRAMME,
      questionnaire_id: asked.questionnaire_id,
      scope_id: owned.scope_ids[0]
    })
    .execute()
  const tokens = {
    admin,
    lead: await server.tokenOfUser(owned.lead.email_address),
    contributor: await server.tokenOfUser(owned.contributor.email_address)
  }
  const codes = await server.call(
    createCaseCodes,
    { body: { questionnaire_id: cases.questionnaire_id, submission_id: owned.submission_id, quantity: 1 } },
    tokens.contributor
  )
  const { case_code, case_code_id } = codes.body.case_codes[0]!
  return {
    server,
    ...owned,
    tokens,
    standard: asked,
    survey: cases,
    case_code,
    case_code_id,
    whenPrepared: [],
    ...hands(server, owned, tokens)
  }
}

type Owned = Awaited<ReturnType<typeof organisation>>

function hands(
  server: TestServer,
  { submission_id }: Owned,
  tokens: Stage['tokens']
): Pick<Stage, 'saving' | 'saved' | 'once'> {
  const versions = new Map<string, number>()
  const prepared = new Map<string, Promise<unknown>>()
  const bodyOf: (...words: Parameters<Stage['saving']>) => Parameters<typeof savingBody>[0] = (
    target,
    values,
    action = 'save'
  ) => ({
    ...target,
    submission_id,
    action,
    answers: values.map(([address, value]) => ({
      ...address,
      value,
      base_version: versions.get(`${target.case_code ?? ''} ${cellKey(address)}`) ?? 0
    }))
  })
  const tokenFor = ({ case_code }: Target, by: 'lead' | undefined) =>
    case_code === undefined ? tokens[by ?? 'contributor'] : undefined
  const saving: Stage['saving'] = (target, values, action, by) =>
    callOf('saveSection', { body: savingBody(bodyOf(target, values, action)) }, tokenFor(target, by))
  return {
    saving,
    async saved(target, values, action, by) {
      const reply = await server.call(
        saveSection,
        { body: savingBody(bodyOf(target, values, action)) },
        tokenFor(target, by)
      )
      expect(reply.body).toMatchObject({ rejected: [], conflicts: [] })
      for (const cell of reply.body.saved)
        versions.set(`${target.case_code ?? ''} ${cellKey(cell)}`, cell.version)
    },
    once<T>(what: string, make: () => Promise<T>) {
      const known = prepared.get(what) as Promise<T> | undefined
      const made = known ?? make()
      prepared.set(what, made)
      return made
    }
  }
}

const savingBody = (body: {
  questionnaire_id: number
  section_id: number
  case_code?: string
  submission_id: number
  action: Action
  answers: (CellAddress & { value: Value; base_version: number })[]
}) => ({ ...body, client_change_id: randomUUID() })
