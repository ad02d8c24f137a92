import { useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { CircleAlert } from '#browser/ui/icons/rare-icon-paths.ts'
import { ErrorText } from '#browser/ui/notice.tsx'
import { Pill } from '#browser/ui/pill.tsx'
import { Ring } from '#browser/ui/progress.tsx'
import type { Result } from '#lib/result.ts'
import { failureText } from '#lib/text/offline-text.ts'
import type { StepName } from './progress.ts'

/** The id of a step's heading, which is read next after the step before it is saved. */
export const stepId = (name: StepName): string => `step-${name}`

interface FrameProps {
  name: StepName
  number: number
  title: string
  /** In small letters after the title. */
  note?: string | undefined
  state: 'done' | 'missing' | 'later'
  /** The state as a label. */
  word: string
  /** At the right of the title. */
  action?: ReactNode
  children?: ReactNode
}

/** One of the five steps: all are on the page, nothing is hidden behind a "next" button. */
export function Step({ name, number, title, note, state, word, action, children }: FrameProps) {
  const id = stepId(name)
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-3 border-0 border-t border-line border-solid px-4 py-3 first:border-t-0"
    >
      <span className="mt-1">
        {state === 'missing' ? (
          <Icon of={CircleAlert} className="text-warn" />
        ) : (
          <Ring percent={0} isComplete={state === 'done'} />
        )}
      </span>
      <div className="min-w-0">
        <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={id} tabIndex={-1} className="min-w-0 flex-1 basis-48">
            {number}. {title}{' '}
            {note && <small className="ml-1.5 text-small font-normal text-ink-3">{note}</small>}
          </h2>
          <Pill tone={state === 'done' ? 'ok' : state === 'missing' ? 'warn' : 'neutral'}>{word}</Pill>
          {action}
        </div>
        {children}
      </div>
    </section>
  )
}

/** The state of a step that is not due yet. */
export const NOT_YET = { state: 'later', word: 'not yet' } as const

/** A row for what is missing; its tint reaches into the margin. */
export function MissingRow({
  name,
  children,
  action
}: {
  name: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="-ml-3 flex flex-wrap items-center gap-x-3 gap-y-1 border-0 border-l-3 border-warn border-solid bg-warn-tint py-1.5 pl-[9px] pr-2">
      <span className="w-35 flex-none font-medium">{name}</span>
      <span className="min-w-40 flex-1 text-warn">{children}</span>
      {action}
    </div>
  )
}

/** A secondary action of a step, in the colour of links. */
export const StepAction = (props: ComponentProps<typeof Button>) => (
  <Button kind="quiet" size="s" className="text-brand-text! max-sm:-ml-2.5" {...props} />
)

/** Runs a saving action and keeps its error to show it. */
export function useSaving() {
  const [error, setError] = useState('')
  const run = async (action: () => Promise<Result<unknown>>): Promise<boolean> => {
    setError('')
    const answer = await action()
    if (!answer.ok) setError(failureText(answer.error))
    return answer.ok
  }
  return { error, run, setError }
}

export function SavingError({ error }: { error: string }) {
  return <ErrorText className="mt-2">{error}</ErrorText>
}
