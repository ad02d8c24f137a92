import { PrintedNote } from '#browser/features/explorer/export/printed-note.tsx'
import { HeadingSkeleton, Skeleton } from '#browser/ui/skeleton.tsx'
import { DRAWING_HEIGHT } from './drawn-chart.tsx'

export function PanelSkeleton() {
  return (
    <div role="status" aria-label="Loading the chart" className="grid gap-3 pt-3.5 max-md:pt-0">
      <div className="grid gap-2 min-h-[46px] content-center max-md:hidden">
        <Skeleton className="h-4 w-5/6" />
        <Skeleton className="h-4 w-1/2" />
      </div>
      <div className="card p-3.5 max-md:p-2">
        <Skeleton className={`w-full ${DRAWING_HEIGHT}`} />
      </div>
      <Skeleton className="h-4 w-72 max-w-full" />
    </div>
  )
}

export function DetailSkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_264px] px-6 max-sm:px-4 pt-5 pb-10 max-w-[1680px]">
      <div>
        <h1>
          <HeadingSkeleton />
        </h1>
        <Skeleton className="h-4 w-96 max-w-full mt-2" />
        <PanelSkeleton />
      </div>
      <div className="grid gap-4 content-start">
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-48 w-full" />
      </div>
      <PrintedNote isLoading />
    </div>
  )
}
