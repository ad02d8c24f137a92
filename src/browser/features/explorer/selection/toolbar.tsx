import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { $filterList, $filterOptions } from '#browser/stores/filters.ts'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { openModalWith } from '#browser/stores/outcomes.ts'
import { $peerGroupIds } from '#browser/stores/peers.ts'
import { $projects } from '#browser/stores/projects.ts'
import { $selectedSubmissionId } from '#browser/stores/selection.ts'
import { $selectedTimePeriod, $timePeriods } from '#browser/stores/time-periods.ts'
import { Pick } from '#browser/ui/pick.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import { withTerms } from '#domain/projects/submission-word.ts'
import { chunk } from '#lib/chunk.ts'
import { $keptMarks, $reachableEntries, selectionInPeriod, keepForPeriod } from './comparison.ts'
import { activeFilters, type ExplorerSelection } from './explorer-selection.ts'
import { FilterChips } from './filter-chips.tsx'
import { FiltersPick } from './filters-pick.tsx'
import { PeersPick } from './peers-pick.tsx'
import { submissionOptions } from './submission-options.ts'
import type { ChangeSelection } from './use-selection.ts'

/** Loaded on demand: most readers only choose among existing groups. */
const peerGroupsDialog = chunk(() => import('#browser/features/explorer/peers/peer-groups-dialog.tsx'))

const managePeerGroups = (onChoose: (ids: number[]) => void): Promise<void> =>
  openModalWith(
    peerGroupsDialog,
    ({ PeerGroupsDialog }) => ({
      component: PeerGroupsDialog,
      size: 'large',
      props: { title: 'Peer groups', onChoose }
    }),
    'The peer groups'
  )

interface ToolbarProps {
  selection: ExplorerSelection
  change: ChangeSelection
  /** The choice of marked submissions, on screens that have one. */
  marks?: ReactNode
  /** Offers only the choice of the period: the present one has no figures. */
  isPeriodOnly?: boolean
  /** At the right end. */
  children?: ReactNode
}

/** What every figure of the screen depends on: period, own submission, peers, filters. */
export function Toolbar({ selection, change, marks, isPeriodOnly = false, children }: ToolbarProps) {
  const periods = useStore($timePeriods)
  const period = useStore($selectedTimePeriod)
  const projects = useStore($projects)
  const options = useStore($filterOptions)
  const filters = useStore($filterList)
  const submissionId = useStore($selectedSubmissionId)
  const organisationId = useStore($selectedOrganisationId)
  const used = useStore($peerGroupIds)
  const keptMarks = useStore($keptMarks)
  useEffect(() => {
    if (keptMarks === null) return
    $keptMarks.set(null)
    change({ otherSubmissionIds: keptMarks }, { replace: true })
  }, [keptMarks, change])
  const chooser = useRef<HTMLDivElement>(null)
  const active = activeFilters(selection.filters, filters)
  const submissions = submissionOptions(useStore($reachableEntries), organisationId)
  // The screen says why; options are asked for once the project is there.
  if (projects.state === 'failed') return null
  if (periods.state !== 'ready' || options.state === 'loading') return <ToolbarSkeleton />
  return (
    <>
      {/* One line in wide windows, where names shrink. */}
      <div className="basis-full min-w-0 flex flex-wrap xl:flex-nowrap items-center gap-2">
        <Pick
          label="Period"
          className="flex-none!"
          options={periods.value.map(({ time_period_id, time_period_name }) => ({
            id: time_period_id,
            name: time_period_name
          }))}
          selected={period?.id ?? null}
          onSelect={id => {
            keepForPeriod()
            change(selectionInPeriod(id))
          }}
        />
        {!isPeriodOnly && (
          <Pick
            label={withTerms('{Submission}')}
            className="shrink-[99]"
            options={submissions}
            selected={submissions.some(submission => submission.id === submissionId) ? submissionId : null}
            placeholder="none"
            disabled={submissions.length === 0}
            onSelect={id => change({ submissionId: id })}
          />
        )}
        {options.state === 'ready' && !isPeriodOnly && (
          <>
            <PeersPick
              groups={options.value.peer_groups}
              chosen={used}
              onChange={peerGroupIds => change({ peerGroupIds })}
              onManage={() => void managePeerGroups(peerGroupIds => change({ peerGroupIds }))}
            />
            <div ref={chooser} className="contents">
              <FiltersPick
                filters={filters}
                active={active}
                onChange={choices => change({ filters: choices })}
              />
            </div>
            {marks}
          </>
        )}
        <div className="ml-auto flex min-w-0 xl:flex-none items-center gap-2">{children}</div>
      </div>
      {options.state === 'ready' && (
        <FilterChips active={active} chooser={chooser} onChange={choices => change({ filters: choices })} />
      )}
    </>
  )
}

function ToolbarSkeleton() {
  return (
    <div role="status" aria-label="Loading the options" className="flex gap-2">
      {['w-28', 'w-52', 'w-44', 'w-28'].map((width, index) => (
        <Skeleton key={index} className={`h-7 ${width}`} />
      ))}
    </div>
  )
}
