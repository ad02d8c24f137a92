import { useStore } from '@nanostores/react'
import { useCallback, useSyncExternalStore, type ComponentProps } from 'react'
import type { SectionAddress } from '#browser/features/data-collection/section-address.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { rangeSize, rectangleOf } from '#browser/section/state/cell-range.ts'
import type { CellState } from '#browser/section/state/cell-state.ts'
import { openCommentCount } from '#browser/section/state/cell-status.ts'
import type { CellStore } from '#browser/section/state/cell-store.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { fieldId } from '#browser/section/table/cell-id.ts'
import { Button } from '#browser/ui/button.tsx'
import { Tabs, type Tab } from '#browser/ui/tabs.tsx'
import { useChunk } from '#browser/ui/use-chunk.ts'
import { chunk } from '#lib/chunk.ts'
import { AboutCell } from './about-cell.tsx'
import type { CellComments } from './cell-comments.tsx'
import type { CellHistory } from './cell-history.tsx'
import { $panelTab, type PanelTab } from './panel-tab.ts'
import type { RangePanel } from './range-panel.tsx'

const panelNames: Record<PanelTab, string> = { about: 'About', history: 'History', comments: 'Comments' }

interface CellPanelProps {
  engine: SectionEngine
  address: SectionAddress
}

/** Everything about the focused cell, or about the selected ones. */
export function CellPanel({ engine, address }: CellPanelProps) {
  const key = useStore(engine.$focused)
  const range = useStore(engine.$range)
  const cell = key === null ? undefined : engine.model.cells.get(key)
  return (
    <aside
      aria-label="About the cell"
      data-region
      className="bg-surface border-0 lg:border-l max-lg:border-t border-solid border-line lg:col-start-3 lg:row-start-1 lg:overflow-y-auto p-4 max-lg:px-6 max-sm:px-4"
    >
      {range !== null && rangeSize(rectangleOf(range)) > 1 ? (
        <LateRange engine={engine} range={range} />
      ) : cell === undefined ? (
        <p className="text-small text-ink-3">Select an answer to see its guidance and last year’s figure.</p>
      ) : (
        <Details engine={engine} address={address} cell={cell} />
      )}
    </aside>
  )
}

function Details({ engine, address, cell }: CellPanelProps & { cell: CellModel }) {
  const state = useRestingCell(engine.store, cell.key)
  const tab = useStore($panelTab)
  const { question, table } = cell
  const open = openCommentCount(state)
  const tabs: Tab<PanelTab>[] = [
    { id: 'about', label: 'About' },
    { id: 'history', label: 'History' },
    { id: 'comments', label: 'Comments', ...(open > 0 && { extra: open }) }
  ]
  return (
    <>
      {table.kind === 'grid' && <p className="text-tiny text-ink-3">{table.rowNames[cell.row]}</p>}
      <h2>{table.kind === 'grid' ? table.columnNames[cell.column] : question.question_text}</h2>
      <Tabs
        tabs={tabs}
        selected={tab}
        onSelect={id => $panelTab.set(id)}
        label="About the cell"
        panelId="cell-panel"
        className="mt-2 mb-3"
      />
      {/*
       * The tabs outlive the cell, so focus that reached them by F6 stays there when the panel catches up with the
       * cursor.
       */}
      <div
        key={cell.key}
        id="cell-panel"
        role="tabpanel"
        className="sm:max-lg:columns-2 sm:max-lg:gap-6 [&>*]:break-inside-avoid"
        aria-label={panelNames[tab]}
      >
        {tab === 'about' && <AboutCell engine={engine} cell={cell} state={state} />}
        {tab === 'history' && <LateHistory cell={cell} state={state} />}
        {tab === 'comments' && <LateComments cell={{ engine, address, key: cell.key }} state={state} />}
      </div>
    </>
  )
}

const rangePanel = chunk(() => import('./range-panel.tsx'))
const historyTab = chunk(() => import('./cell-history.tsx'))
const commentsTab = chunk(() => import('./cell-comments.tsx'))

function LateRange(props: ComponentProps<typeof RangePanel>) {
  const { module, isMissing, retry } = useChunk(rangePanel)
  return module ? <module.RangePanel {...props} /> : isMissing && <Button onClick={retry}>Try again</Button>
}

function LateHistory(props: ComponentProps<typeof CellHistory>) {
  const { module, isMissing, retry } = useChunk(historyTab)
  return module ? <module.CellHistory {...props} /> : isMissing && <Button onClick={retry}>Try again</Button>
}

function LateComments(props: ComponentProps<typeof CellComments>) {
  const { module, isMissing, retry } = useChunk(commentsTab)
  return module ? <module.CellComments {...props} /> : isMissing && <Button onClick={retry}>Try again</Button>
}

/** Longer than the pause between the keys of a steady typist. */
const REST_MS = 150

/** The state of one cell; while the user types in its field, it renders only when the keys rest. */
function useRestingCell(store: CellStore, key: string): CellState {
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stop = store.subscribe(key, () => {
        clearTimeout(timer)
        if (document.activeElement?.id === fieldId(key)) timer = setTimeout(listener, REST_MS)
        else listener()
      })
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
    [store, key]
  )
  const snapshot = useCallback(() => store.get(key), [store, key])
  return useSyncExternalStore(subscribe, snapshot)
}
