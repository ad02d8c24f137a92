import { useState } from 'react'
import { changeWithUndo } from '#browser/questionnaire-builder/changes.ts'
import { explainFieldError } from '#browser/questionnaire-builder/edits.ts'
import { partKey, type PartRef } from '#browser/questionnaire-builder/parts.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { ChevronRight } from '#browser/ui/icons/icon-paths.ts'
import { RotateCcw } from '#browser/ui/icons/rare-icon-paths.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { countOf } from '#lib/format.ts'
import { failureText } from '#lib/text/offline-text.ts'

interface RetiredPart {
  part: PartRef
  kind: string
  name: string
  answers: number
}

/** All retired parts, from any place. */
export function retiredParts({ sections, questions }: Structure): RetiredPart[] {
  const isRetired = (one: { is_active: boolean }): boolean => !one.is_active
  const subSections = sections.flatMap(section => section.sub_sections)
  return [
    ...sections.filter(isRetired).map(one => ({
      part: { kind: 'section' as const, id: one.section_id },
      kind: 'Section',
      name: one.section_name,
      answers: one.answer_count
    })),
    ...subSections.filter(isRetired).map(one => ({
      part: { kind: 'sub_section' as const, id: one.sub_section_id },
      kind: 'Sub-section',
      name: one.sub_section_name,
      answers: one.answer_count
    })),
    ...subSections
      .flatMap(one => one.rows.filter(isRetired))
      .map(one => ({
        part: { kind: 'row' as const, id: one.row_id },
        kind: 'Row',
        name: one.row_name,
        answers: one.answer_count
      })),
    ...subSections
      .flatMap(one => one.columns.filter(isRetired))
      .map(one => ({
        part: { kind: 'column' as const, id: one.column_id },
        kind: 'Column',
        name: one.column_name,
        answers: one.answer_count
      })),
    ...questions.filter(isRetired).map(one => ({
      part: { kind: 'question' as const, id: one.question_id },
      kind: 'Question',
      name: one.question_text,
      answers: one.answer_count
    }))
  ]
}

export function RetiredParts({ structure }: { structure: Structure }) {
  const [isOpen, setOpen] = useState(false)
  const parts = retiredParts(structure)
  if (parts.length === 0) return null
  const reactivate = async ({ part, kind }: RetiredPart) => {
    const result = await changeWithUndo(
      part,
      { is_active: true },
      { is_active: false },
      `restored the ${kind.toLowerCase()}`
    )
    if (!result.ok)
      showToast({
        text: failureText(
          explainFieldError({ name: 'is_active', label: `This ${kind.toLowerCase()}` }, result.error)
        ),
        status: 'error'
      })
  }
  return (
    <section aria-label="Retired" className="mx-4 mt-2 pt-2 border-0 border-t border-solid border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex items-center gap-2 w-full py-1 border-0 bg-transparent text-left text-ink-2"
      >
        <Icon of={ChevronRight} size={14} className={isOpen ? 'rotate-90' : ''} />
        <span className="flex-1">Retired</span>
        <span className="text-tiny text-ink-3">{parts.length}</span>
      </button>
      <p className="text-tiny text-ink-3">
        Nothing is deleted. Retired parts keep their answers, and you can restore them.
      </p>
      {isOpen && (
        <ul className="grid gap-2 mt-2">
          {parts.map(one => (
            <li key={partKey(one.part)} className="grid gap-1">
              <p className="text-small break-words">{one.name}</p>
              <p className="text-tiny text-ink-3">
                {one.kind}
                {one.answers > 0 && `, ${countOf(one.answers, 'answer')} kept`}
              </p>
              <Button
                size="s"
                icon={RotateCcw}
                className="justify-self-start"
                aria-label={`Restore ${one.name}`}
                onClick={() => reactivate(one)}
              >
                Restore
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
