import { Icon } from '#browser/ui/icon.tsx'
import { Check, Info } from '#browser/ui/icons/icon-paths.ts'
import { CircleAlert } from '#browser/ui/icons/rare-icon-paths.ts'
import { countOf } from '#lib/format.ts'
import type { PeerPreview } from './peer-preview.ts'

const NEUTRAL = 'border-line bg-info-tint'
const guardStyles = {
  safe: { icon: Check, className: 'border-line bg-ok-tint', text: 'text-ok' },
  few: { icon: Info, className: NEUTRAL, text: 'text-info' },
  close: { icon: CircleAlert, className: 'border-bad bg-bad-tint', text: 'text-bad' }
} as const

/** What the group would disclose, shown before it is saved. */
export function GroupGuard({ preview }: { preview: PeerPreview }) {
  const { unselectable_reason } = preview
  const style =
    unselectable_reason === 'too_close'
      ? guardStyles.close
      : unselectable_reason === null
        ? guardStyles.safe
        : guardStyles.few
  return (
    <div
      role="status"
      className={`flex gap-2.5 px-3.5 py-3 rounded-lg border border-solid ${style.className}`}
    >
      <Icon of={style.icon} className={`mt-0.5 ${style.text}`} />
      <p className="min-w-0 text-small">{consequenceText(preview)}</p>
    </div>
  )
}

/** What follows from the group, in one sentence. */
function consequenceText({
  unselectable_reason,
  closest,
  minimum_count,
  is_restricted
}: PeerPreview): string {
  const other = closest?.peer_group_name ?? 'everyone'
  const difference = countOf(closest?.difference ?? 0, 'organisation')
  if (unselectable_reason === 'too_close')
    return `Too close to ${other}: they differ by ${difference}, so comparing the two would reveal the figures of those few; at least ${minimum_count} must differ.`
  if (unselectable_reason === 'not_published')
    return 'You can save this group now, and see how many organisations are in it once the results of this period are published.'
  if (unselectable_reason === 'not_shown')
    return `You can save this group now; it is shown once at least ${minimum_count} other organisations are wholly in it.`
  if (unselectable_reason === 'too_few')
    return `You can save this group now, and choose it once at least ${minimum_count} other organisations are in it.`
  if (is_restricted)
    return `You can use this group: you will see how many organisations are wholly in it and their averages, and nothing about fewer than ${minimum_count}.`
  return closest === null
    ? 'You can use this group: no other group is close to it, so comparing groups reveals nothing about any one organisation.'
    : `You can use this group: the closest, ${other}, differs by ${difference} and ${minimum_count} are required, so comparing the two reveals nothing about any one organisation.`
}
