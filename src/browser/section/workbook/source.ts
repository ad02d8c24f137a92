// The input of a workbook, and the reference by which it is recognised on upload.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { SectionModel } from '#browser/section/state/model.ts'
import type { CellAnswer } from '#domain/answers/cell-rules.ts'

export interface WorkbookTitle {
  programmeName: string
  projectName: string
  submissionName: string
  periodName: string
}

export interface WorkbookIdentity {
  programmeCode: string
  questionnaireId: number
  submissionId: number
}

/** The current state of a cell; `base` is the server's answer that it was typed over, with its version. */
export interface CurrentCell {
  answer: CellAnswer
  base: CellAnswer
  version: number
}

export interface WorkbookSource {
  title: WorkbookTitle
  identity: WorkbookIdentity
  model: SectionModel
  currentCell: (key: string) => CurrentCell
}

export type WorkbookKind = 'blank' | 'filled'

export interface WorkbookReference extends WorkbookIdentity {
  sectionId: number
  kind: WorkbookKind
}

const WORKBOOK_FORMAT = 'workbook:1'

/** One text in every file that says what it is for. */
export const referenceText = ({
  programmeCode,
  questionnaireId,
  submissionId,
  sectionId,
  kind
}: WorkbookReference): string =>
  [WORKBOOK_FORMAT, kind, programmeCode, questionnaireId, submissionId, sectionId].join(':')

export function readReference(text: string): WorkbookReference | null {
  const match = /^workbook:1:(blank|filled):([a-z0-9-]+):(\d{1,15}):(\d{1,15}):(\d{1,15})$/.exec(text.trim())
  if (match === null) return null
  const [, kind, programmeCode = '', questionnaire, submission, section] = match
  return {
    kind: kind === 'blank' ? 'blank' : 'filled',
    programmeCode,
    questionnaireId: Number(questionnaire),
    submissionId: Number(submission),
    sectionId: Number(section)
  }
}

export const isReference = (text: string): boolean => text.startsWith('workbook:')

export const titleRows = ({ title, model }: WorkbookSource, exportedAt: string): [string, string][] => [
  ['Programme', title.programmeName],
  ['Project', title.projectName],
  ['Submission', title.submissionName],
  ['Section', model.section.section_name],
  ['Period', title.periodName],
  ['Exported at', exportedAt]
]

export const workbookReference = (
  { identity, model }: WorkbookSource,
  kind: WorkbookKind
): WorkbookReference => ({
  ...identity,
  sectionId: model.section.section_id,
  kind
})

/** The section that an engine has open, with its current contents. */
export const workbookSource = (
  { model, store }: SectionEngine,
  title: WorkbookTitle,
  identity: WorkbookIdentity
): WorkbookSource => ({
  title,
  identity,
  model,
  currentCell: key => store.get(key)
})
