import { useState } from 'react'
import { saveCsv } from '#browser/api/download.ts'
import { withCode } from '#browser/stores/outcomes.ts'
import { Button } from '#browser/ui/button.tsx'
import { DownloadIcon } from '#browser/ui/icons/icon-paths.ts'
import type { DataQuery } from '#contract/queries.ts'
import { isQueryLive } from '#domain/queries/query-state.ts'
import { chunk } from '#lib/chunk.ts'
import { formatCount } from '#lib/format.ts'
import { DecisionForm } from './decision-form.tsx'

const queriesCsvCode = chunk(() => import('./queries-csv.ts'))

interface QuerySelectionBarProps {
  /** The rows of the table, in their order. */
  shown: readonly DataQuery[]
  selected: readonly DataQuery[]
  onClear: () => void
}

/** Actions on the selected queries, or on all that are shown. */
export function QuerySelectionBar({ shown, selected, onClear }: QuerySelectionBarProps) {
  const [isDeciding, setDeciding] = useState(false)
  // The message is for what is selected now, not for what a later visit selects.
  const message = useState('')
  const date = useState('')
  const isAny = selected.length > 0
  const live = selected.filter(query => isQueryLive({ status: query.query_status }))
  const exported = isAny ? selected : shown
  return (
    <div className={`border-0 border-b border-solid border-line px-3 py-1.5 ${isAny ? 'bg-brand-tint' : ''}`}>
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <span role="status" className="font-medium text-small">
          {isAny ? `${formatCount(selected.length)} selected` : 'None selected'}
        </span>
        {live.length > 0 && (
          <Button kind="main" size="s" aria-expanded={isDeciding} onClick={() => setDeciding(!isDeciding)}>
            Decide on {formatCount(live.length)}
          </Button>
        )}
        <Button size="s" icon={DownloadIcon} onClick={() => exportQueries(exported)}>
          Export {isAny ? formatCount(exported.length) : ''}
        </Button>
        {isAny && (
          <Button kind="quiet" size="s" onClick={onClear}>
            Clear selection
          </Button>
        )}
      </div>
      {isDeciding && live.length > 0 && (
        <div className="max-w-xl pb-2">
          <DecisionForm
            queries={live}
            message={message}
            date={date}
            onDone={() => {
              setDeciding(false)
              onClear()
            }}
          />
        </div>
      )}
    </div>
  )
}

const exportQueries = (queries: readonly DataQuery[]): Promise<void> =>
  withCode(queriesCsvCode, ({ queriesCsv }) => saveCsv(queriesCsv(queries), 'Queries.csv'))
