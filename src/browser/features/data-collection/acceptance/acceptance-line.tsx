import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useOffered } from '#browser/api/offered.ts'
import {
  $acceptances,
  acceptanceCount,
  loadAcceptances,
  reloadAcceptances
} from '#browser/stores/collection/acceptances.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { openModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import { Check } from '#browser/ui/icons/icon-paths.ts'
import { OutdatedNotice } from '#browser/ui/outdated-notice.tsx'
import { listAcceptances } from '#contract/acceptances.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { AcceptanceDialog } from './acceptance-dialog.tsx'
import { WindowsDialog } from './windows-dialog.tsx'

/** For admins, once data collection has closed: how much is accepted, with buttons to accept and to manage correction windows. */
export function AcceptanceLine({ period }: { period: ProjectPeriod }) {
  const loaded = useStore($acceptances)
  const isHere = useOffered(listAcceptances)
  useEffect(() => void loadAcceptances(period), [period])
  // Until this loads, the table below is enough.
  if (!isHere || loaded.state !== 'ready') return null
  const ready = acceptanceCount(loaded.value, 'ready')
  return (
    <section
      aria-label="Acceptance"
      className="card mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-small"
    >
      <p className="min-w-0 flex-1 basis-60">
        <b className="font-medium">
          {formatCount(acceptanceCount(loaded.value, 'accepted'))} of{' '}
          {countOf(loaded.value.total, 'questionnaire')}
        </b>{' '}
        accepted, {formatCount(ready)} ready to accept
        {loaded.value.requires_acceptance && '. Editions hold accepted figures only'}.
      </p>
      <OutdatedNotice
        of={$acceptances}
        what="These counts"
        onRetry={() => reloadAcceptances(period)}
        className=""
      />
      <Button
        size="s"
        onClick={() =>
          openModal({
            component: WindowsDialog,
            size: 'large',
            props: { title: 'Correction windows', period }
          })
        }
      >
        Correction windows…
      </Button>
      <Button
        size="s"
        kind={ready > 0 ? 'main' : 'plain'}
        icon={Check}
        onClick={() =>
          openModal({
            component: AcceptanceDialog,
            size: 'large',
            props: { title: 'Acceptance', period }
          })
        }
      >
        {ready > 0 ? `Accept ${formatCount(ready)}…` : 'See acceptance…'}
      </Button>
    </section>
  )
}
