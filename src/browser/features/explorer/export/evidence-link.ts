// The evidence link: the address of a chart with what was seen there. It stands behind the #, so that no server and no log is told of it.

import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { $session } from '#browser/stores/session.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { chunk } from '#lib/chunk.ts'
import { shareableAddress } from './export-context.ts'

export const evidenceCode = chunk(() => import('#browser/charts/export/evidence.ts'))

const MARK = '#evidence='

export const readerId = (): string => $session.get().user?.sub ?? ''

export async function copyEvidenceLink(chartView: ChartView): Promise<void> {
  try {
    const { evidenceOf, packEvidence } = await evidenceCode.load()
    const address = shareableAddress() + MARK + packEvidence(evidenceOf(chartView, readerId()))
    await navigator.clipboard.writeText(address)
    showToast({
      text: 'The link is copied. It records the current figures and shows what has changed when someone opens it.',
      status: 'success'
    })
  } catch {
    showToast({ text: 'The link could not be copied. Your browser blocked copying.', status: 'warning' })
  }
}

/** What an address carries, still packed; null where it is no evidence link. */
export const packedEvidence = (hash: string): string | null =>
  hash.startsWith(MARK) ? hash.slice(MARK.length) : null
