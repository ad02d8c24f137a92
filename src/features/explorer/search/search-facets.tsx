import { capitalised } from '#lib/capitalised.ts'
import type { ReactNode } from 'react'
import { formatCount } from '#lib/format.ts'
import type { SearchFilter } from '#contract/search.ts'
import { Pick } from '#ui/pick.tsx'
import { kindNames, type SearchQuery } from './search-query.ts'
import { optionsOf } from './search.ts'

interface SearchFacetsProps {
  filters: readonly SearchFilter[]
  query: SearchQuery
  change: (change: Partial<SearchQuery>) => void
}

/** What the results can be narrowed to, each with how many there are. */
export function SearchFacets({ filters, query, change }: SearchFacetsProps) {
  const counts = new Map(optionsOf(filters, 'kind').map(option => [option.option_name, option.count]))
  const documentTypes = optionsOf(filters, 'documentType')
  const projects = optionsOf(filters, 'project')
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return (
    <div className="grid content-start gap-5 max-lg:flex max-lg:flex-wrap max-lg:gap-2">
      <Facet
        title="Kind"
        everything="Everything"
        options={kindNames.map(({ kind, name }) => ({ id: kind, name, count: counts.get(kind) ?? 0 }))}
        chosen={query.kind}
        onChoose={id => change({ kind: kindNames.find(({ kind }) => kind === id)?.kind ?? null })}
      >
        <Option
          name="Everything"
          count={all}
          isOn={query.kind === null}
          onPress={() => change({ kind: null })}
        />
        {kindNames.map(({ kind, name }) => (
          <Option
            key={kind}
            name={name}
            count={counts.get(kind) ?? 0}
            isOn={query.kind === kind}
            onPress={() => change({ kind: query.kind === kind ? null : kind })}
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
}

interface FacetProps {
  title: string
  everything: string
  options: readonly FacetOption[]
  chosen: string | null
  onChoose: (id: string | null) => void
  children: ReactNode
}

/** A list beside the results, in small windows a select above them. */
function Facet({ title, everything, options, chosen, onChoose, children }: FacetProps) {
  const possible = options.filter(({ id, count }) => count > 0 || id === chosen)
  return (
    <>
      <Pick
        label={title}
        className="lg:hidden"
        options={[
          { id: '', name: everything },
          ...possible.map(({ id, name, count }) => ({ id, name: `${name}, ${formatCount(count)}` }))
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

/** A chosen option that has no results any more stays, so that it can be taken back. */
function OptionsFacet({ title, options, chosen, onChoose }: OptionsFacetProps) {
  const isMissing = chosen !== null && options.every(option => option.option_name !== chosen)
  const all = [...options, ...(isMissing ? [{ option_name: chosen, count: 0 }] : [])].map(
    ({ option_name, count }) => ({ id: option_name, name: capitalised(option_name), count })
  )
  return (
    <Facet title={title} everything="All" options={all} chosen={chosen} onChoose={onChoose}>
      {all.map(({ id, name, count }) => (
        <Option
          key={id}
          name={name}
          count={count}
          isOn={id === chosen}
          onPress={() => onChoose(id === chosen ? null : id)}
        />
      ))}
    </Facet>
  )
}

function Option({
  name,
  count,
  isOn,
  onPress
}: {
  name: string
  count: number
  isOn: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={count === 0 && !isOn}
      onClick={onPress}
      className="flex items-center gap-2 px-2.5 py-1 rounded text-left text-small text-ink-2 hover:bg-sunken disabled:text-ink-3 disabled:hover:bg-transparent aria-pressed:bg-brand-tint aria-pressed:text-brand-text aria-pressed:font-medium"
    >
      <span className="flex-1 min-w-0 cut">{name}</span>
      <span className="tabular-nums text-tiny">{formatCount(count)}</span>
    </button>
  )
}
