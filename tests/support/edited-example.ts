// The files of the worked example (worked-example.ts) as one run reads them, edited.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openImportStore, type ImportStore } from './answers-import.ts'

interface QuestionNode {
  question_code: string
  [field: string]: unknown
}

interface PartNode {
  sub_section_name: string
  cells: { question: string; is_required?: boolean }[]
  [field: string]: unknown
}

export interface QuestionnaireNode {
  questionnaire_type?: string
  periods: object[]
  questions: QuestionNode[]
  sections: { section_name: string; sub_sections: PartNode[] }[]
}

interface ProjectNode {
  explorer_types: { explorer_type: string; label: string }[]
  peer_groups?: object[]
  periods: object[]
  questionnaires: string[]
}

interface ChartsNode {
  collections: { groups: { charts: string[] }[] }[]
  charts: { hidden_output_names?: string[]; parameters: Record<string, unknown>[] }[]
}

interface ProgrammeNode {
  time_periods: object[]
  filters: { filter_name: string; was?: string; options: (string | object)[] }[]
}

/** Changes the files of one run. */
export interface EditedExample {
  programme: (change: (file: ProgrammeNode) => void) => void
  organisations: (change: (text: string) => string) => void
  project: (change: (file: ProjectNode) => void) => void
  questionnaire: (change: (file: QuestionnaireNode) => void) => void
  charts: (change: (file: ChartsNode) => void) => void
  omitCharts: () => void
  /** Adds a questionnaire and lists it. */
  addQuestionnaire: (name: string, file: object) => void
}

export function editedExample(answers: string): EditedExample {
  const project = join(answers, '..')
  const root = join(project, '../..')
  const editText = (path: string, change: (text: string) => string): void =>
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  const editJson =
    <T>(path: string) =>
    (change: (file: T) => void): void =>
      editText(path, text => {
        const file = JSON.parse(text) as T
        change(file)
        return JSON.stringify(file, null, 1)
      })
  const editProject = editJson<ProjectNode>(join(project, 'project.json'))
  return {
    programme: editJson(join(root, 'programme.json')),
    organisations: change => editText(join(root, 'organisations.csv'), change),
    project: editProject,
    questionnaire: editJson(join(project, 'questionnaires/visits.json')),
    charts: editJson(join(project, 'charts.json')),
    omitCharts: () => rmSync(join(project, 'charts.json')),
    addQuestionnaire: (name, file) => {
      writeFileSync(join(project, `questionnaires/${name}.json`), JSON.stringify(file, null, 1))
      editProject(({ questionnaires }) => questionnaires.push(name))
    }
  }
}

export const questionOf = ({ questions }: QuestionnaireNode, code: string): QuestionNode =>
  questions.find(({ question_code }) => question_code === code)!

export const partOf = ({ sections }: QuestionnaireNode): PartNode => sections[0]!.sub_sections[0]!

/** A store of the test file's own. `run` provisions the edited files and returns what was said. */
export function useEditedExample() {
  let store: ImportStore
  beforeAll(async () => {
    store = await openImportStore()
  })
  afterAll(() => store.close())
  const run = (edit: (files: EditedExample) => void, isApplied = false): Promise<string[]> =>
    store.run({}, { isApplied }, answers => edit(editedExample(answers)))
  return { run, database: () => store.database }
}
