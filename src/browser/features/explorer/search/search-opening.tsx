import { useState, type FormEvent } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useStore } from '@nanostores/react'
import { paths } from '#programme/paths.ts'
import { $search } from '#browser/stores/explore.ts'
import { $projectCode } from '#browser/stores/selection.ts'
import { BarSlot } from '#browser/ui/bar-slot.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import { writeSearch } from './search-query.ts'

/** The box in the project's bar. Enter opens the search with what was typed. */
export function SearchOpening({ explorerType }: { explorerType: string }) {
  const projectCode = useStore($projectCode)
  const last = useStore($search).query
  const [text, setText] = useState(last)
  const open = (event: FormEvent): void => {
    event.preventDefault()
    if (projectCode === null) return
    const params = writeSearch(new URLSearchParams(location.search), { text: text.trim() })
    const query = params.toString()
    navigate(paths.explorerSearch(projectCode, explorerType) + (query === '' ? '' : `?${query}`))
  }
  return (
    <BarSlot>
      <form role="search" aria-label="Charts and questions" onSubmit={open}>
        <SearchBox label="Search" value={text} onChange={setText} className="w-50" />
      </form>
    </BarSlot>
  )
}
