// The results of a survey as CSV: what the page shows, and nothing that it holds back.

import type { AnswerDistribution, SummarisedQuestion } from '#contract/survey-summary.ts'
import { shownFigure } from '#domain/figures/shown-figures.ts'
import { csvFile, type CsvCell } from '#lib/csv.ts'
import { answerText, type SurveySummary } from './survey-summary.ts'

const RESULTS_HEADINGS = [
  'Section',
  'Question',
  'Row and column',
  'Period',
  'Answer',
  'Cases',
  'Share (%)',
  'Value'
]

type AnswerRow = [answer: string, cases: number | null, share: number | null, value: string]

export function resultsCsv({ surveyed_periods, sections, minimum_case_count }: SurveySummary): string {
  const nameOf = (timePeriodId: number): string =>
    surveyed_periods.find(period => period.time_period_id === timePeriodId)?.time_period_name ?? ''
  const rows = sections.flatMap(({ section_name, questions }) =>
    questions.flatMap(question =>
      [
        ...question.distributions.flatMap((distribution, index) =>
          distributionRows(question, distribution, index === 0, minimum_case_count).map(row => ({
            period: nameOf(distribution.time_period_id),
            row
          }))
        ),
        ...question.texts.map(text => ({
          period: surveyed_periods[0]?.time_period_name ?? '',
          row: ['', null, null, text] satisfies AnswerRow
        }))
      ].map(({ period, row }): CsvCell[] => [
        section_name,
        question.question_text,
        question.cell_name,
        period,
        ...row
      ])
    )
  )
  return csvFile([RESULTS_HEADINGS, ...rows])
}

/** Of the period before, the page shows shares and the median only. */
function distributionRows(
  question: SummarisedQuestion,
  { is_held_back, n, choices, bins, Mean, Median, Q1, Q3 }: AnswerDistribution,
  isLatest: boolean,
  minimum: number
): AnswerRow[] {
  if (is_held_back) return isLatest ? [[`Not shown: fewer than ${minimum} cases`, null, null, '']] : []
  if (n === null) return []
  const figure = (name: string, value: number | null): AnswerRow[] =>
    value === null ? [] : [[name, null, null, answerText(question, value)]]
  return [
    ['All answers', n, null, ''],
    ...choices.map(({ option_name, count }): AnswerRow => [
      option_name,
      isLatest ? count : null,
      n === 0 ? null : shownFigure((100 * count) / n, 0),
      ''
    ]),
    ...(isLatest ? bins : []).map(({ from, to, count }): AnswerRow => [
      `${answerText(question, from)} to ${answerText(question, to)}`,
      count,
      null,
      ''
    ]),
    ...(choices.length > 0 && !isLatest ? [] : figure('Median', Median)),
    ...(isLatest
      ? [...figure('Mean', Mean), ...figure('Lower quartile', Q1), ...figure('Upper quartile', Q3)]
      : [])
  ]
}
