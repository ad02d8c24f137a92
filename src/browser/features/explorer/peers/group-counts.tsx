import { ProgressBar } from '#browser/ui/progress.tsx'
import { formatNumber } from '#domain/answers/number-input.ts'
import { figureWithUnit } from '#domain/figures/figure-with-unit.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { countOf } from '#lib/format.ts'
import type { PeerPreview } from './peer-preview.ts'

export function MemberReasons({ preview, ownName }: { preview: PeerPreview; ownName: string }) {
  if (preview.members.length === 0) return null
  return (
    <details open>
      <summary className="text-small text-brand-text cursor-pointer w-max">
        Members{ownName === '' ? '' : `, and how similar they are to ${ownName}`}
      </summary>
      <div className="card mt-2 overflow-x-auto">
        <table className="w-full">
          <thead>
            <tr>
              <th className="table-head">{withTerms('{Submission}')}</th>
              <th className="table-head">Similarities and differences</th>
            </tr>
          </thead>
          <tbody className="text-small">
            {preview.members.map(member => (
              <tr key={member.submission_id}>
                <td className="table-cell">
                  {member.submission_name}, <span className="text-ink-2">{member.organisation_name}</span>
                </td>
                <td className="table-cell">{similarityText(member)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

export function GroupCounts({ preview }: { preview: PeerPreview }) {
  const { submission_count, organisation_count, minimum_count } = preview
  if (submission_count === null || organisation_count === null)
    return <p className="font-medium">Fewer than {minimum_count} other organisations</p>
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <strong className="font-semibold text-body">
        {countOfSubmissions(submission_count)}, {countOf(organisation_count, 'other organisation')}
      </strong>
      <span className="w-20">
        <ProgressBar
          percent={Math.min(100, Math.round((100 * submission_count) / (4 * minimum_count)))}
          label="Number of members"
        />
      </span>
      <span className="text-ink-2">at least {minimum_count} required</span>
    </div>
  )
}

type PreviewedMember = PeerPreview['members'][number]

/** 'same Region, Size; Vacancy rate close (9.1%); different Type', with names as the programme writes them: not in lower case. */
export function similarityText({ shared_filters, other_filters, figures }: PreviewedMember): string {
  const parts = [
    shared_filters.length > 0 ? `same ${shared_filters.join(', ')}` : '',
    ...figures.map(likenessFigure),
    other_filters.length > 0 ? `different ${other_filters.join(', ')}` : ''
  ]
  return parts.filter(part => part !== '').join('; ')
}

function likenessFigure({
  chart_name,
  unit,
  decimal_places,
  likeness,
  value
}: PreviewedMember['figures'][number]): string {
  if (value === null || likeness === 'missing') return `${chart_name}: no figure`
  return `${chart_name} ${likeness} (${figureWithUnit(formatNumber(value, decimal_places), unit)})`
}
