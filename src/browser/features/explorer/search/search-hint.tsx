import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { resultKindNames } from './search-query.ts'
import { $searchFilters, cappedCount, loadSearchFilters, filterOptionsNamed } from './search.ts'

/** Shown before anything is typed. */
export function SearchHint() {
  const filters = useStore($searchFilters)
  useEffect(() => void loadSearchFilters(), [])
  const kinds = filters.state === 'ready' ? filterOptionsNamed(filters.value, 'kind') : []
  const counts = resultKindNames.flatMap(({ kind, name }) => {
    const option = kinds.find(({ option_name }) => option_name === kind)
    return option === undefined
      ? []
      : [`${cappedCount(option.count, option.is_capped)} ${name.toLowerCase()}`]
  })
  const list = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(counts)
  return (
    <div className="card">
      <EmptyNotice
        title="Search for a word"
        text={
          <>
            You can type parts of words in any order. One wrong letter in a word does not matter. Use the
            arrow keys to move through the results.
            {list !== '' && <> There are {list} in all projects.</>}
          </>
        }
      />
    </div>
  )
}
