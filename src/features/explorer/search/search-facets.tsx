import { capitalised } from '#lib/capitalised.ts'
import type { ReactNode } from 'react'
import { formatCount } from '#lib/format.ts'
import type { SearchFilter } from '#contract/search.ts'
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
    <div className="grid content-start gap-5 max-lg:grid-cols-2 max-sm:grid-cols-1">
      <Facet title="Kind">
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
        <Facet title="Project">
          <Options options={projects} chosen={query.project} onChoose={project => change({ project })} />
        </Facet>
      )}
      {(documentTypes.length > 1 || query.documentType !== null) && (
        <Facet title="Type of document">
          <Options
            options={documentTypes}
            chosen={query.documentType}
            onChoose={documentType => change({ documentType })}
          />
        </Facet>
      )}
    </div>
  )
}

function Facet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={title} className="grid content-start gap-0.5">
      <h2 className="px-2.5 pb-1 text-tiny font-medium text-ink-3">{title}</h2>
      {children}
    </div>
  )
}

interface OptionsProps {
  options: SearchFilter['option_list']
  chosen: string | null
  onChoose: (option: string | null) => void
}

/** A chosen option that has no results any more stays, so that it can be taken back. */
function Options({ options, chosen, onChoose }: OptionsProps) {
  const isMissing = chosen !== null && options.every(option => option.option_name !== chosen)
  return [...options, ...(isMissing ? [{ option_name: chosen, count: 0 }] : [])].map(
    ({ option_name, count }) => (
      <Option
        key={option_name}
        name={capitalised(option_name)}
        count={count}
        isOn={option_name === chosen}
        onPress={() => onChoose(option_name === chosen ? null : option_name)}
      />
    )
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
