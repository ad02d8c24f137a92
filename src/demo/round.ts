// Seeds what happens in a project once data collection has closed, through what the API calls: the imported periods are accepted and published, then
// the programme asks about figures, opens answers for correction, members answer and correct, and the programme decides.

import { acceptSubmissions } from '#server/acceptance/acceptances.ts'
import { openCorrectionWindows } from '#server/acceptance/correction-windows.ts'
import { publishNext } from '#server/benchmarks/editions/publish.ts'
import type { Database } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { readRound, type Round, type RoundContext } from './round-context.ts'
import { askByHand, askByRules, openAskedCells } from './round-queries.ts'

export async function seedRound(database: Database, round: Round, now: Date): Promise<void> {
  const context = await readRound(database, round, now)
  await publishHistory(context)
  await openWindows(context)
  await askByHand(context)
  await openAskedCells(context)
  await askByRules(context)
  await acceptSome(context)
}

async function publishHistory({ database, programme, project, at }: RoundContext): Promise<void> {
  const { programmeId } = programme
  const { projectId } = project
  const then = at(80)
  for (const { timePeriodId, yearsAgo } of project.timePeriods) {
    if (yearsAgo === 0) continue
    const body = { project_id: projectId, time_period_id: timePeriodId, accepted_questionnaires: null }
    await acceptSubmissions({ body }, then)
    await transaction(database, tx =>
      publishNext(tx, { programmeId, projectId, timePeriodId }, { userId: then.caller.userId, now: then.now })
    )
  }
}

async function openWindows({ current, place, questionnaireId, at }: RoundContext): Promise<void> {
  const [first, second] = current
  const windows = [
    [first, 'change', -8, 'To correct figures that we have asked about'],
    [second, 'complete', -5, 'To complete and sign off what was left at the deadline']
  ] as const
  for (const [submission, window_kind, daysAgo, reason_text] of windows) {
    const submission_ids = submission ? [submission.submissionId] : []
    const open_until = at(daysAgo).now.toISOString()
    const part = { questionnaire_id: questionnaireId, section_id: null, window_kind, open_until, reason_text }
    await openCorrectionWindows({ body: { ...place, ...part, submission_ids } }, at(11))
  }
}

/** Two of three that are ready. */
async function acceptSome({ current, place, questionnaireId, at }: RoundContext): Promise<void> {
  const accepted_questionnaires = current
    .filter(({ unit }, index) => unit.ownNumber === null && index % 3 > 0)
    .map(({ submissionId }) => ({ submission_id: submissionId, questionnaire_id: questionnaireId }))
  if (accepted_questionnaires.length === 0) return
  await acceptSubmissions({ body: { ...place, accepted_questionnaires } }, at(1))
}
