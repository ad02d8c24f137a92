import type { PanelTab } from '#browser/features/data-collection/panel/panel-tab.ts'
import type { SectionAddress } from '#browser/features/data-collection/section-address.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { CellQueries } from './cell-queries.tsx'
import { WaitingQuestions } from './section-questions.tsx'

interface PanelQueriesProps {
  tab: PanelTab
  address: SectionAddress
  cell: CellModel
}

/** What a tab of the panel shows of queries: those that wait for the user, and those about the cell beside its comments. */
export const PanelQueries = ({ tab, address, cell }: PanelQueriesProps) => (
  <>
    {tab === 'for-you' && <WaitingQuestions focused={cell.key} />}
    {tab === 'comments' && <CellQueries address={address} cell={cell} />}
  </>
)
