import { ProgressBar } from '#ui/progress.tsx'

/** The current step and the share of answers; 100 means that nothing is missing. */
export function SurveyProgress({ text, percent }: { text: string; percent: number }) {
  return (
    <div className="mb-6">
      <p className="flex justify-between gap-4 text-small text-ink-2 mb-2">
        <span>{text}</span>
        <span className="tabular-nums whitespace-nowrap">{percent}%</span>
      </p>
      <ProgressBar percent={percent} label="Answered" />
    </div>
  )
}
