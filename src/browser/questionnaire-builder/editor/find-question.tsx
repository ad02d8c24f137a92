import { useEffect, useState } from 'react'
import { placeQuestion, type StructureCell } from '#browser/questionnaire-builder/changes.ts'
import { explainFieldError } from '#browser/questionnaire-builder/edits.ts'
import type { BuilderSelection } from '#browser/questionnaire-builder/selection.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Search } from '#browser/ui/icons/icon-paths.ts'
import { ErrorText } from '#browser/ui/notice.tsx'
import { usePending } from '#browser/ui/pending.ts'
import { Popover } from '#browser/ui/popover/popover.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { questionTypeNames } from '#domain/answers/question-type-names.ts'
import { findQuestions, type FoundQuestion } from './found-questions.ts'

/** The debounce of the search, in milliseconds (product 18). */
const QUESTION_SEARCH_DEBOUNCE_MS = 250

interface FindQuestionProps {
  structure: Structure
  cell: StructureCell
  selection: BuilderSelection
}

/** Places an existing question of the project, so that answers of other questionnaires and periods belong to the same question. */
export function FindQuestion(props: FindQuestionProps) {
  return (
    <Popover
      trigger={
        <>
          <Icon of={Search} />
          Use an existing question
        </>
      }
      triggerClass={buttonClass({ kind: 'quiet', size: 's' })}
      label="Use an existing question"
      panelClass="w-96 max-w-[92vw] p-3"
    >
      {close => <FoundQuestions {...props} onPlaced={close} />}
    </Popover>
  )
}

function FoundQuestions({
  structure,
  cell,
  selection,
  onPlaced
}: FindQuestionProps & { onPlaced: () => void }) {
  const [wanted, setWanted] = useState('')
  const [found, setFound] = useState<FoundQuestion[] | null>(null)
  const [error, setError] = useState('')
  const [isPlacing, start] = usePending()
  const { project_id } = structure.questionnaire
  useEffect(() => {
    let isWanted = true
    const look = async () => {
      const placed = new Set(structure.questions.map(question => question.question_id))
      const result = await findQuestions(project_id, wanted, placed)
      if (!isWanted) return
      setError(result.ok ? '' : result.error)
      if (result.ok) setFound(result.value)
    }
    const timer = setTimeout(() => void look(), QUESTION_SEARCH_DEBOUNCE_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [project_id, wanted, structure])
  const put = async (question: FoundQuestion) => {
    const select = selection.follow()
    const result = await placeQuestion(question.question_id, cell)
    if (!result.ok)
      return setError(explainFieldError({ name: 'question_id', label: 'The question' }, result.error))
    onPlaced()
    select({ kind: 'membership', id: result.value })
  }
  return (
    <div className="grid gap-2">
      <SearchBox label="Find a question" value={wanted} onChange={setWanted} className="w-full" />
      <ErrorText>{error}</ErrorText>
      {found?.length === 0 && <p className="text-small text-ink-2">No other questions match.</p>}
      <ul className="grid max-h-72 overflow-auto">
        {(found ?? []).map(question => (
          <li key={question.question_id}>
            <button
              type="button"
              aria-disabled={isPlacing || undefined}
              onClick={() => start(() => put(question))}
              className="flex items-baseline gap-2 w-full px-2 py-1.5 border-0 bg-transparent text-left rounded hover:bg-sunken"
            >
              <span className="flex-1 min-w-0">{question.question_text}</span>{' '}
              <span className="text-tiny text-ink-3 whitespace-nowrap">
                {questionTypeNames[question.question_type]}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
