// Which figures a reader sees: a published edition, or the latest ones.

import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { formatDay } from '#lib/format.ts'

/** 'Edition 2, published 18 Nov'. Null until the period is published. */
export function editionText({ data, period }: Pick<ChartView, 'data' | 'period'>): string | null {
  const edition = data.editions.find(one => one.time_period_id === period.time_period_id)
  if (!edition) return null
  const name = `edition ${edition.edition_number}, published ${formatDay(edition.published_at)}`
  return edition.is_shown
    ? `E${name.slice(1)}.`
    : `These are the latest figures, which only programme admins can see. Members see ${name}.`
}
