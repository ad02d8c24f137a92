// The folder of a running programme with some of its files edited.

interface ProjectFile {
  visibility: string
  minimum_count: number
  periods: { time_period: string; collection_closes_at?: string | null }[]
  scopes: { scope_name: string }[]
  documents: { time_period?: string }[]
  questionnaires: string[]
  abouts: { heading: string; body_html: string }[]
  peer_groups: { peer_group_name: string; member_rule: object }[]
}

interface Cell {
  question: string
  row?: string
  column?: string
  is_required?: boolean
}

interface QuestionnaireFile {
  questionnaire_name: string
  workbook?: string
  periods: { time_period: string; closes_at?: string | null; is_locked?: boolean }[]
  questions: {
    question_code: string
    question_text: string
    question_type: string
    option_names?: (string | { option_name: string; was: string })[]
    expression?: string
  }[]
  sections: {
    section_name: string
    sub_sections: {
      sub_section_name: string
      layout?: string
      rows?: (string | { row_name: string; was: string })[]
      cells: Cell[]
    }[]
  }[]
}

interface ProgrammeFile {
  time_periods: { time_period_name: string; starts_at: string; ends_at: string }[]
  filters: { filter_name: string; options: (string | { option_name: string; was: string })[] }[]
  projects: string[]
}

export type Files = Map<string, string | Buffer>

/** A change of one kind of file. */
type Change<T> = (file: T) => void

/** Edits the one file whose path has this ending. */
function edit<T>(files: Files, ending: string, change: Change<T>): void {
  const [path, ...others] = [...files.keys()].filter(
    one => one.endsWith(ending) && !one.startsWith('schemas/')
  )
  if (path === undefined || others.length > 0) throw new Error(`Not one file ends in ${ending}.`)
  const file = JSON.parse(String(files.get(path))) as T
  change(file)
  files.set(path, JSON.stringify(file, null, 2))
}

export const editProgramme = (files: Files, change: Change<ProgrammeFile>): void =>
  edit(files, 'programme.json', change)

interface ChartsFile {
  collections: {
    explorer_type: string
    collection_name: string
    groups: { group_slug: string; group_name: string; charts: string[] }[]
  }[]
  charts: { chart_name: string; collection: string; parameters?: object[] }[]
}

export const editCharts = (files: Files, code: string, change: Change<ChartsFile>): void =>
  edit(files, `${code}/charts.json`, change)

export const editProject = (files: Files, code: string, change: Change<ProjectFile>): void =>
  edit(files, `${code}/project.json`, change)

export const editQuestionnaire = (files: Files, name: string, change: Change<QuestionnaireFile>): void =>
  edit(files, `questionnaires/${name}.json`, change)
