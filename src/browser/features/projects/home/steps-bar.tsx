import { Ring } from '#browser/ui/progress.tsx'
import type { Step } from './steps.ts'

const stateNames: Record<Step['state'], string> = { done: 'done', now: 'now', next: 'not started' }

/** The project's phases, with the current one marked. */
export function StepsBar({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="card mb-5 flex overflow-hidden max-md:flex-col">
      {steps.map(step => (
        <li
          key={step.name}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className="flex-1 border-0 border-line border-solid px-4 py-3 md:border-l md:first:border-l-0 max-md:border-t max-md:first:border-t-0 max-md:py-2 aria-[current=step]:bg-brand-tint"
        >
          <p className="flex items-center gap-2 font-medium">
            <Ring percent={step.percent} isComplete={step.state === 'done'} />
            {step.name}
            <span className="sr-only">: {stateNames[step.state]}</span>
          </p>
          <p className="mt-0.5 ml-6 min-h-4 text-tiny text-ink-3">
            {step.dates}
            {step.left && <span className="text-brand-text">, {step.left}</span>}
          </p>
        </li>
      ))}
    </ol>
  )
}
