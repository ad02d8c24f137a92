import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useOffered } from '#browser/api/offered.ts'
import { openModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import { Card } from '#browser/ui/card.tsx'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { OutdatedNotice } from '#browser/ui/outdated-notice.tsx'
import { listEditions, publishEdition } from '#contract/editions.ts'
import { EditionList } from './edition-list.tsx'
import {
  $publication,
  publicationContent,
  loadPublication,
  refusalText,
  reloadPublication
} from './publication.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { loadReleases, type PublicationScope } from './releases.ts'

interface PublicationCardProps extends PublicationScope {
  projectName: string
  periodName: string
}

/** For admins: which editions are published, and the next one. */
export function PublicationCard({
  project_id,
  time_period_id,
  projectName,
  periodName
}: PublicationCardProps) {
  const publication = useStore($publication)
  const isPublishable = useOffered(publishEdition)
  useEffect(() => {
    void loadPublication({ project_id, time_period_id })
    void loadReleases({ project_id, time_period_id })
  }, [project_id, time_period_id])
  if (!useOffered(listEditions)) return null
  return (
    <Card title={`Results of ${periodName}`}>
      <div className="grid gap-3 p-4 text-small">
        {publication.state !== 'ready' && (
          <NotReady
            of={publication}
            what="The editions"
            lines={3}
            onRetry={() => loadPublication({ project_id, time_period_id })}
          />
        )}
        {publication.state === 'ready' && (
          <>
            <OutdatedNotice
              of={$publication}
              what="The editions"
              onRetry={() => reloadPublication({ project_id, time_period_id })}
              className=""
            />
            <EditionList scope={{ project_id, time_period_id }} editions={publication.value.editions} />
            <p className="text-ink-2">
              {refusalText(publication.value.next) ?? publicationContent(publication.value.next)}
            </p>
            {isPublishable && publication.value.next.refusal === null && (
              <Button
                kind="main"
                className="justify-self-start"
                onClick={() =>
                  openModal({
                    component: PublishDialog,
                    size: 'standard',
                    props: {
                      title: `Publish edition ${publication.value.next.edition_number}?`,
                      scope: { project_id, time_period_id },
                      next: publication.value.next,
                      what: `${projectName}, ${periodName}`
                    }
                  })
                }
              >
                {`Publish edition ${publication.value.next.edition_number}…`}
              </Button>
            )}
          </>
        )}
      </div>
    </Card>
  )
}
