import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { kindNames } from './search-query.ts'
import { $searchFilters, countText, loadSearchFilters, optionsOf } from './search.ts'

/** Before anything is typed: what there is to be found. */
export function SearchHint() {
  const filters = useStore($searchFilters)
  useEffect(() => void loadSearchFilters(), [])
  const kinds = filters.state === 'ready' ? optionsOf(filters.value, 'kind') : []
  const counts = kindNames.flatMap(({ kind, name }) => {
    const option = kinds.find(({ option_name }) => option_name === kind)
    return option === undefined ? [] : [`${countText(option.count, option.is_capped)} ${name.toLowerCase()}`]
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
