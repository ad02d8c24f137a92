// The organiser's table as CSV: the rows that are shown, in their order.

import type { CollectionProgress } from '#browser/stores/collection/collection-progress.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { sectionPercent, type ProgressRowView } from '#domain/questionnaires/progress-rows.ts'
import { csvFile, type CsvCell } from '#lib/csv.ts'
import { formatMoment } from '#lib/format.ts'
import { progressStateWords } from './progress-labels.ts'

const moment = (timestamp: string | null): string => (timestamp === null ? '' : formatMoment(timestamp))

export function progressCsv(
  views: readonly ProgressRowView[],
  { section_list, filter_list }: Pick<CollectionProgress, 'section_list' | 'filter_list'>
): string {
  const heads: CsvCell[] = [
    'Organisation',
    withTerms('{Submission}'),
    withTerms('{Submissions}'),
    ...filter_list.map(({ filter_name }) => filter_name),
    'State',
    'Answered (%)',
    'Answers to do',
    'Answers to check',
    'Last activity',
    'Reminded',
    'Lead',
    ...section_list.flatMap(({ section_name }) => [
      `${section_name}: state`,
      `${section_name}: answered (%)`,
      `${section_name}: answers to do`,
      `${section_name}: answers to check`
    ])
  ]
  const rows = views.map(({ row, state, percent, warningCount, sections }): CsvCell[] => [
    row.organisation_name,
    row.submission_name,
    row.submission_count,
    ...filter_list.map(({ filter_id }) =>
      row.filter_options
        .filter(own => own.filter_id === filter_id)
        .map(({ option_name }) => option_name)
        .join('; ')
    ),
    progressStateWords[state],
    percent,
    row.section_progress.reduce((sum, one) => sum + one.applicable_count - one.answered_count, 0),
    warningCount,
    moment(row.last_activity_at),
    moment(row.reminded_at),
    row.lead_name,
    ...section_list.flatMap(({ section_id }): CsvCell[] => {
      const section = sections.get(section_id)
      if (section === undefined) return ['', null, null, null]
      const left = section.applicable_count - section.answered_count
      const words = `${progressStateWords[section.status]}${section.is_empty === true ? ', nothing to report' : ''}`
      return [words, sectionPercent(section), left, section.warning_count]
    })
  ])
  return csvFile([heads, ...rows])
}
