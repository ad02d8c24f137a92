import type { BuilderContext } from '#browser/questionnaire-builder/builder-context.ts'
import { NewButton } from '#browser/questionnaire-builder/new-button.tsx'
import type { BuilderSelection } from '#browser/questionnaire-builder/selection.ts'
import { IconButton } from '#browser/ui/button.tsx'
import { Settings2 } from '#browser/ui/icons/rare-icon-paths.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'

interface QuestionnairePickProps extends BuilderContext {
  structure: Structure
  selection: BuilderSelection
}

/** Selects the questionnaire to build, and opens its settings or a new one. */
export function QuestionnairePick({ structure, selection, ...context }: QuestionnairePickProps) {
  const { questionnaires } = context.list
  const active = questionnaires.filter(one => one.is_active)
  const retired = questionnaires.filter(one => !one.is_active)
  const option = ({ questionnaire_id, questionnaire_name }: (typeof questionnaires)[number]) => (
    <option key={questionnaire_id} value={questionnaire_id}>
      {questionnaire_name}
    </option>
  )
  return (
    <div className="px-3 pb-3 grid gap-2">
      <div className="flex gap-1">
        <select
          aria-label="Questionnaire"
          className="input min-w-0 flex-1"
          value={structure.questionnaire.questionnaire_id}
          onChange={event => selection.open(Number(event.target.value))}
        >
          {active.map(option)}
          {retired.length > 0 && <optgroup label="Retired">{retired.map(option)}</optgroup>}
        </select>
        <IconButton
          icon={Settings2}
          label="Questionnaire settings"
          onClick={() =>
            selection.go({ kind: 'questionnaire', id: structure.questionnaire.questionnaire_id })
          }
        />
      </div>
      <NewButton {...context} onMade={selection.open} />
    </div>
  )
}
