import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $enums, loadEnum } from '#browser/stores/enums.ts'
import { $organisations } from '#browser/stores/organisations.ts'
import { Pick } from '#browser/ui/pick.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import type { UserQuery } from './user-query.ts'

interface UserFiltersProps {
  query: UserQuery
  set: (changes: Record<string, string>) => void
}

const idText = (id: number): string => (id === 0 ? '' : String(id))

export function UserFilters({ query, set }: UserFiltersProps) {
  const organisations = useStore($organisations)
  const { role_types: roleTypes } = useStore($enums)
  useEffect(() => void loadEnum('role_types'), [])
  // The box keeps what is typed while the address follows.
  const [typed, setTyped] = useState(query.text)
  const [known, setKnown] = useState(query.text)
  if (known !== query.text) {
    setKnown(query.text)
    setTyped(query.text)
  }
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchBox
        label="Name or email"
        value={typed}
        onChange={text => {
          setTyped(text)
          setKnown(text.slice(0, 200))
          set({ q: text.slice(0, 200) })
        }}
        className="w-70 max-sm:w-full"
      />
      {organisations.state === 'ready' && (
        <Pick
          label="Organisation"
          selected={query.organisationId}
          onSelect={id => set({ organisation: idText(id) })}
          options={[
            { id: 0, name: 'All' },
            ...organisations.value.map(({ id, organisation_name }) => ({ id, name: organisation_name }))
          ]}
        />
      )}
      <Pick
        label="Role"
        selected={query.roleTypeId}
        onSelect={id => set({ role: idText(id) })}
        options={[{ id: 0, name: 'All' }, ...roleTypes]}
      />
    </div>
  )
}
