import { Checkbox } from '#browser/forms/checkbox.tsx'
import { Button, IconButton } from '#browser/ui/button.tsx'
import { X } from '#browser/ui/icons/icon-paths.ts'
import { Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import type { Filter } from '#contract/filters.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import type { GroupRule } from './group-draft.ts'

interface RulesEditorProps {
  rules: readonly GroupRule[]
  filters: readonly Filter[]
  /** How many submissions are left after each rule with options; null if they are too few to show. */
  counts: readonly (number | null)[]
  onChange: (rules: GroupRule[]) => void
}

const isRuleChosen = (rule: GroupRule): boolean => rule.options.length > 0

/** All rules must match, each by any of its options. */
export function RulesEditor({ rules, filters, counts, onChange }: RulesEditorProps) {
  const used = new Set(rules.map(rule => rule.filterId))
  const free = filters.filter(filter => !used.has(filter.filter_id))
  return (
    <div className="card">
      {rules.map((rule, index) => {
        const before = rules.slice(0, index).filter(isRuleChosen).length
        return (
          <RuleRow
            key={index}
            rule={rule}
            number={index + 1}
            filters={filters.filter(
              filter => filter.filter_id === rule.filterId || !used.has(filter.filter_id)
            )}
            left={isRuleChosen(rule) ? counts[before] : undefined}
            onChange={next => onChange(rules.with(index, next))}
            onRemove={rules.length > 1 ? () => onChange(rules.toSpliced(index, 1)) : null}
          />
        )
      })}
      {free.length > 0 && (
        <Button
          kind="quiet"
          size="s"
          icon={Plus}
          className="m-2 text-brand-text!"
          onClick={() => onChange([...rules, { filterId: 0, options: [] }])}
        >
          Add a rule
        </Button>
      )}
    </div>
  )
}

interface RuleRowProps {
  rule: GroupRule
  number: number
  filters: readonly Filter[]
  left: number | null | undefined
  onChange: (rule: GroupRule) => void
  onRemove: (() => void) | null
}

function RuleRow({ rule, number, filters, left, onChange, onRemove }: RuleRowProps) {
  const filter = filters.find(one => one.filter_id === rule.filterId)
  const toggle = (option: string) =>
    onChange({
      ...rule,
      options: rule.options.includes(option)
        ? rule.options.filter(other => other !== option)
        : [...rule.options, option]
    })
  return (
    <fieldset className="min-w-0 m-0 flex flex-wrap items-start gap-x-3 gap-y-1.5 px-3 py-2 border-0 border-b border-solid border-line">
      <legend className="sr-only">Rule {number}</legend>
      <select
        aria-label={`Filter of rule ${number}`}
        className="input h-8! w-40!"
        value={rule.filterId}
        onChange={event => onChange({ filterId: Number(event.target.value), options: [] })}
      >
        {rule.filterId === 0 && <option value={0}>Choose a filter</option>}
        {filters.map(one => (
          <option key={one.filter_id} value={one.filter_id}>
            {one.filter_name}
          </option>
        ))}
      </select>
      <div className="flex-1 min-w-48 flex flex-wrap gap-x-3 gap-y-1 pt-1.5 text-small">
        {filter ? (
          filter.option_list.map(({ option_name }) => (
            <label key={option_name} className="inline-flex items-center gap-1.5">
              <Checkbox checked={rule.options.includes(option_name)} onChange={() => toggle(option_name)} />
              {option_name}
            </label>
          ))
        ) : (
          <span className="text-ink-3">any option</span>
        )}
      </div>
      <span role="status" className="pt-1.5 text-small text-ink-2 tabular-nums">
        {left === undefined
          ? ''
          : left === null
            ? 'leaves too few to show'
            : `leaves ${countOfSubmissions(left)}`}
      </span>
      {onRemove && <IconButton icon={X} size="s" label={`Remove rule ${number}`} onClick={onRemove} />}
    </fieldset>
  )
}
