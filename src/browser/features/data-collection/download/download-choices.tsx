import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { $viewpoint } from '#browser/stores/viewpoint.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { X } from '#browser/ui/icons/icon-paths.ts'
import { Segmented } from '#browser/ui/segmented.tsx'
import { AnswerExtra, type AnswerLayout, type ExportableQuestionnaire } from '#contract/answer-exports.ts'
import { MAX_SHEET_ROWS } from '#contract/limits.ts'
import type { TimePeriod } from '#contract/time-periods.ts'
import { countExtraLines } from '#domain/exports/sheet-limit.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { questionsText } from '#domain/queries/questions-text.ts'
import { countOf, formatCount } from '#lib/format.ts'
import type { ExportCounts } from './answer-download.ts'
import type { DownloadChoice, DownloadPlan } from './download-plan.ts'

interface PeriodChoiceProps {
  periods: readonly TimePeriod[]
  chosen: readonly number[]
  onChoose: (ids: readonly number[]) => void
}

/** At least one period stays chosen. */
export function PeriodChoice({ periods, chosen, onChoose }: PeriodChoiceProps) {
  const toggle = (id: number) => {
    const rest = chosen.filter(one => one !== id)
    onChoose(rest.length === chosen.length ? [...chosen, id] : rest.length === 0 ? chosen : rest)
  }
  return (
    <div role="group" aria-labelledby="download-periods">
      <h3 id="download-periods" className="mb-1.5 text-small font-medium">
        Periods
      </h3>
      <div className="flex flex-wrap gap-1.5">
        {periods.map(({ time_period_id: id, time_period_name }) => (
          <button
            key={id}
            type="button"
            aria-pressed={chosen.includes(id)}
            onClick={() => toggle(id)}
            className="inline-flex min-h-7 items-center gap-1 rounded-full border-0 bg-sunken px-2.5 text-small text-ink aria-pressed:bg-brand-tint aria-pressed:text-brand-text"
          >
            {time_period_name}
            {chosen.includes(id) && <Icon of={X} />}
          </button>
        ))}
      </div>
    </div>
  )
}

interface DownloadChoicesProps {
  counts: ExportCounts
  /** The questionnaires of the download. */
  chosen: readonly ExportableQuestionnaire[]
  /** Questionnaires that are left out. */
  left: ReadonlySet<number>
  onLeave: (left: ReadonlySet<number>) => void
  choice: DownloadChoice
  onChoose: (choice: DownloadChoice) => void
  plan: DownloadPlan
}

export function DownloadChoices(props: DownloadChoicesProps) {
  const { choice, onChoose, plan } = props
  return (
    <div className="grid content-start gap-5">
      <QuestionnaireChoice {...props} />
      <FileLayoutChoice layout={choice.layout} onChoose={layout => onChoose({ ...choice, layout })} />
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <Labelled label="Choices as">
          <Segmented
            label="Choices as"
            options={[
              { id: 'labels', label: 'Labels' },
              { id: 'codes', label: 'Codes' }
            ]}
            pressed={choice.values}
            onPress={values => onChoose({ ...choice, values })}
          />
        </Labelled>
        <Labelled label="File">
          <Segmented
            label="File"
            options={[
              { id: 'csv', label: 'CSV' },
              { id: 'xlsx', label: 'XLSX' }
            ]}
            pressed={choice.format}
            onPress={format => onChoose({ ...choice, format })}
          />
        </Labelled>
      </div>
      {choice.format === 'xlsx' && <SheetLimit plan={plan} />}
      <ExtraChoice {...props} />
    </div>
  )
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-1.5 text-small font-medium">{label}</h3>
    {children}
  </div>
)

function SheetLimit({ plan }: { plan: DownloadPlan }) {
  if (plan.sheetFault === undefined)
    return <p className="text-small text-ink-2">A sheet has at most {formatCount(MAX_SHEET_ROWS)} rows.</p>
  return (
    <p role="alert" className="rounded bg-warn-tint px-3 py-2 text-small text-warn">
      {plan.sheetFault}
    </p>
  )
}

