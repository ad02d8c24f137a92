import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { DialogForm } from '#browser/forms/dialog-form.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { required } from '#browser/forms/rules.ts'
import { TextArea } from '#browser/forms/text-area.tsx'
import { $queries, sendQueryAnswer } from '#browser/stores/collection/queries.ts'
import { showToast } from '#browser/stores/toasts.ts'
import type { DataQuery } from '#contract/queries.ts'
import { queriedCellName, queryReasons, queryTitle } from '#domain/queries/query-texts.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { selectIds } from '#lib/group-by.ts'
import { err, ok, type Result } from '#lib/result.ts'

const questionName = (query: DataQuery): string => `${query.submission_name}, ${queriedCellName(query)}`

/** Answers the selected questions with one text. What is not answered stays selected, with the reason and the text. */
export function AnswersDialog() {
  const loaded = useStore($queries)
  const open = loaded.state === 'ready' ? loaded.value.queries.filter(one => one.query_status === 'open') : []
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [refusals, setRefusals] = useState<string[]>([])
  const [form] = useState(() =>
    createForm({ text: { label: 'Correct as it is, because', rules: [required] } })
  )
  const chosen = open.filter(({ query_id }) => selected.has(query_id))
  const answer = async (text: string): Promise<Result<null>> => {
    if (chosen.length === 0) return err('Select at least one question.')
    const result = await sendQueryAnswer(chosen, text.trim())
    if (!result.ok) return result
    const reasons = new Map(result.value.map(({ query_id, detail }) => [query_id, detail]))
    const refused = chosen.filter(({ query_id }) => reasons.has(query_id))
    setRefusals(refused.map(query => `${questionName(query)}: ${reasons.get(query.query_id) ?? ''}`))
    if (refused.length === 0) return ok(null)
    return err(
      `${formatCount(chosen.length - refused.length)} of ${countOf(chosen.length, 'question')} answered.`
    )
  }
  const select = (ids: readonly number[], isOn: boolean) => setSelected(selectIds(selected, ids, isOn))
  return (
    <DialogForm
      form={form}
      verb={chosen.length === 0 ? 'Answer' : `Answer ${formatCount(chosen.length)}`}
      send={({ text }) => answer(text)}
      onDone={() => showToast({ text: 'Answers sent to the programme.', status: 'success' })}
    >
      <QuestionBoxes open={open} selected={selected} onSelect={select} />
      <TextArea
        form={form}
        name="text"
        maxLength={4000}
        hint="Used as the answer to every selected question."
      />
      {refusals.length > 0 && (
        <div className="text-small">
          <p className="font-medium">Not answered</p>
          <ul className="grid gap-1">
            {refusals.map(refusal => (
              <li key={refusal} className="text-bad break-words">
                {refusal}
              </li>
            ))}
          </ul>
        </div>
      )}
    </DialogForm>
  )
}

interface QuestionBoxesProps {
  open: readonly DataQuery[]
  selected: ReadonlySet<number>
  onSelect: (ids: readonly number[], isOn: boolean) => void
}

function QuestionBoxes({ open, selected, onSelect }: QuestionBoxesProps) {
  const all = open.map(({ query_id }) => query_id)
  return (
    <fieldset>
      <legend className="sr-only">Questions</legend>
      <label className="flex items-center gap-2.5 pb-2 font-medium">
        <Checkbox
          checked={all.length > 0 && all.every(id => selected.has(id))}
          onChange={isOn => onSelect(all, isOn)}
        />
        All {countOf(open.length, 'question')}
      </label>
      <ul className="max-h-72 overflow-auto text-small">
        {open.map(query => (
          <li key={query.query_id} className="border-0 border-t border-solid border-line py-2">
            <label className="flex items-start gap-2.5 break-words">
              <Checkbox
                className="mt-0.75"
                checked={selected.has(query.query_id)}
                onChange={isOn => onSelect([query.query_id], isOn)}
              />
              <span className="min-w-0">
                <span className="font-medium">{questionName(query)}</span>: {queryTitle(query)}
                {query.query_text !== '' && <span className="block">“{query.query_text}”</span>}
                <span className="block text-ink-2">{queryReasons(query).join(' ')}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
