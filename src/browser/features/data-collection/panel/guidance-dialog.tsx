import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useGuidance } from '#browser/features/data-collection/use-title.ts'
import { $projectGuidances, loadProjectGuidances } from '#browser/stores/guidance.ts'
import { $project } from '#browser/stores/projects.ts'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { LateRichText } from '#browser/ui/rich-text/late-rich-text.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { hasEveryWord } from '#lib/text/has-every-word.ts'
import { GuidanceDocument } from './guidance-document.tsx'

/** How the project's figures are counted, as its organisers wrote it. */
export function GuidanceDialog({ title }: { title: string }) {
  useGuidance()
  const guidances = useStore($projectGuidances)
  const [wanted, setWanted] = useState('')
  if (guidances.state === 'loading') return <SkeletonLines lines={6} label={`Loading: ${title}`} />
  if (guidances.state === 'failed') {
    const retry = () => void loadProjectGuidances($project.get()?.project_id ?? 0)
    return <FailureNotice what="The guidance" failure={guidances} onRetry={retry} />
  }
  if (guidances.value.length === 0) return <EmptyNotice title="There is no guidance for this project" />
  const shown = guidances.value.filter(one => hasEveryWord(`${one.title} ${one.body_html}`, wanted))
  return (
    <div className="grid gap-5">
      {guidances.value.length > 3 && (
        <SearchBox label="Search the guidance" value={wanted} onChange={setWanted} />
      )}
      {shown.length === 0 && <p className="text-small text-ink-2">No guidance matches “{wanted}”.</p>}
      {shown
        .toSorted((one, other) => one.display_order - other.display_order)
        .map(guidance => (
          <section key={guidance.project_guidance_id}>
            <h3 className="mb-1">{guidance.title}</h3>
            <LateRichText html={guidance.body_html} className="text-ink-2" />
            {guidance.document !== null && <GuidanceDocument document={guidance.document} />}
          </section>
        ))}
    </div>
  )
}
