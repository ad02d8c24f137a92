import { ProgressBar } from '#browser/ui/progress.tsx'

interface SurveyProgressProps {
  text: string
  /** The place among the questions where each has a screen of its own. */
  count?: string
  percent: number
}

/** The current step and the share of answers; 100 means that nothing is missing. */
export function SurveyProgress({ text, count, percent }: SurveyProgressProps) {
  return (
    <div className="mb-6">
      <p className="flex justify-between gap-4 text-small text-ink-2 mb-2">
        <span>{text}</span>
        <span className="tabular-nums whitespace-nowrap">{count ?? `${percent}%`}</span>
      </p>
      <ProgressBar percent={percent} label="Answered" />
    </div>
  )
}