function QuestionnaireChoice({ counts, left, onLeave }: DownloadChoicesProps) {
  const toggle = (id: number, isOn: boolean) => {
    const ids = new Set(left)
    if (isOn) ids.delete(id)
    else ids.add(id)
    onLeave(ids)
  }
  return (
    <Labelled label="Questionnaires">
      <ul className="grid gap-2">
        {counts.questionnaires.map(one => (
          <li key={one.questionnaire_id} className="flex items-baseline gap-3 text-small">
            <label className="flex min-w-0 flex-1 items-baseline gap-2.5">
              <Checkbox
                checked={one.answer_count > 0 && !left.has(one.questionnaire_id)}
                disabled={one.answer_count === 0}
                onChange={isOn => toggle(one.questionnaire_id, isOn)}
              />
              <span className="min-w-0">
                {one.questionnaire_name} <span className="text-ink-2">{unitsText(one)}</span>
              </span>
            </label>
            <span className="tabular-nums">{countOf(one.answer_count, 'answer')}</span>
          </li>
        ))}
      </ul>
    </Labelled>
  )
}

const unitsText = (one: ExportableQuestionnaire): string =>
  [
    one.questionnaire_type === 'case'
      ? countOf(one.case_count, 'case')
      : countOfSubmissions(one.submission_count),
    countOf(one.question_count, 'question')
  ].join(', ')

const fileLayouts: readonly { id: AnswerLayout; name: string; text: string; path: string }[] = [
  {
    id: 'long',
    name: 'Long',
    text: 'One line for each answer',
    path: 'M0 2h20M24 2h20M48 2h20M72 2h20M0 10h20M24 10h20M48 10h20M72 10h20M0 18h20M24 18h20M48 18h20M72 18h20'
  },
  {
    id: 'wide',
    name: 'Wide',
    text: 'One line for each {submission} or case, with a codebook',
    path: 'M0 2h8M12 2h8M24 2h8M36 2h8M48 2h8M60 2h8M72 2h8M84 2h8M0 10h8M12 10h8M24 10h8M36 10h8M48 10h8M60 10h8M72 10h8M84 10h8'
  }
]

function FileLayoutChoice({
  layout,
  onChoose
}: {
  layout: AnswerLayout
  onChoose: (layout: AnswerLayout) => void
}) {
  return (
    <fieldset className="m-0 border-0 p-0">
      <legend className="mb-1.5 p-0 text-small font-medium">Layout</legend>
      <div className="grid gap-2.5 sm:grid-cols-2">
        {fileLayouts.map(({ id, name, text, path }) => (
          <label
            key={id}
            className={`flex items-start gap-2.5 rounded border border-solid p-3 text-small ${id === layout ? 'border-brand-mark bg-brand-tint' : 'border-line-strong'}`}
          >
            <input
              type="radio"
              name="layout"
              className="accent-brand-mark"
              checked={id === layout}
              onChange={() => onChoose(id)}
            />
            <span className="grid gap-1">
              <strong className="font-medium">{name}</strong>
              {withTerms(text)}
              <svg width="92" height="20" viewBox="0 0 92 20" aria-hidden="true">
                <path d={path} stroke="var(--line-field)" strokeWidth="4" />
              </svg>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const extraNames = (isAdmin: boolean): Record<AnswerExtra, string> => ({
  codebook: 'Codebook',
  comments: 'Comments',
  queries: `History of ${isAdmin ? 'queries' : questionsText()}`,
  history: 'History of every change'
})

function ExtraChoice({ chosen, choice, onChoose }: DownloadChoicesProps) {
  const names = extraNames(isAdminRole(useStore($viewpoint).roleTypeId))
  const isFixed = (extra: AnswerExtra): boolean => extra === 'codebook' && choice.layout === 'wide'
  return (
    <Labelled label={`Also include, each in its own ${choice.format === 'xlsx' ? 'sheet' : 'file'}`}>
      <ul className="grid gap-2">
        {AnswerExtra.options.map(extra => (
          <li key={extra} className="flex items-baseline gap-3 text-small">
            <label className="flex min-w-0 flex-1 items-baseline gap-2.5">
              <Checkbox
                checked={isFixed(extra) || choice.extras.includes(extra)}
                disabled={isFixed(extra)}
                onChange={isOn =>
                  onChoose({
                    ...choice,
                    extras: [...choice.extras.filter(one => one !== extra), ...(isOn ? [extra] : [])]
                  })
                }
              />
              {names[extra]}
            </label>
            <ExtraSize lines={countExtraLines(chosen, extra)} />
          </li>
        ))}
      </ul>
    </Labelled>
  )
}

const ExtraSize = ({ lines }: { lines: number | null }) =>
  lines !== null && <span className="tabular-nums">{formatCount(lines)}</span>
