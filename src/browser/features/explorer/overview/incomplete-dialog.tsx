import { Link } from 'wouter'
import { closeModal } from '#browser/stores/modals.ts'
import { HeadCell } from '#browser/ui/sort-head.tsx'
import { withTerms } from '#domain/projects/submission-word.ts'
import { formatCount } from '#lib/format.ts'
import type { IncompleteSubmission } from './completeness.ts'

export interface MissingFiguresProps {
  submissions: readonly IncompleteSubmission[]
  submissionHref: (submissionId: number) => string
}

/** For admins: which submissions miss figures, and in which groups. */
export function MissingFigures({ submissions, submissionHref }: MissingFiguresProps) {
  return (
    <div className="table-scroll">
      <table>
        <thead>
          <tr>
            <HeadCell>{withTerms('{Submission}')}</HeadCell>
            <HeadCell className="num">Figures</HeadCell>
            <HeadCell className="w-full">Missing in</HeadCell>
          </tr>
        </thead>
        <tbody>
          {submissions.map(({ id, name, organisation, held, applicable, missing }) => (
            <tr key={id}>
              <th scope="row" className="table-cell font-[inherit] sm:whitespace-nowrap">
                <Link href={submissionHref(id)} onClick={closeModal} className="font-medium text-ink">
                  {name}
                </Link>
                {organisation !== null && <span className="text-ink-2">, {organisation}</span>}
              </th>
              <td className="table-cell num whitespace-nowrap">
                {formatCount(held)} of {formatCount(applicable)}
              </td>
              <td className="table-cell text-small text-ink-2">
                {missing.map(({ groupName, count }) => `${groupName} ${formatCount(count)}`).join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
