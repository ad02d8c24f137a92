import { Icon } from '#browser/ui/icon.tsx'
import { Check, CircleAlert, Info } from '#browser/ui/icons/icon-paths.ts'
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
  const { unselectable_reason, minimum_count, is_restricted } = preview
  const style =
    unselectable_reason === 'too_close'
      ? guardStyles.close
      : unselectable_reason === null
        ? guardStyles.safe
        : guardStyles.few
  const [title, text] = revealText(preview)
  return (
    <div
      role="status"
      className={`flex gap-2.5 px-3.5 py-3 rounded-lg border border-solid ${style.className}`}
    >
      <Icon of={style.icon} className={`mt-0.5 ${style.text}`} />
      <div className="min-w-0 text-small">
        <p className="font-medium">{title}</p>
        <p>{text}</p>
        {is_restricted && unselectable_reason === null && (
          <p>
            You will see how many there are and their averages, and nothing about fewer than {minimum_count}.
          </p>
        )}
      </div>
    </div>
  )
}

function revealText({
  unselectable_reason,
  closest,
  minimum_count,
  is_restricted
}: PeerPreview): [string, string] {
  const other = closest?.peer_group_name ?? 'everyone'
  if (unselectable_reason === 'too_close') {
    return [
      `Too close to ${other}: they differ by ${countOf(closest?.difference ?? 0, 'organisation')}.`,
      `A comparison of the two would reveal the figures of those few. At least ${minimum_count} organisations must differ.`
    ]
  }
  if (unselectable_reason === 'not_published') {
    return [
      'The results of this period are not published yet.',
      'How many organisations are in the group is shown once they are. You can save it now.'
    ]
  }
  if (unselectable_reason === 'not_shown') {
    return [
      'This group is not shown in this period.',
      `Groups are shown once at least ${minimum_count} other organisations are wholly within them. You can save it now.`
    ]
  }
  if (unselectable_reason === 'too_few') {
    return [
      'Too few to compare with.',
      `At least ${minimum_count} other organisations are required. You can save it now and choose it once there are more.`
    ]
  }
  if (is_restricted) {
    return [
      'You can use this group.',
      'It includes only whole blocks of organisations. Those that are only partly in it are left out.'
    ]
  }
  return [
    'You can use this group.',
    closest === null
      ? 'No other group is close to it.'
      : `Compared with all organisations and every group: the closest, ${other}, differs by ${countOf(closest.difference, 'organisation')}; ${minimum_count} are required.`
  ]
}
