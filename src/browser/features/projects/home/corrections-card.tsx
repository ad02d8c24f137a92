import { Link } from 'wouter'
import { Card } from '#browser/ui/card.tsx'
import { sectionCorrectionText } from '#domain/questionnaires/correction-text.ts'
import { windowKindOf } from '#domain/questionnaires/section-changes.ts'
import { groupBy } from '#lib/group-by.ts'
import type { SubmissionProgress } from './remaining-work.ts'
import { sectionPath } from './section-path.ts'

interface CorrectionsCardProps {
  projectCode: string
  /** Null until they have loaded. */
  submissions: readonly SubmissionProgress[] | null
}

/** What is open again after data collection has closed, and until when. Renders nothing if nothing is open. */
export function CorrectionsCard({ projectCode, submissions }: CorrectionsCardProps) {
  const lines = (submissions ?? []).flatMap(({ id, name, sections }) => {
    const open = sections.filter(({ section }) => sectionCorrectionText(section) !== null)
    // The text of these has a number of answers, which is that of one section.
    const byWindow = groupBy(open, ({ section, completion }) =>
      windowKindOf(section) === 'cells' ? completion.section_id : sectionCorrectionText(section)
    )
    return [...byWindow].map(([key, works]) => ({
      key: `${id} ${key}`,
      text: sectionCorrectionText(works[0]!.section),
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
