import type { ReactNode } from 'react'
import { countOf, formatCount } from '#lib/format.ts'
import type { SurveySummary } from './survey-summary.ts'

export const partAnchor = (sectionId: number): string => `answers-${sectionId}`

/** The parts of the survey, and what the reader sees of its cases. */
export function ResultsParts({ summary, children }: { summary: SurveySummary; children: ReactNode }) {
  const { sections, questionnaire_name } = summary
  const count = sections.reduce((sum, { questions }) => sum + questions.length, 0)
  return (
    <div className="grid gap-x-6 gap-y-4 items-start grid-cols-[minmax(0,1fr)] lg:grid-cols-[208px_minmax(0,1fr)]">
      <nav aria-label="Parts of the survey" className="lg:sticky lg:top-28 max-lg:hidden">
        <p className="side-head">
          {questionnaire_name}, {countOf(count, 'question')}
        </p>
        <ul>
          {sections.map(({ section_id, section_name, questions }) => (
            <li key={section_id}>
              <a href={`#${partAnchor(section_id)}`} className="side-link">
                <span className="flex-1 min-w-0 break-words">{section_name}</span>
                <span className="text-tiny text-ink-3 tabular-nums">{formatCount(questions.length)}</span>
              </a>
            </li>
          ))}
        </ul>
        <WhatIsSeen summary={summary} className="mx-4 mt-4 pt-4 border-0 border-t border-solid border-line" />
      </nav>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {children}
        <WhatIsSeen summary={summary} className="lg:hidden" />
      </div>
    </div>
  )
}

const WhatIsSeen = ({ summary, className }: { summary: SurveySummary; className: string }) => (
  <div className={`text-small text-ink-2 ${className}`}>
    <p className="font-medium text-ink">What you see</p>
    <p className="mt-0.5">{whatIsSeen(summary)}</p>
  </div>
)

const whatIsSeen = ({ sees_cases, minimum_case_count }: SurveySummary): string =>
  sees_cases
    ? `You can view single cases, so all answers are shown. Other people see totals of at least ${formatCount(minimum_case_count)} cases.`
    : `You see totals of at least ${formatCount(minimum_case_count)} cases. Only programme admins can view single cases.`
