import { useStore } from '@nanostores/react'
import { showToast } from '#browser/stores/toasts.ts'
import { IconButton } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { ArrowDown, ArrowUp } from '#browser/ui/icons/chart-icon-paths.ts'
import { X } from '#browser/ui/icons/icon-paths.ts'
import { ListOrdered, Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import { FailureNotice } from '#browser/ui/notice.tsx'
import { Popover } from '#browser/ui/popover/popover.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import { countOf, formatCount } from '#lib/format.ts'
import type { Result } from '#lib/result.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { openNewGroup } from './new-group-dialog.tsx'
import {
  $placements,
  addToGroup,
  groupCharts,
  moveInGroup,
  nextDisplayOrder,
  reloadPlacements,
  takeOutOfGroup,
  type ChartMembership,
  type PlacedGroup,
  type Placements
} from './placement.ts'

const toastPlacementFailure = async (calling: Promise<Result<unknown>>): Promise<void> => {
  const result = await calling
  if (!result.ok) showToast({ text: failureText(result.error), status: 'error' })
}

/** The groups that show the chart to members, and its position in each. Changes here are saved at once. */
export function ShownIn({ chartId, projectId }: { chartId: number; projectId: number }) {
  const placements = useStore($placements)
  if (placements.state === 'loading') return <Skeleton className="h-7 w-72" />
  if (placements.state === 'failed')
    return <FailureNotice what="The groups" failure={placements} onRetry={reloadPlacements} />
  const { value } = placements
  const own = value.memberships.filter(membership => membership.chart_id === chartId)
  const free = value.groups.filter(
    group => !own.some(membership => membership.chart_group_id === group.chart_group_id)
  )
  return (
    <section aria-labelledby="shown-in" className="flex flex-wrap items-center gap-2">
      <h2 id="shown-in" className="text-body! mr-1">
        Shown in
      </h2>
      {own.length === 0 && <p className="text-small text-warn">no group yet, so members cannot find it.</p>}
      {own.map(membership => {
        const group = value.groups.find(one => one.chart_group_id === membership.chart_group_id)
        return (
          group && <GroupChip key={membership.membership_id} {...{ placements: value, membership, group }} />
        )
      })}
      <Popover
        triggerClass="btn-quiet btn-s text-brand-text!"
        panelClass="w-72 py-1"
        kind="menu"
        label="Add to a group"
        trigger={
          <>
            <Icon of={Plus} />
            Add to a group
          </>
        }
      >
        {close => (
          <>
            {free.map(group => (
              <button
                key={group.chart_group_id}
                type="button"
                role="menuitem"
                className="ring-inside block w-full px-3 py-1.5 text-left text-small hover:bg-sunken focus:bg-sunken"
                onClick={() => {
                  close()
                  void toastPlacementFailure(
                    addToGroup(chartId, group.chart_group_id, nextDisplayOrder(value, group.chart_group_id))
                  )
                }}
              >
                {group.group_name} <span className="text-ink-3">{placementLabel(group)}</span>
              </button>
            ))}
            <button
              type="button"
              role="menuitem"
              className="ring-inside block w-full px-3 py-1.5 text-left text-small text-brand-text hover:bg-sunken focus:bg-sunken"
              onClick={() => {
                close()
                openNewGroup({ projectId, placements: value })
              }}
            >
              New group…
            </button>
          </>
        )}
      </Popover>
    </section>
  )
}

const placementLabel = ({ collection_name, explorer }: PlacedGroup): string =>
  `${explorer.label}, ${collection_name}`

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const ORDINAL_ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }
const ordinal = (place: number): string =>
  `${formatCount(place)}${ORDINAL_ENDINGS[ordinals.select(place)] ?? 'th'}`

interface GroupChipProps {
  placements: Placements
  membership: ChartMembership
  group: PlacedGroup
}

function GroupChip({ placements, membership, group }: GroupChipProps) {
  const members = groupCharts(placements, membership.chart_group_id)
  const isAlone = placements.groups.every(one => one.explorer.explorer_type === group.explorer.explorer_type)
  const name = isAlone ? group.group_name : `${group.group_name}, ${group.explorer.label}`
  const at = members.findIndex(member => member.membership_id === membership.membership_id)
  return (
    <span className="inline-flex items-center rounded border border-solid border-line-strong bg-surface text-small">
      <Popover
        triggerClass="inline-flex items-center gap-1.5 h-7 px-2 hover:bg-sunken"
        panelClass="w-80 p-2"
        label={`${name} ${ordinal(at + 1)} of ${members.length}, change the order`}
        trigger={
          <>
            <Icon of={ListOrdered} size={14} className="text-ink-3" />
            {name}{' '}
            <span className="text-ink-3 tabular-nums">
              {ordinal(at + 1)} of {members.length}
            </span>
          </>
        }
      >
        {() => <GroupOrder placements={placements} group={group} members={members} />}
      </Popover>
      <IconButton
        icon={X}
        size="s"
        label={`Remove it from ${name}`}
        onClick={() => toastPlacementFailure(takeOutOfGroup(membership.membership_id))}
      />
    </span>
  )
}

/** The charts of a group, to be reordered. */
function GroupOrder({
  placements,
  group,
  members
}: {
  placements: Placements
  group: PlacedGroup
  members: readonly ChartMembership[]
}) {
  const nameOf = (chartId: number) => {
    const chart = placements.charts.find(one => one.chart_id === chartId)
    return chart ? `${chart.chart_name}${chart.is_active ? '' : ' (retired)'}` : 'A chart'
  }
  return (
    <>
      <p className="px-2 pb-1 text-tiny text-ink-3">
        {placementLabel(group)}: {countOf(members.length, 'chart')}
      </p>
      <ol className="m-0 p-0 list-none">
        {members.map((member, index) => (
          <li key={member.membership_id} className="flex items-center gap-1 px-2 text-small">
            <span className="flex-1 min-w-0 cut">{nameOf(member.chart_id)}</span>
            <IconButton
              icon={ArrowUp}
              size="s"
              disabled={index === 0}
              label={`Move ${nameOf(member.chart_id)} up`}
              onClick={() => toastPlacementFailure(moveInGroup(placements, member, index - 1))}
            />
            <IconButton
              icon={ArrowDown}
              size="s"
              disabled={index === members.length - 1}
              label={`Move ${nameOf(member.chart_id)} down`}
              onClick={() => toastPlacementFailure(moveInGroup(placements, member, index + 1))}
            />
          </li>
        ))}
      </ol>
    </>
  )
}
