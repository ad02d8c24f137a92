import { Link, useLocation } from 'wouter'
import { saveCsv } from '#browser/api/download.ts'
import { csvFileName } from '#browser/features/data-collection/codes/export-codes.ts'
import { withCode } from '#browser/stores/outcomes.ts'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { FileDown } from '#browser/ui/icons/rare-icon-paths.ts'
import { Segmented } from '#browser/ui/segmented.tsx'
import { chunk } from '#lib/chunk.ts'
import { countOf } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import type { SurveySummary } from './survey-summary.ts'

const resultsCsvCode = chunk(() => import('./results-csv.ts'))

export type ResultsPart = 'cases' | 'results'

interface ResultsHeadProps {
  projectCode: string
  summary: SurveySummary
  submissionName: string
  part: ResultsPart
  /** Whether the codes can be listed here. */
  hasCases: boolean
}

/** The title, the download and, while the survey is incomplete, the main action. */
export function ResultsHead({ projectCode, summary, submissionName, part, hasCases }: ResultsHeadProps) {
  const [, navigate] = useLocation()
  const [latest, before] = summary.surveyed_periods
  const left = latest ? latest.issued_count - latest.completed_count : 0
  const pathOf = (one: ResultsPart) =>
    paths.dataCollection(projectCode, {
      view: 'entry',
      results: String(summary.questionnaire_id),
      ...(one === 'cases' && { part: one })
    })
  return (
    <header className="page-head">
      <div className="flex-1 min-w-0">
        <h1>{summary.questionnaire_name}</h1>
        <p className="text-small text-ink-2 mt-0.5">
          {submissionName}, {latest?.time_period_name}
          {before && ` compared with ${before.time_period_name}`}
        </p>
      </div>
      <Link href={paths.dataCollection(projectCode, { view: 'entry' })} className={buttonClass()}>
        Back to data collection
      </Link>
      {hasCases && (
        <Segmented<ResultsPart>
          label="What to show"
          options={[
            { id: 'cases', label: 'Cases' },
            { id: 'results', label: 'Results' }
          ]}
          pressed={part}
          onPress={one => navigate(pathOf(one))}
        />
      )}
      {part === 'results' && (
        <Button icon={FileDown} onClick={() => saveResults(summary, submissionName)}>
          Download CSV
        </Button>
      )}
      {hasCases && part === 'results' && left > 0 && (
        <Link href={pathOf('cases')} className={buttonClass({ kind: 'main' })}>
          Open {countOf(left, 'case')} to complete
        </Link>
      )}
    </header>
  )
}

const saveResults = (summary: SurveySummary, submissionName: string): Promise<void> =>
  withCode(resultsCsvCode, ({ resultsCsv }) =>
    saveCsv(resultsCsv(summary), csvFileName(['Results', summary.questionnaire_name, submissionName]))
  )
