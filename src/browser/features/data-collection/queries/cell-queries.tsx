import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { PanelTab } from '#browser/features/data-collection/panel/panel-tab.ts'
import type { SectionAddress } from '#browser/features/data-collection/section-address.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { $session } from '#browser/stores/session.ts'
import { Button } from '#browser/ui/button.tsx'
import type { DataQuery } from '#contract/queries.ts'
import type { Section } from '#contract/questionnaires.ts'
import { cellAddress, cellKey } from '#domain/answers/cell-address.ts'
import { isQueryLive } from '#domain/queries/query-state.ts'
import { queryStatusWords } from '#domain/queries/query-texts.ts'
import { DecisionForm } from './decision-form.tsx'
import { QueryDay, QueryText, useQueryText } from './query-fields.tsx'
import { raiseByHand } from './raising.ts'
import { $sectionQueries } from './section-queries.ts'
import { QueryThread, WaitingQuestions } from './section-questions.tsx'

interface PanelQueriesProps {
  tab: PanelTab
  address: SectionAddress
  cell: CellModel
  section: Section
}

/** What a tab of the panel shows of queries: those that wait for the user, and those about the cell beside its comments. */
export const PanelQueries = ({ tab, address, cell, section }: PanelQueriesProps) => (
  <>
    {tab === 'for-you' && <WaitingQuestions focused={cell.key} section={section} />}
    {tab === 'comments' && <CellQueries address={address} cell={cell} />}
  </>
)

/** The queries about a cell with their threads. Admins ask and decide here. */
function CellQueries({ address, cell }: { address: SectionAddress; cell: CellModel }) {
  const own = useStore($sectionQueries).filter(query => cellKey(query) === cell.key)
  const isAdmin = useStore($session).user?.isAdmin ?? false
  const shown = isAdmin ? own : own.filter(({ query_status }) => query_status !== 'open')
  const mayAsk = isAdmin && !own.some(one => isQueryLive({ status: one.query_status }))
  if (shown.length === 0 && !mayAsk) return null
  return (
    <section aria-label="Questions from the programme" className="mt-4 text-small">
      <h3 className="mb-1.5">Questions from the programme</h3>
      <ul className="grid gap-2.5">
        {shown.map(query => (
          <li key={query.query_id} className="rounded-lg border border-solid border-line px-3 py-2.5">
            <p className="font-medium">
              {query.query_status === 'cancelled' && !isAdmin
                ? 'Query withdrawn'
                : queryStatusWords[query.query_status]}
            </p>
            <QueryThread query={query} />
            {isAdmin && isQueryLive({ status: query.query_status }) && <KeptDecisionForm query={query} />}
          </li>
        ))}
      </ul>
      {mayAsk && <AskForm key={cell.key} address={address} cell={cell} />}
    </section>
  )
}

function KeptDecisionForm({ query }: { query: DataQuery }) {
  const message = useQueryText(`decision ${query.query_id}`)
  const date = useQueryText(`decision day ${query.query_id}`)
  return <DecisionForm queries={[query]} message={message} date={date} />
}

function AskForm({ address, cell }: { address: SectionAddress; cell: CellModel }) {
  const name = [address.submissionId, address.sectionId, cell.key].join(' ')
  const [text, setText] = useQueryText(`ask ${name}`)
  const [day, setDay] = useQueryText(`ask day ${name}`)
  const [error, setError] = useState<string | null>(null)
  const ask = async () => {
    if (text.trim() === '') return setError('Enter a question.')
    const { questionnaireId: questionnaire_id, submissionId: submission_id, sectionId: section_id } = address
    const place = { questionnaire_id, submission_id, section_id, ...cellAddress(cell.question) }
    const fault = await raiseByHand(place, text.trim(), day || null)
    if (fault !== null) return setError(fault)
    setText('')
    setDay('')
  }
  return (
    <div className="mt-2">
      <QueryText label="Ask about this answer" value={text} onChange={setText} error={error}>
        <QueryDay label="Answer by" value={day} onChange={setDay} />
      </QueryText>
      <Button size="s" className="mt-1.5" onClick={ask}>
        Ask the organisation
      </Button>
    </div>
  )
}
