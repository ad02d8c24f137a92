import { useStore } from '@nanostores/react'
import { $project } from '#browser/stores/projects.ts'
import { isProvisional, provisionalText } from '#domain/figures/provisional.ts'

/** Renders nothing once the period is published. */
export function ProvisionalLine() {
  const project = useStore($project)
  if (!project || !isProvisional(project)) return null
  return <p className="text-small text-ink-2">{provisionalText(project)}.</p>
}
