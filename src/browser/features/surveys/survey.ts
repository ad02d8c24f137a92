// The open survey: one engine per section, its parts, and the watchers of the window.

import { computed, type ReadableAtom } from 'nanostores'
import { loadableStore } from '#browser/api/cache/cache.ts'
import { registerLeaveCheck } from '#browser/navigation/leave.ts'
import { SectionEngine } from '#browser/section/section-engine.ts'
import { openDrafts } from '#browser/section/sync/drafts.ts'
import { saveAnswers, saveReply } from '#browser/section/sync/save-answers.ts'
import { openTabLink } from '#browser/section/sync/tab-link.ts'
import { browserTiming } from '#browser/section/sync/timing.ts'
import { watchUnsaved } from '#browser/section/sync/watch-unsaved.ts'
import { watchWindow } from '#browser/section/sync/watch-window.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import type { CaseReference } from '#browser/stores/survey.ts'
import type { SectionQuestions } from '#contract/questionnaires.ts'
import { normaliseCaseCode } from '#domain/people/case-code.ts'
import { preload } from '#lib/chunk.ts'
import { disposeAll } from '#lib/dispose.ts'
import { newId } from '#lib/new-id.ts'
import { ok, type Result } from '#lib/result.ts'
import { readSection } from './content.ts'
import { finishReading } from './reading.ts'
import { beforeRefusalRedirect, redirectIfRefused } from './redirect-if-refused.ts'
import { surveyParts, type SurveyPart } from './steps/parts.ts'
import { summariseStatus, type SurveyStatus } from './survey-status.ts'

export interface OpenSurvey {
  reference: CaseReference
  /** As they were loaded. */
  sections: SectionQuestions[]
  engines: SectionEngine[]
  parts: SurveyPart[]
  $status: ReadableAtom<SurveyStatus>
}

export const $survey = loadableStore<OpenSurvey>({ isOfUser: false })

let retryOpenSurvey = (): void => {}
/** Loads the same survey again after a failure. */
export const retrySurvey = (): void => retryOpenSurvey()

/** Opens a case's survey. Returns a function that closes it and keeps everything typed on this device. */
export function openSurvey(reference: CaseReference): () => void {
  const stops: (() => void)[] = []
  const stopAll = (): void => disposeAll(stops)
  stops.push(beforeRefusalRedirect(stopAll))
  retryOpenSurvey = () =>
    void $survey.load(JSON.stringify(reference), async isNewest => {
      const result = await readSurvey(reference)
      if (result.ok && isNewest()) {
        stops.push(...result.value.engines.flatMap(attachSurveyWatchers))
        // What an earlier visit could not send.
        sendAgain(result.value)
        preload(saveReply)
      }
      return result
    })
  $survey.reset()
  retryOpenSurvey()
  return () => {
    $survey.reset()
    stopAll()
  }
}

async function readSurvey(reference: CaseReference): Promise<Result<OpenSurvey>> {
  const sections = await finishReading(reference)
  if (!sections.ok) return sections
  const engines = sections.value.map(section => engineOf(reference, section))
  await Promise.all(engines.map(engine => engine.restore()))
  const $status = computed(
    engines.map(engine => engine.$status),
    (...lines) => summariseStatus(lines)
  )
  return ok({ reference, sections: sections.value, engines, parts: surveyParts(engines), $status })
}

/** Drafts are stored by case code, so that the next respondent at the same computer does not see them. */
function engineOf(reference: CaseReference, section: SectionQuestions): SectionEngine {
  const { questionnaireId, submissionId, caseCode } = reference
  const sectionId = section.section.section_id
  const user = `case ${normaliseCaseCode(caseCode)}`
  const scope = { programmeCode: runtimeConfig().programmeCode, user, submissionId, sectionId }
  const engine = new SectionEngine({
    section,
    drafts: openDrafts(scope),
    tabs: openTabLink(scope),
    timing: browserTiming,
    newId,
    reopensBySaving: true,
    fetchSection: () => readSection(reference, sectionId),
    send: (wanted, client_change_id, answers) => {
      // A survey is submitted section by section; where that broke off, its complete sections can still change.
      const action = wanted === 'save' ? engine.savingAction : wanted
      const cells = {
        questionnaire_id: questionnaireId,
        submission_id: submissionId,
        section_id: sectionId,
        answers
      }
      return redirectIfRefused(
        reference,
        saveAnswers({ ...cells, case_code: caseCode, client_change_id, action })
      )
    }
  })
  return engine
}

/** Watchers that run while a survey is open. Returns the functions that stop them. */
const attachSurveyWatchers = (engine: SectionEngine): (() => void)[] => [
  watchWindow(engine, window),
  watchUnsaved(engine, registerLeaveCheck),
  () => engine.stop()
]

/** Stores and sends the answers without waiting. */
export function saveNow({ engines }: OpenSurvey): void {
  for (const engine of engines) void engine.flushDrafts().then(() => engine.retry())
}

/** Tries again to send what failed, at the respondent's request. */
export function sendAgain({ engines }: OpenSurvey): void {
  for (const engine of engines) engine.sendNow()
}
