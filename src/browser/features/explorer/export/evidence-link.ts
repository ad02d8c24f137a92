// The evidence link: the URL of a chart with the figures in its fragment, which browsers do not send to servers.

import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { $session } from '#browser/stores/session.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { chunk } from '#lib/chunk.ts'
import { shareableAddress } from './export-context.ts'

const evidenceCode = chunk(() => import('#browser/charts/export/evidence.ts'))

const EVIDENCE_PREFIX = '#evidence='

export const readerId = (): string => $session.get().user?.sub ?? ''

export async function copyEvidenceLink(chartView: ChartView): Promise<void> {
  const shownAddress = shareableAddress()
  try {
    const { chartEvidence: evidenceOf, packEvidence } = await evidenceCode.load()
    const address = shownAddress + EVIDENCE_PREFIX + packEvidence(evidenceOf(chartView, readerId()))
    await navigator.clipboard.writeText(address)
    showToast({
      text: 'The link is copied. It records the current figures and shows what has changed when someone opens it.',
      status: 'success'
    })
  } catch {
    showToast({ text: 'The link could not be copied. Your browser blocked copying.', status: 'warning' })
  }
}

/** The packed evidence in a fragment; null if it has none. */
export const packedEvidence = (hash: string): string | null =>
  hash.startsWith(EVIDENCE_PREFIX) ? hash.slice(EVIDENCE_PREFIX.length) : null
