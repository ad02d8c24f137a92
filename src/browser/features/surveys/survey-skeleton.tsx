import { Skeleton, HeadingSkeleton } from '#browser/ui/skeleton.tsx'

/** A skeleton of the page. */
export function SurveySkeleton({ label }: { label: string }) {
  return (
    <div className="survey" role="status" aria-busy="true" aria-label={label}>
      <Skeleton className="h-4 w-48" />
      <h1 className="mt-6">
        <HeadingSkeleton className="h-7 w-72" />
      </h1>
      <Skeleton className="h-4 w-full mt-4" />
      <Skeleton className="h-10 w-full mt-8" />
      <Skeleton className="h-10 w-full mt-3" />
    </div>
  )
}
