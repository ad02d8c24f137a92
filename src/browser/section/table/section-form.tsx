import { useStore } from '@nanostores/react'
import { useState, type ReactNode } from 'react'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { rangeAnnouncement } from '#browser/section/state/cell-range.ts'
import type { TableModel } from '#browser/section/state/model.ts'
import { useChunk } from '#browser/ui/use-chunk.ts'
import { chunk } from '#lib/chunk.ts'
import { CopyTable } from './copy-table.tsx'
import type { ShownByForm } from './form-events.ts'
import { Grid, RowLimit } from './grid.tsx'
import { List } from './list.tsx'
import type { PasteOutcome } from './paste/paste-report.ts'
import type { CellMenu } from './range/table-tools.ts'
import { useCellForm } from './use-cell-form.ts'

interface SectionFormProps {
  engine: SectionEngine
  onPasted: (outcome: PasteOutcome) => void
  /** Opens the comments of a cell. */
  onComment?: ShownByForm['onComment']
  /** Shown to the right of a table's name. */
  aside?: (table: TableModel) => ReactNode
}

export function SectionForm({ engine, onPasted, onComment, aside }: SectionFormProps) {
  const [menu, setMenu] = useState<CellMenu | null>(null)
  const form = useCellForm(engine, { onPasted, onMenu: setMenu, onComment })
  return (
    <>
      <form
        ref={form}
        className="grid grid-cols-[minmax(0,1fr)] gap-6 justify-items-stretch"
        autoComplete="off"
        spellCheck={false}
        onSubmit={event => event.preventDefault()}
      >
        {engine.model.tables.map((table, index) => (
          <section key={table.id} aria-labelledby={`${table.id}-name`}>
            <div className="flex flex-wrap items-end gap-x-3 gap-y-1 mb-2">
              <h2 id={`${table.id}-name`} className="flex-1 min-w-0">
                {table.subSection.sub_section_name}
                {engine.model.tables[index - 1]?.subSection === table.subSection && (
                  <span className="sr-only">, table</span>
                )}
              </h2>
              {table.kind === 'grid' && <CopyTable engine={engine} table={table} />}
              {aside?.(table)}
            </div>
            {table.kind === 'grid' ? (
              <>
                <div className="max-lg:overflow-x-auto">
                  <Grid engine={engine} table={table} label={table.subSection.sub_section_name} />
                </div>
                <RowLimit table={table} />
              </>
            ) : (
              <List engine={engine} table={table} />
            )}
          </section>
        ))}
        <RangeAnnouncement engine={engine} />
      </form>
      {/* Outside of the form, whose keys and presses are the cells'. */}
      {menu !== null && <LateMenu key={`${menu.x} ${menu.y}`} menu={menu} onClose={() => setMenu(null)} />}
    </>
  )
}

const cellMenu = chunk(() => import('./range/cell-menu.tsx'))

function LateMenu(props: { menu: CellMenu; onClose: () => void }) {
  const { module } = useChunk(cellMenu)
  return module && <module.CellMenuList {...props} />
}

/** For screen readers, in one sentence. */
function RangeAnnouncement({ engine }: Pick<SectionFormProps, 'engine'>) {
  const range = useStore(engine.$range)
  return (
    <p role="status" className="sr-only">
      {range !== null && rangeAnnouncement(range)}
    </p>
  )
}
