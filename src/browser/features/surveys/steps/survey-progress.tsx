import { ProgressBar } from '#browser/ui/progress.tsx'

interface SurveyProgressProps {
  text: string
  /** The place among the questions where each has a screen of its own. */
  count?: string
  percent: number
}

/** The current step, and how far the questions are passed or, where a step has several, answered; 100 means that nothing is missing. */
export function SurveyProgress({ text, count, percent }: SurveyProgressProps) {
  return (
    <div className="mb-6">
      <p className="flex justify-between gap-4 text-small text-ink-2 mb-2">
        <span>{text}</span>
        <span className="tabular-nums whitespace-nowrap">{count ?? `${percent}%`}</span>
      </p>
      <ProgressBar percent={percent} label={count ?? 'Answered'} />
    </div>
  )
}
