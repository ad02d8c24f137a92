import { useEffect, useMemo, useState } from 'react'
import { isActive, sectionAt } from '#browser/questionnaire-builder/parts.ts'
import { SectionForm } from '#browser/section/table/section-form.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { Pick } from '#browser/ui/pick.tsx'
import { RichText } from '#browser/ui/rich-text/rich-text.tsx'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { previewEngine } from './preview-engine.ts'

interface PreviewProps {
  structure: Structure
  sectionId: number
}

const ignoreChange = (): void => {}

/** The form for respondents. Formulas and conditions work; nothing typed is stored. */
export function FormPreview({ structure, sectionId: first }: PreviewProps) {
  const [sectionId, setSectionId] = useState(first)
  const section = sectionAt(structure, sectionId)
  const engine = useMemo(() => (section ? previewEngine(structure, section) : null), [structure, section])
  useEffect(() => () => engine?.stop(), [engine])
  if (section === undefined || engine === null) return null
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Pick
          label="Section"
          options={structure.sections
            .filter(isActive)
            .map(({ section_id, section_name }) => ({ id: section_id, name: section_name }))}
          selected={sectionId}
          onSelect={setSectionId}
        />
        <p role="note" className="text-small text-ink-2">
          Try it: formulas, limits and conditions work. Nothing you enter here is saved.
        </p>
      </div>
      {section.guidance_html !== '' && (
        <RichText html={section.guidance_html} className="text-small text-ink-2 max-w-[66ch]" />
      )}
      {engine.model.cells.size === 0 ? (
        <EmptyNotice
          title="There are no questions in this section"
          text="Respondents see no questions here."
        />
      ) : (
        <div className="overflow-x-auto">
          <SectionForm key={sectionId} engine={engine} onPasted={ignoreChange} />
        </div>
      )}
    </div>
  )
}
