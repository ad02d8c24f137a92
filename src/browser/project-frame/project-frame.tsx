import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $project, $projects, retryProjects } from '#browser/stores/projects.ts'
import { BarSlot } from '#browser/ui/bar-slot.tsx'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { HeadingSkeleton, SkeletonLines } from '#browser/ui/skeleton.tsx'
import type { ProjectSummary } from '#contract/projects.ts'
import { PeriodPick } from './period-pick.tsx'

/** A screen of the project in the address, in the period selected above it. */
export function ProjectFrame({ children }: { children: (project: ProjectSummary) => ReactNode }) {
  const projects = useStore($projects)
  const project = useStore($project)
  return (
    <>
      <BarSlot>
        <PeriodPick />
      </BarSlot>
      <div className="page">
        {projects.state === 'loading' && (
          <>
            <h1 className="mb-4">
              <HeadingSkeleton />
            </h1>
            <SkeletonLines />
          </>
        )}
        {projects.state === 'failed' && (
          <FailureNotice isPage what="The project" failure={projects} onRetry={retryProjects} />
        )}
        {projects.state === 'ready' &&
          (project ? (
            children(project)
          ) : (
            <EmptyNotice title="The project has nothing in this period" text="Choose another period above." />
          ))}
      </div>
    </>
  )
}
