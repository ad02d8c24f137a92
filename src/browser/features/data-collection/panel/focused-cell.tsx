import { useStore } from '@nanostores/react'
import { Fragment, useCallback, useSyncExternalStore } from 'react'
import { queryParts } from '#browser/features/data-collection/queries/query-parts-chunk.ts'
import { $sectionQueries } from '#browser/features/data-collection/queries/section-queries.ts'
import type { SectionAddress } from '#browser/features/data-collection/section-address.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { afterKeys } from '#browser/section/state/after-keys.ts'
import type { CellState } from '#browser/section/state/cell-state.ts'
import { openCommentCount } from '#browser/section/state/cell-status.ts'
import type { CellStore } from '#browser/section/state/cell-store.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { fieldId } from '#browser/section/table/cell-id.ts'
import { $session } from '#browser/stores/session.ts'
import { Late } from '#browser/ui/late.tsx'
import { Tabs, type Tab } from '#browser/ui/tabs.tsx'
import { AboutCell } from './about-cell.tsx'
import { CellComments } from './cell-comments.tsx'
import { CellHistory } from './cell-history.tsx'
import { ForYou, useForYou } from './for-you.tsx'
import { $panelTab, type PanelTab } from './panel-tab.ts'

const panelNames: Record<PanelTab, string> = {
  about: 'About',
  history: 'History',
  comments: 'Comments',
  'for-you': 'For you'
}

interface FocusedCellProps {
  engine: SectionEngine
  address: SectionAddress
  cell: CellModel
}

/** What the panel says about a cell. */
export function FocusedCell({ engine, address, cell }: FocusedCellProps) {
  const state = useRestingCell(engine.store, cell.key)
  const waiting = useForYou(engine, address)
  const isAdmin = useStore($session).user?.isAdmin ?? false
  const queries = useStore($sectionQueries)
  const waitingCount = waiting.length + queries.filter(({ query_status }) => query_status === 'open').length
  const chosen = useStore($panelTab)
  const tab = chosen === 'for-you' && waitingCount === 0 ? 'about' : chosen
  const { question, table } = cell
  const open = openCommentCount(state)
  const tabs: Tab<PanelTab>[] = [
    { id: 'about', label: 'About' },
    { id: 'history', label: 'History' },
    { id: 'comments', label: 'Comments', ...(open > 0 && { extra: open }) },
    ...(waitingCount > 0 ? [{ id: 'for-you' as const, label: 'For you', extra: waitingCount }] : [])
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
        id="cell-panel"
        role="tabpanel"
        className="sm:max-lg:columns-2 sm:max-lg:gap-6 [&>*]:break-inside-avoid"
        aria-label={panelNames[tab]}
      >
        <Fragment key={cell.key}>
          {tab === 'about' && <AboutCell engine={engine} cell={cell} state={state} />}
          {tab === 'history' && <CellHistory cell={cell} state={state} />}
          {tab === 'comments' && <CellComments cell={{ engine, address, key: cell.key }} state={state} />}
          {(queries.length > 0 || isAdmin) && (
            <Late code={queryParts}>
              {({ PanelQueries }) => (
                <PanelQueries tab={tab} address={address} cell={cell} section={engine.model.section} />
              )}
            </Late>
          )}
        </Fragment>
        {/* Of the whole section: a button there is not replaced when the cell changes. */}
        {tab === 'for-you' && <ForYou engine={engine} items={waiting} />}
      </div>
    </>
  )
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
        if (document.activeElement?.id === fieldId(key)) timer = setTimeout(afterKeys, REST_MS, listener, 0)
        else afterKeys(listener, 0)
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
