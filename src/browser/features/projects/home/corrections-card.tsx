import { Link } from 'wouter'
import { Card } from '#browser/ui/card.tsx'
import { groupBy } from '#lib/group-by.ts'
import type { SubmissionProgress } from './remaining-work.ts'
import { sectionPath } from './section-path.ts'

interface CorrectionsCardProps {
  projectCode: string
  /** Null until they have loaded. */
  submissions: readonly SubmissionProgress[] | null
}

/** What is open again after data collection has closed, and until when. Nothing where nothing is. */
export function CorrectionsCard({ projectCode, submissions }: CorrectionsCardProps) {
  const lines = (submissions ?? []).flatMap(({ id, name, sections }) => {
    const open = sections.filter(({ correction }) => correction !== null)
    return [...groupBy(open, ({ correction }) => correction)].map(([text, works]) => ({
      key: `${id} ${text}`,
      text,
      first: works[0]!,
      what:
        works.length === sections.length
          ? name
          : `${name}: ${works.map(({ sectionName }) => sectionName).join(', ')}`
    }))
  })
  if (lines.length === 0) return null
  return (
    <Card title="What you can still change" className="mb-5">
      <ul>
        {lines.map(({ key, text, first, what }) => (
          <li
            key={key}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-0 border-t border-line border-solid px-4 py-3 text-small first:border-t-0"
          >
            <p className="min-w-0 flex-1 break-words max-sm:basis-full">
              <span className="font-medium">{what}</span>
              <span className="block text-ink-2">{text}</span>
            </p>
            <Link href={sectionPath(projectCode, first)} aria-label={`Open: ${what}`} className="font-medium">
              Open
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
