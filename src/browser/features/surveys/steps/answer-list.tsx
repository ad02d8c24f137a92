import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from '#browser/ui/icon.tsx'
import { X } from '#browser/ui/icons/icon-paths.ts'
import type { ReviewPart } from './review-answers.ts'

interface AnswerListProps {
  part: ReviewPart
  /** Shown to the right of the part's name. */
  aside?: ReactNode
  /** The address where a question can be changed; without it the answers are read-only. */
  linkTo?: (key: string) => string
  /** Whether each answer has a link of its own, where each question has its own screen. */
  isEachChanged?: boolean
}

/** A part's questions with their answers, and what is missing. */
export function AnswerList({ part, aside, linkTo, isEachChanged = false }: AnswerListProps) {
  return (
    <section className="mt-7 break-inside-avoid">
      <div className="flex items-baseline gap-3">
        <h2 className="flex-1 min-w-0">{part.name}</h2>
        {aside}
      </div>
      <dl data-read-only className="mt-2 card print:border-0">
        {part.answers.map(({ key, question, unit, text, fault }) => (
          <div
            key={key}
            className="relative grid sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-x-6 px-4 py-2.5 border-0 border-t first:border-t-0 border-solid border-line"
          >
            <dt className="text-ink-2 max-sm:pr-18">
              {question}
              {unit !== '' && <span className="text-ink-3">, {unit}</span>}
            </dt>
            {isEachChanged && linkTo !== undefined && fault === null && (
              <dd className="absolute right-4 top-2.5">
                <Link href={linkTo(key)} aria-label={`Change: ${question}`}>
                  Change
                </Link>
              </dd>
            )}
            <dd className="min-w-0 whitespace-pre-wrap break-words">
              {text === '' ? fault === null && <span className="text-ink-3">No answer</span> : text}
              {fault !== null && linkTo !== undefined && (
                <Link
                  href={linkTo(key)}
                  className="flex items-start gap-1.5 text-bad underline"
                  aria-label={`${fault}: ${question}`}
                >
                  <Icon of={X} className="mt-0.5" />
                  {fault}
                </Link>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
