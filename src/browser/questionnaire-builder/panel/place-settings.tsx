import { useState } from 'react'
import { useOffered } from '#browser/api/offered.ts'
import { addQuestion, changeWithUndo, removeFromPlace } from '#browser/questionnaire-builder/changes.ts'
import { LabelledSwitch } from '#browser/questionnaire-builder/check.tsx'
import { explainFieldError } from '#browser/questionnaire-builder/edits.ts'
import { newQuestionFor } from '#browser/questionnaire-builder/new-question.ts'
import type {
  BuiltQuestion,
  BuiltMembership,
  PartRef,
  BuiltSubSection
} from '#browser/questionnaire-builder/parts.ts'
import type { BuilderSelection } from '#browser/questionnaire-builder/selection.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { X } from '#browser/ui/icons/icon-paths.ts'
import { ErrorText } from '#browser/ui/notice.tsx'
import { deleteQuestionMemberships } from '#contract/question-memberships.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { getStructure } from '#contract/questionnaire-structures.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { whyPlacementFixed } from './why-fixed.ts'

interface PlaceSettingsProps {
  structure: Structure
  selection: BuilderSelection
  membership: BuiltMembership
  subSection: BuiltSubSection
  question: BuiltQuestion
}

/** Whether the section can be complete without an answer in this place. */
export function RequiredSwitch({ membership }: { membership: BuiltMembership }) {
  const part: PartRef = { kind: 'membership', id: membership.membership_id }
  const require = async (is_required: boolean) => {
    const result = await changeWithUndo(
      part,
      { is_required },
      { is_required: !is_required },
      'changed whether it is required'
    )
    if (!result.ok)
      showToast({
        text: explainFieldError({ name: 'is_required', label: 'Required' }, result.error),
        status: 'error'
      })
  }
  if (membership.is_disabled) return <p className="text-small text-ink-2">This cell takes no answer.</p>
  return (
    <LabelledSwitch
      label="Required to complete the section"
      isOn={membership.is_required}
      onChange={isOn => void require(isOn)}
    />
  )
}

/** Settings of this place of the question, not of the question itself. */
export function PlaceSettings({
  structure,
  selection,
  membership,
  subSection,
  question
}: PlaceSettingsProps) {
  const [error, setError] = useState('')
  const { sub_section_id } = subSection
  const cell = { sub_section_id, row_id: membership.row_id, column_id: membership.column_id }
  const reason = whyPlacementFixed(membership.answer_count)
  const canRemove = useOffered(getStructure, deleteQuestionMemberships)
  const remove = async () => {
    const select = selection.follow()
    const result = await removeFromPlace(membership, cell)
    if (result.ok) select({ kind: 'sub_section', id: sub_section_id })
    else setError(explainFieldError({ name: 'membership_ids', label: 'This place' }, result.error))
  }
  const another = async () => {
    const select = selection.follow()
    const text = `${question.question_text} (new)`
    const body = {
      ...newQuestionFor(structure, subSection, { text, columnId: membership.column_id }),
      question_text: text
    }
    const result = await addQuestion(body, { ...cell, row_id: 0, column_id: 0 })
    if (result.ok) select({ kind: 'membership', id: result.value })
    else setError(failureText(result.error))
  }
  if (!canRemove && (reason === null || subSection.layout !== 'list')) return null
  return (
    <div className="grid gap-2 pt-3 border-0 border-t border-solid border-line">
      <div className="flex flex-wrap gap-2">
        {canRemove && (
          <Button size="s" icon={X} disabled={reason !== null} onClick={remove}>
            Remove from this place
          </Button>
        )}
        {reason !== null && subSection.layout === 'list' && (
          <Button size="s" onClick={another}>
            Add a new question instead
          </Button>
        )}
      </div>
      {canRemove && reason !== null && <p className="text-tiny text-ink-3">{reason}</p>}
      <ErrorText>{error}</ErrorText>
    </div>
  )
}
