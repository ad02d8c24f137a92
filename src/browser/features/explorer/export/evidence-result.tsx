import { compareEvidence, unpackEvidence, type EvidenceComparison } from '#browser/charts/export/evidence.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { HeadCell } from '#browser/ui/sort-head.tsx'
import { countOf, formatMoment } from '#lib/format.ts'
import { readerId } from './evidence-link.ts'

/** Whether the figures have changed since an evidence link was made. */
export function EvidenceResult({ chartView, packed }: { chartView: ChartView; packed: string }) {
  const evidence = unpackEvidence(packed)
  if (!evidence)
    return (
      <div role="status" className={NOTICE_FRAME}>
        This evidence link is damaged or incomplete, so it cannot show what has changed. The figures below are
        the current ones.
      </div>
    )
  const result = compareEvidence(evidence, chartView, readerId())
  const since = formatMoment(evidence.at)
  return (
    <div role="status" className={NOTICE_FRAME}>
      <p>{resultText(result, since)}</p>
      {result.changes.length > 0 && (
        <details className="mt-1.5" open={result.changes.length <= 12}>
          <summary className="cursor-pointer text-brand-text w-max">What has changed</summary>
          <div className="mt-1 max-h-72 overflow-auto">
            <table>
              <thead>
                <tr>
                  <HeadCell>Figure</HeadCell>
                  <HeadCell className="num">In the link</HeadCell>
                  <HeadCell className="num">Now</HeadCell>
                </tr>
              </thead>
              <tbody>
                {result.changes.map(({ name, before, now }, index) => (
                  <tr key={index}>
                    <td className="px-3 py-1">{name}</td>
                    <td className="px-3 py-1 num">{before}</td>
                    <td className="px-3 py-1 num">{now}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </div>
  )
}

const NOTICE_FRAME = 'mb-3 px-3 py-2 border border-solid border-line-strong rounded-lg text-small'

function resultText(
  { isSame, isOfAnother, changes, comparesValues }: EvidenceComparison,
  since: string
): string {
  if (isSame) return `Saved ${since}. Nothing has changed since.`
  if (changes.length > 0)
    return `Saved ${since}. ${countOf(changes.length, 'figure has', 'figures have')} changed since.`
  if (isOfAnother || comparesValues) return `Saved ${since}. No figure in the link has changed since.`
  return `Saved ${since}. Other organisations’ figures have changed since. This link cannot show which.`
}
