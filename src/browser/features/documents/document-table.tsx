import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Icon } from '#browser/ui/icon.tsx'
import { ChevronDown, ChevronRight } from '#browser/ui/icons/icon-paths.ts'
import { HeadCell } from '#browser/ui/sort-head.tsx'
import { countOf } from '#lib/format.ts'
import { DocumentRow } from './document-row.tsx'
import type { DocumentGroup } from './documents.ts'
import { DocumentSelectionBar } from './selection-bar.tsx'
import { $zip, resetZip } from './zip.ts'

interface DocumentTableProps {
  groups: readonly DocumentGroup[]
  since: string | null
  /** While a search is active, no match is hidden. */
  opensAll: boolean
}

/** Groups with new documents start open; without any, all do. */
export function DocumentsTable({ groups, since, opensAll }: DocumentTableProps) {
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set())
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const zip = useStore($zip)
  const documents = groups.flatMap(group => group.documents)
  // Documents that are filtered out are not downloaded.
  const chosen = documents.filter(({ document_id }) => selected.has(document_id))
  const hasNew = groups.some(({ newCount }) => newCount > 0)
  const isOpen = ({ projectId, newCount }: DocumentGroup): boolean =>
    (opensAll || !hasNew || newCount > 0) !== toggled.has(projectId)
  const toggle = (id: number) => {
    const next = new Set(toggled)
    if (!next.delete(id)) next.add(id)
    setToggled(next)
  }
  const select = (ids: readonly number[], isOn: boolean) => {
    // Another selection is another zip.
    if (zip.is === 'saved' || zip.is === 'incomplete' || zip.is === 'failed') resetZip()
    const rest = [...selected].filter(id => !ids.includes(id))
    setSelected(new Set(isOn ? [...rest, ...ids] : rest))
  }
  return (
    <div className="card overflow-clip">
      {(chosen.length > 0 || zip.is !== 'idle') && (
        <DocumentSelectionBar
          chosen={chosen}
          isAll={chosen.length === documents.length}
          onAll={isOn =>
            select(
              documents.map(({ document_id }) => document_id),
              isOn
            )
          }
        />
      )}
      <table className="w-full">
        <caption className="sr-only">Documents by project</caption>
        <thead>
          <tr>
            <HeadCell className="w-8">
              <span className="sr-only">Select</span>
            </HeadCell>
            <HeadCell>Document</HeadCell>
            {['Type', 'Open to', 'Published'].map(name => (
              <HeadCell key={name} className="max-md:hidden">
                {name}
              </HeadCell>
            ))}
            <HeadCell className="num max-md:hidden">Size</HeadCell>
            <HeadCell>
              <span className="sr-only">Download</span>
            </HeadCell>
          </tr>
        </thead>
        {groups.map(group => (
          <tbody key={group.projectId}>
            <GroupHead group={group} isOpen={isOpen(group)} onToggle={() => toggle(group.projectId)} />
            {isOpen(group) &&
              group.documents.map(document => (
                <DocumentRow
                  key={document.document_id}
                  document={document}
                  since={since}
                  isSelected={selected.has(document.document_id)}
                  onSelect={isOn => select([document.document_id], isOn)}
                />
              ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function GroupHead({
  group,
  isOpen,
  onToggle
}: {
  group: DocumentGroup
  isOpen: boolean
  onToggle: () => void
}) {
  return (
    <tr>
      <th scope="colgroup" colSpan={7} className="table-cell bg-canvas text-left font-normal py-0!">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex w-full flex-wrap items-center gap-x-2.5 py-2 text-left"
        >
          <Icon of={isOpen ? ChevronDown : ChevronRight} />
          <span className="min-w-0 font-semibold max-md:[overflow-wrap:anywhere]">{group.name}</span>
          <span className="text-small text-ink-3">
            {countOf(group.documents.length, 'document')}
            {group.newCount > 0 && <span className="text-brand-text">, {group.newCount} new</span>}
          </span>
        </button>
      </th>
    </tr>
  )
}
