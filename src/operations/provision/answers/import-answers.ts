// Imports the answers of a programme's files. Files may be larger than the memory: they are read line by line and compared section by section.

import { sql } from 'kysely'
import { groupBy } from '#lib/group-by.ts'
import type { AnswersFile } from '#operations/provision/desired.ts'
import type { AnswersEntry } from '#operations/provision/difference.ts'
import { recordActs } from '#server/auth/record-acts.ts'
import { fillRuleGroups } from '#server/benchmarks/peer-groups/rule-groups.ts'
import { bumpAggregateVersions, bumpDataVersions } from '#server/database/data-version.ts'
import type { TakenStructure } from '#server/database/structure-lock.ts'
import { readAnswerLines, sectionKey, type AnswerLine, type SectionLines } from './answer-lines.ts'
import { importBatch } from './import-batch.ts'
import type { AnswersTarget, ImportContext } from './import-context.ts'
import { ImportPlan, type PeriodPlan } from './import-plan.ts'
import { readProjectCodes, type ProjectCodes } from './project-codes.ts'

/** About as many cells as a save of a large section has, so that memory does not grow with the file. */
const IMPORTED_CELLS_AT_ONCE = 2000

/** A longer text counts as several cells, so that no statement is longer than about a megabyte. */
const CHARACTERS_OF_CELL = 500

/** What the files would change, and changes it if `isApplied` is set and nothing is refused. */
export async function importAnswers(
  structure: TakenStructure,
  files: readonly AnswersFile[],
  target: AnswersTarget
): Promise<AnswersEntry[]> {
  const plan = new ImportPlan()
  // Tables may grow a thousandfold in this transaction, and plans for small ones, which are kept, would read them whole.
  await sql`select set_config('enable_seqscan', 'off', true)`.execute(structure.tx)
  const projects = new Map<string, ProjectCodes>()
  for (const [code, own] of groupBy(files, ({ project }) => project)) {
    const project = await readProjectCodes(structure.tx, structure.programmeId, code)
    for (const file of own) if (!plan.isFull) await importFile({ structure, project, plan, target }, file)
    projects.set(code, project)
  }
  await publishImport(structure, projects, plan, target.now)
  await sql`select set_config('enable_seqscan', 'on', true)`.execute(structure.tx)
  if (plan.periods.some(({ newSubmissions }) => newSubmissions > 0))
    await fillRuleGroups(structure.tx, structure.programmeId)
  return plan.entries(await countPeople(structure, plan.periods))
}

async function importFile(context: ImportContext, { file, open }: AnswersFile): Promise<void> {
  const { plan } = context
  const opened = open()
  if (!opened.ok) return plan.refuse(file, { line: 1, reason: opened.error.message })
  let [batch, cells]: [SectionLines[], number] = [[], 0]
  try {
    for await (const read of readAnswerLines(opened.value)) {
      if (plan.isFull) return
      if (!read.ok) {
        plan.refuse(file, read.error)
        continue
      }
      const last = batch.at(-1)
      if (last !== undefined && sectionKey(last) === sectionKey(read.value)) {
        if (!addLine(last, read.value)) plan.refuse(file, tooMany(read.value))
      } else {
        // Only whole sections are compared: calculated cells depend on all answers.
        if (cells >= IMPORTED_CELLS_AT_ONCE) {
          await importBatch(context, batch)
          ;[batch, cells] = [[], 0]
        }
        batch.push({ file, keys: read.value.keys, lines: [read.value] })
      }
      cells += 1 + Math.floor(read.value.value.length / CHARACTERS_OF_CELL)
    }
  } finally {
    opened.value.destroy()
  }
  await importBatch(context, batch)
}

/** More than a section has: 5,000 cells, or 200 rows of a repeating grid. */
const MAX_SECTION_LINES = 50_000

function addLine({ lines }: SectionLines, line: AnswerLine): boolean {
  if (lines.length < MAX_SECTION_LINES) lines.push(line)
  return lines.length < MAX_SECTION_LINES
}

const tooMany = ({ line }: AnswerLine) => ({
  line,
  reason: `the section has more than ${MAX_SECTION_LINES} lines`
})

/** Makes charts, later editions and cached replies read the new figures, and records the import in the audit log. */
async function publishImport(
  { tx, programmeId }: TakenStructure,
  projects: ReadonlyMap<string, ProjectCodes>,
  plan: ImportPlan,
  now: Date
): Promise<void> {
  const acts = plan.periods
    .filter(({ hasWritten }) => hasWritten)
    .map(({ project, period, questionnaireId }) => ({
      kind: 'answers_imported' as const,
      project_id: projects.get(project)?.projectId ?? 0,
      time_period_id: projects.get(project)?.periodIds.get(period) ?? null,
      questionnaire_id: questionnaireId
    }))
  if (acts.length === 0) return
  await bumpDataVersions(
    tx,
    programmeId,
    acts.map(({ project_id }) => project_id)
  )
  await bumpAggregateVersions(
    tx,
    programmeId,
    acts.map(({ questionnaire_id }) => questionnaire_id),
    0
  )
  await recordActs(tx, { programmeId, userId: null, actedBy: 'provisioning', now }, acts, null)
}

/** The number of accounts in the organisations of each line of the plan. */
async function countPeople(
  { tx, programmeId }: TakenStructure,
  periods: readonly PeriodPlan[]
): Promise<(period: PeriodPlan) => number> {
  const ids = [...new Set(periods.flatMap(({ organisationIds }) => [...organisationIds]))]
  const { rows } = await sql<{ organisation_id: number; people: number }>`
    select organisation_id, count(*)::int as people from users
    where programme_id = ${programmeId} and organisation_id = any(${ids}::bigint[]) group by organisation_id`.execute(
    tx
  )
  const people = new Map(rows.map(row => [row.organisation_id, row.people]))
  return ({ organisationIds }) => [...organisationIds].reduce((sum, id) => sum + (people.get(id) ?? 0), 0)
}
