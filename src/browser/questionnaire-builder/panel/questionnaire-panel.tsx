import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useOffered } from '#browser/api/offered.ts'
import { $structures, reloadAll, shownStructure } from '#browser/questionnaire-builder/builder.ts'
import { changeWithUndo } from '#browser/questionnaire-builder/changes.ts'
import { LabelledSwitch } from '#browser/questionnaire-builder/check.tsx'
import { EditField } from '#browser/questionnaire-builder/editor/edit-field.tsx'
import { RetireButton } from '#browser/questionnaire-builder/editor/retire-button.tsx'
import { explainFieldError } from '#browser/questionnaire-builder/edits.ts'
import { saveStructure } from '#browser/questionnaire-builder/files/structure-files.ts'
import type { PartRef } from '#browser/questionnaire-builder/parts.ts'
import { $timePeriods } from '#browser/stores/time-periods.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { DownloadIcon } from '#browser/ui/icons/icon-paths.ts'
import { ErrorText } from '#browser/ui/notice.tsx'
import { listStructures, updateStructure, type Structure } from '#contract/questionnaire-structures.ts'
import { countOf } from '#lib/format.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { Panel } from './panel.tsx'
import { PeriodDateFields } from './period-dates.tsx'

/** The periods in which a questionnaire is asked, and the scopes that answer it. */
export function QuestionnairePanel({ structure }: { structure: Structure }) {
  const { questionnaire, sections } = structure
  const part: PartRef = { kind: 'questionnaire', id: questionnaire.questionnaire_id }
  const answers = sections.reduce((sum, section) => sum + section.answer_count, 0)
  const [error, setError] = useState('')
  const canChange = useOffered(listStructures, updateStructure)
  const change: ListProps['onChange'] = async (name, next, words) => {
    const now = (): QuestionnaireLists => listsOf(shownStructure()?.questionnaire ?? questionnaire)
    const result = await changeWithUndo(
      part,
      () => ({ [name]: next(now()) }),
      () => ({ [name]: now()[name] }),
      words
    )
    if (result.ok) void reloadAll()
    setError(
      result.ok
        ? ''
        : explainFieldError({ name, label: name === 'periods' ? 'The periods' : 'The scopes' }, result.error)
    )
  }
  return (
    <Panel
      kind={questionnaire.questionnaire_type === 'case' ? 'Questionnaire, one form a case' : 'Questionnaire'}
      name={questionnaire.questionnaire_name}
      answers={answers}
    >
      {canChange && (
        <>
          <EditField field={{ part, name: 'questionnaire_name' }} />
          <QuestionnairePeriods questionnaire={questionnaire} onChange={change} />
          <Scopes questionnaire={questionnaire} onChange={change} />
        </>
      )}
      <ErrorText>{error}</ErrorText>
      <FileTools structure={structure} />
      {canChange && <RetireButton part={part} what="questionnaire" answers={answers} />}
    </Panel>
  )
}

interface ListProps {
  questionnaire: Structure['questionnaire']
  /** `next` makes the new list of what is saved then. */
  onChange: (
    name: keyof QuestionnaireLists,
    next: (now: QuestionnaireLists) => unknown,
    words: string
  ) => Promise<void>
}

/** What a change of one of them sends, as a whole. */
const listsOf = ({ periods, scope_ids }: Structure['questionnaire']) => ({
  periods: periods.map(({ answer_count: _count, ...period }) => period),
  scope_ids
})
type QuestionnaireLists = ReturnType<typeof listsOf>

function QuestionnairePeriods({ questionnaire, onChange }: ListProps) {
  const known = useStore($timePeriods)
  if (known.state !== 'ready') return null
  return (
    <fieldset className="grid gap-2 border-0 p-0 m-0">
      <legend className="text-small text-ink-2 mb-1">Asked in</legend>
      {known.value.map(({ time_period_id, time_period_name }) => {
        const period = questionnaire.periods.find(one => one.time_period_id === time_period_id)
        const answers = period?.answer_count ?? 0
        const toggle = (isOn: boolean) => {
          const added = { time_period_id, opens_at: null, closes_at: null, is_locked: false }
          const next = ({ periods }: QuestionnaireLists) => {
            const rest = periods.filter(one => one.time_period_id !== time_period_id)
            return isOn ? [...rest, added] : rest
          }
          void onChange('periods', next, 'changed the periods')
        }
        return (
          <div key={time_period_id} className="grid gap-1">
            <LabelledSwitch
              label={time_period_name}
              isOn={period !== undefined}
              disabled={answers > 0}
              onChange={toggle}
            />
            {answers > 0 && (
              <p className="text-tiny text-ink-3 pl-5">
                Cannot be removed: {countOf(answers, 'answer')} in {time_period_name}.
              </p>
            )}
            {period && (
              <PeriodDateFields
                name={time_period_name}
                period={period}
                onChange={changed =>
                  void onChange(
                    'periods',
                    ({ periods }) =>
                      periods.map(one =>
                        one.time_period_id === time_period_id ? { ...one, ...changed } : one
                      ),
                    'changed the dates'
                  )
                }
              />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

function Scopes({ questionnaire, onChange }: ListProps) {
  const list = useStore($structures)
  const scopes = list.state === 'ready' ? list.value.scopes : []
  if (scopes.length === 0) return null
  const { scope_ids } = questionnaire
  const isForAll = scope_ids.length === 0
  const change = (next: (chosen: readonly number[]) => readonly number[]) =>
    void onChange('scope_ids', now => next(now.scope_ids), 'changed the scopes')
  // Everyone first becomes all scopes: scopes with answers have to stay, so they could not be chosen one by one.
  const chooseAll = (isOn: boolean) => change(() => (isOn ? [] : scopes.map(scope => scope.scope_id)))
  const choose = (id: number, isOn: boolean) =>
    change(chosen => {
      const rest = chosen.filter(one => one !== id)
      if (isOn) return [...rest, id]
      // No scopes would mean everyone.
      return rest.length > 0 ? rest : chosen
    })
  return (
    <fieldset className="grid gap-2 border-0 p-0 m-0">
      <legend className="text-small text-ink-2 mb-1">Asked of</legend>
      <LabelledSwitch label="Everyone" isOn={isForAll} onChange={chooseAll} />
      {!isForAll &&
        scopes.map(({ scope_id, scope_name }) => {
          const isOn = scope_ids.includes(scope_id)
          return (
            <LabelledSwitch
              key={scope_id}
              label={scope_name}
              isOn={isOn}
              disabled={isOn && scope_ids.length === 1}
              onChange={chosen => choose(scope_id, chosen)}
            />
          )
        })}
      {scope_ids.length === 1 && (
        <p className="text-tiny text-ink-3">To remove this scope, choose another or everyone first.</p>
      )}
    </fieldset>
  )
}

/** The questionnaire as a workbook with one question a line. */
function FileTools({ structure }: { structure: Structure }) {
  const save = async () => {
    const result = await saveStructure(structure)
    if (!result.ok) showToast({ text: failureText(result.error), status: 'error' })
  }
  return (
    <div className="grid gap-1 pt-3 border-0 border-t border-solid border-line">
      <Button size="s" icon={DownloadIcon} className="justify-self-start" onClick={save}>
        Download workbook
      </Button>
      <p className="text-tiny text-ink-3">
        One question per row. Edit it in a spreadsheet and create another questionnaire from it.
      </p>
    </div>
  )
}
