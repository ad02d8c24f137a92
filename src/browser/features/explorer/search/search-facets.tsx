import type { ReactNode } from 'react'
import { Pick } from '#browser/ui/pick.tsx'
import type { SearchFilter } from '#contract/search.ts'
import { capitalise } from '#lib/text/capitalised.ts'
import { resultKindNames, type SearchQuery } from './search-query.ts'
import { cappedCount, filterOptionsNamed } from './search.ts'

interface SearchFacetsProps {
  filters: readonly SearchFilter[]
  query: SearchQuery
  change: (change: Partial<SearchQuery>) => void
}

export function SearchFacets({ filters, query, change }: SearchFacetsProps) {
  const counted = filterOptionsNamed(filters, 'kind')
  const kinds = resultKindNames.map(({ kind, name }) => {
    const option = counted.find(({ option_name }) => option_name === kind)
    return { id: kind, name, count: option?.count ?? 0, isCapped: option?.is_capped ?? false }
  })
  const documentTypes = filterOptionsNamed(filters, 'documentType')
  const projects = filterOptionsNamed(filters, 'project')
  const all = counted.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="grid content-start gap-5 max-lg:flex max-lg:flex-wrap max-lg:gap-2">
      <Facet
        title="Kind"
        everything="Everything"
        options={kinds}
        chosen={query.kind}
        onChoose={chosen => change({ kind: kinds.find(({ id }) => id === chosen)?.id ?? null })}
      >
        <FacetButton
          name="Everything"
          count={all}
          isCapped={counted.some(option => option.is_capped)}
          isOn={query.kind === null}
          onPress={() => change({ kind: null })}
        />
        {kinds.map(({ id, ...option }) => (
          <FacetButton
            key={id}
            {...option}
            isOn={query.kind === id}
            onPress={() => change({ kind: query.kind === id ? null : id })}
          />
        ))}
      </Facet>
      {query.isEverywhere && (projects.length > 1 || query.project !== null) && (
        <OptionsFacet
          title="Project"
          options={projects}
          chosen={query.project}
          onChoose={project => change({ project })}
        />
      )}
      {(documentTypes.length > 1 || query.documentType !== null) && (
        <OptionsFacet
          title="Type of document"
          options={documentTypes}
          chosen={query.documentType}
          onChoose={documentType => change({ documentType })}
        />
      )}
    </div>
  )
}

interface FacetOption {
  id: string
  name: string
  count: number
  /** Whether counting stopped at a limit. */
  isCapped: boolean
}

interface FacetProps {
  title: string
  everything: string
  options: readonly FacetOption[]
  chosen: string | null
  onChoose: (id: string | null) => void
  children: ReactNode
}

/** A list beside the results; in small windows a select above them. */
function Facet({ title, everything, options, chosen, onChoose, children }: FacetProps) {
  const possible = options.filter(({ id, count, isCapped }) => count > 0 || isCapped || id === chosen)
  return (
    <>
      <Pick
        label={title}
        className="lg:hidden"
        options={[
          { id: '', name: everything },
          ...possible.map(({ id, name, ...option }) => ({
            id,
            name: [name, optionCount(option)].filter(Boolean).join(', ')
          }))
        ]}
        selected={chosen ?? ''}
        onSelect={id => onChoose(id === '' ? null : id)}
      />
      <div role="group" aria-label={title} className="grid content-start gap-0.5 max-lg:hidden">
        <h2 className="px-2.5 pb-1 text-tiny font-medium text-ink-3">{title}</h2>
        {children}
      </div>
    </>
  )
}

type OptionsFacetProps = Omit<FacetProps, 'everything' | 'options' | 'children'> & {
  options: SearchFilter['option_list']
}

/** A chosen option without results stays, so that it can be cleared. */
function OptionsFacet({ title, options, chosen, onChoose }: OptionsFacetProps) {
  const isMissing = chosen !== null && options.every(option => option.option_name !== chosen)
  const all = [...options, ...(isMissing ? [{ option_name: chosen, count: 0, is_capped: false }] : [])].map(
    ({ option_name, count, is_capped }) => ({
      id: option_name,
      name: capitalise(option_name),
      count,
      isCapped: is_capped
    })
  )
  return (
    <Facet title={title} everything="All" options={all} chosen={chosen} onChoose={onChoose}>
      {all.map(({ id, ...option }) => (
        <FacetButton
          key={id}
          {...option}
          isOn={id === chosen}
          onPress={() => onChoose(id === chosen ? null : id)}
        />
      ))}
    </Facet>
  )
}

interface OptionProps extends Omit<FacetOption, 'id'> {
  isOn: boolean
  onPress: () => void
}

/** Empty if counting stopped before it reached the option: it may have results. */
const optionCount = ({ count, isCapped }: Omit<FacetOption, 'id' | 'name'>): string =>
  isCapped && count === 0 ? '' : cappedCount(count, isCapped)

function FacetButton({ name, count, isCapped, isOn, onPress }: OptionProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={count === 0 && !isCapped && !isOn}
      onClick={onPress}
      className="flex items-center gap-2 px-2.5 py-1 rounded text-left text-small text-ink-2 hover:bg-sunken disabled:text-ink-3 disabled:hover:bg-transparent aria-pressed:bg-brand-tint aria-pressed:text-brand-text aria-pressed:font-medium"
    >
      <span className="flex-1 min-w-0 cut">{name}</span>
      <span className="tabular-nums text-tiny">{optionCount({ count, isCapped })}</span>
    </button>
  )
}
