import { ConflictNotice } from '#browser/editing/conflict-notice.tsx'
import { changedFields } from '#browser/editing/three-way.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { TriangleAlert } from '#browser/ui/icons/icon-paths.ts'
import { formatAgo } from '#lib/format-distance.ts'
import { countOf } from '#lib/format.ts'
import { keepMine, takeTheirs, type ChartBuilder } from './chart-builder.ts'
import { fieldLabels } from './draft/chart-draft.ts'

/** Shows who has changed the chart since, what they changed, and the consequences of both choices. */
export function ConflictBand({ builder }: { builder: ChartBuilder }) {
  const { theirs, base, draft } = builder
  if (!theirs) return null
  const mine = changedFields(base, draft)
  const { updated_by, updated_at } = theirs.chart
  return (
    <ConflictNotice
      className="flex flex-wrap items-center gap-x-3 gap-y-2 px-6 py-2 border-0 border-b border-solid border-line"
      onTakeTheirs={takeTheirs}
      onKeepMine={mine.length > 0 ? keepMine : null}
    >
      <Icon of={TriangleAlert} className="text-warn" />
      <p className="flex-1 min-w-60">
        <strong className="font-semibold">
          Changed by {updated_by ?? 'someone else'}
          {updated_at ? ` ${formatAgo(updated_at)}` : ''}:
        </strong>{' '}
        {theirs.fields.map(field => fieldLabels[field].toLowerCase()).join(', ')}.{' '}
        {mine.length === 0
          ? 'You have changed nothing yet.'
          : `Take theirs and lose your ${countOf(mine.length, 'change')}, or keep yours and take the rest of theirs. Their values are shown under the fields.`}
      </p>
    </ConflictNotice>
  )
}
