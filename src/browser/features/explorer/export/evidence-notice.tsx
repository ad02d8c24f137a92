import { useState } from 'react'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { Late } from '#browser/ui/late.tsx'
import { chunk } from '#lib/chunk.ts'
import { packedEvidence } from './evidence-link.ts'

const evidenceResult = chunk(() => import('./evidence-result.tsx'))

/** On a page that an evidence link opened: whether the figures have changed since the link was made. */
export function EvidenceNotice({ chartView }: { chartView: ChartView }) {
  // A choice on the page changes the URL, and the notice no longer applies.
  const [packed] = useState(() => packedEvidence(location.hash))
  if (packed === null || packedEvidence(location.hash) !== packed) return null
  return (
    <Late code={evidenceResult}>
      {({ EvidenceResult }) => <EvidenceResult chartView={chartView} packed={packed} />}
    </Late>
  )
}
