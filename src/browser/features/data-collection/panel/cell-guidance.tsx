import { useStore } from '@nanostores/react'
import { $projectGuidances } from '#browser/stores/guidance.ts'
import { RichText } from '#browser/ui/rich-text.tsx'
import { GuidanceDocument } from './guidance-document.tsx'
import { Part } from './panel-part.tsx'

/** The project's guidance for the cell's question. */
export function CellGuidance({ questionId }: { questionId: number }) {
  const guidances = useStore($projectGuidances)
  const own =
    guidances.state === 'ready'
      ? guidances.value.filter(({ question_ids }) => question_ids.includes(questionId))
      : []
  if (own.length === 0) return null
  return (
    <Part title="Guidance">
      <div className="grid gap-2">
        {own.map(guidance => (
          <details key={guidance.project_guidance_id} className="text-small">
            <summary className="cursor-pointer font-medium">{guidance.title}</summary>
            <RichText html={guidance.body_html} className="mt-1 text-ink-2" />
            {guidance.document !== null && <GuidanceDocument document={guidance.document} />}
          </details>
        ))}
      </div>
    </Part>
  )
}
