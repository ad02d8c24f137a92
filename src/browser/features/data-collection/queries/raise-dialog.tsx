import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import type { QueryScope } from '#browser/stores/collection/queries.ts'
import { closeModal } from '#browser/stores/modals.ts'
import { rememberOrigin } from '#browser/stores/outcomes.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import type { QueriedCell, QueryRule } from '#contract/queries.ts'
import { parseNumber } from '#domain/answers/number-input.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { ruleName } from '#domain/queries/query-texts.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { selectIds } from '#lib/group-by.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { OneQuery, plannedKey, PlannedTable } from './planned-table.tsx'
import { $queryPlan, loadPlan, raisePlanned, type QueryPlan } from './raising.ts'

interface RaiseDialogProps {
  scope: QueryScope
}

const DEFAULT_PERCENT = 40
const RULE_CODES = ['outlier', 'changed', 'required_blank'] as const

/** Previews every query that the rules would raise; only listed queries are sent. */
export function RaiseDialog({ scope }: RaiseDialogProps) {
  const plan = useStore($queryPlan)
  const [codes, setCodes] = useState<readonly QueryRule['rule_code'][]>(RULE_CODES)
  const [percent, setPercent] = useState(DEFAULT_PERCENT)
  const rules = useMemo(
    () =>
      codes.map((rule_code): QueryRule =>
        rule_code === 'changed' ? { rule_code, change_percent: percent } : { rule_code }
      ),
    [codes, percent]
  )
  const load = () => void (rules.length > 0 && loadPlan(scope, rules))
  useEffect(load, [scope, rules])
  return (
    <div className="grid gap-5 md:grid-cols-[15rem_minmax(0,1fr)]">
      <RuleChoice
        codes={codes}
        counts={plan.state === 'ready' ? plan.value.rule_counts : []}
        percent={percent}
        onToggle={(code, isOn) =>
          setCodes(RULE_CODES.filter(one => (one === code ? isOn : codes.includes(one))))
        }
        onPercent={setPercent}
      />
      {rules.length === 0 ? (
        <EmptyNotice title="Choose a rule" />
      ) : plan.state === 'loading' ? (
        <SkeletonLines lines={10} label="Applying the rules" />
      ) : plan.state === 'failed' ? (
        <FailureNotice what="The queries" failure={plan} onRetry={load} />
      ) : (
        <Planned scope={scope} rules={rules} plan={plan.value} isStale={plan.stale === true} />
      )}
    </div>
  )
}

interface RuleChoiceProps {
  codes: readonly QueryRule['rule_code'][]
  counts: readonly number[]
  percent: number
  onToggle: (code: QueryRule['rule_code'], isOn: boolean) => void
  onPercent: (percent: number) => void
}

function RuleChoice({ codes, counts, percent, onToggle, onPercent }: RuleChoiceProps) {
  const [typed, setTyped] = useState(String(percent))
  return (
    <fieldset className="m-0 grid content-start gap-3 border-0 p-0 text-small">
      <legend className="mb-2 text-ink-3">Ask where a rule says so</legend>
      {RULE_CODES.map(code => (
        <label key={code} className="flex items-center gap-2.5">
          <Checkbox checked={codes.includes(code)} onChange={isOn => onToggle(code, isOn)} />
          <span className="flex-1">{ruleName({ rule_code: code, change_percent: percent })}</span>
          <span className="tabular-nums text-ink-3">
            {codes.includes(code) && counts[codes.indexOf(code)] !== undefined
              ? formatCount(counts[codes.indexOf(code)] ?? 0)
              : ''}
          </span>
        </label>
      ))}
      <label className="flex items-center gap-2">
        Change in %
        <input
          type="text"
          inputMode="decimal"
          className="input w-18! text-small!"
          value={typed}
          onChange={event => setTyped(event.target.value)}
          onBlur={() => {
            const reading = parseNumber(typed)
            const value = reading.kind === 'number' ? reading.value : 0
            if (value > 0 && value <= 100_000) onPercent(value)
            else setTyped(String(percent))
          }}
        />
      </label>
    </fieldset>
  )
}

interface PlannedProps {
  scope: QueryScope
  rules: readonly QueryRule[]
  plan: QueryPlan
  isStale: boolean
}

function Planned({ scope, rules, plan, isStale }: PlannedProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [shownKey, setShownKey] = useState<string | null>(null)
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
  const [day, setDay] = useState('')
  const asked = plan.planned.filter(cell => !left.has(plannedKey(cell)))
  const shown = plan.planned.find(cell => plannedKey(cell) === shownKey) ?? plan.planned[0]
  const send = async () => {
    const origin = rememberOrigin()
    const ownTexts = new Map(asked.map(cell => [cell, texts.get(plannedKey(cell)) ?? '']))
    const result = await raisePlanned(scope, rules, asked, ownTexts, day || null)
    if (!result.ok) return showToast({ text: failureText(result.error), status: 'error' })
    origin.closeModal()
    const { query_ids, left_out } = result.value
    showToast({
      text: `${countOf(query_ids.length, 'query', 'queries')} sent.${left_out.length > 0 ? ` ${formatCount(left_out.length)} no longer apply.` : ''}`,
      status: 'success'
    })
  }
  const summary = `${countOf(asked.length, 'query', 'queries')} to ${countOf(organisationsIn(asked), 'organisation')}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h3 role="status" className="flex-1">
          {summary}
        </h3>
        <p className="text-small text-ink-2">
          Figures of {countOfSubmissions(plan.checked_count)} were checked. Nothing is sent until you press
          send.
        </p>
      </div>
      {plan.planned.length === 0 ? (
        <EmptyNotice title="The rules find no answers to query" className="py-4!" />
      ) : (
        <PlannedTable
          cells={plan.planned}
          left={left}
          shown={shown}
          onToggle={(keys, isOn) => setLeft(selectIds(left, keys, !isOn))}
          onShow={setShownKey}
        />
      )}
      <p className="text-small text-ink-2">{notAskedText(plan)}</p>
      {shown && (
        <OneQuery
          cell={shown}
          text={texts.get(plannedKey(shown)) ?? ''}
          onText={text => setTexts(new Map([...texts, [plannedKey(shown), text]]))}
        />
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <label className="mr-auto flex flex-wrap items-center gap-2 text-small">
          Answer by
          <input
            type="date"
            className="input w-38! text-small!"
            value={day}
            onChange={event => setDay(event.target.value)}
          />
        </label>
        <Button onClick={closeModal}>Cancel</Button>
        <Button kind="main" disabled={asked.length === 0} busy={isStale} onClick={send}>
          Send {summary}
        </Button>
      </div>
    </div>
  )
}

const organisationsIn = (cells: readonly QueriedCell[]): number =>
  new Set(cells.map(({ organisation_id }) => organisation_id)).size

function notAskedText({ planned, total, resolved_count, pending_count }: QueryPlan): string {
  const parts = [
    total > planned.length
      ? `${formatCount(total - planned.length)} more found. Send these first, or choose fewer rules.`
      : '',
    resolved_count > 0
      ? `${countOf(resolved_count, 'cell')} skipped: already resolved with the same answer.`
      : '',
    pending_count > 0 ? `${countOf(pending_count, 'cell already has', 'cells already have')} a query.` : ''
  ]
  return parts.filter(part => part !== '').join(' ')
}
