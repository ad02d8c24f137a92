import { Link } from 'wouter'
import { Card } from '#browser/ui/card.tsx'
import { formatAgo } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import { latestChanges, type SubmissionProgress } from './remaining-work.ts'

interface LatestChangesCardProps {
  projectCode: string
  submissions: readonly SubmissionProgress[]
}

/** Who made the latest changes, and where. */
export function LatestChangesCard({ projectCode, submissions }: LatestChangesCardProps) {
  const changes = latestChanges(submissions)
  if (changes.length === 0) return null
  return (
    <Card title="Latest changes">
      <ul className="py-1.5">
        {changes.map(({ work, at }) => (
          <li key={`${work.submissionId}/${work.completion.section_id}`} className="px-4 py-1.5 text-small">
            <Link
              href={paths.section(
                projectCode,
                work.questionnaireId,
                work.submissionId,
                work.completion.section_id
              )}
              className="font-medium"
            >
              {work.submissionName}, {work.sectionName}
            </Link>
            <p className="text-ink-3">
              {work.completion.updated_by === null ? '' : `${work.completion.updated_by}, `}
              {formatAgo(at)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
