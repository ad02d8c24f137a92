import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import type { Loadable } from '#browser/api/cache/cache.ts'
import { Button } from '#browser/ui/button.tsx'
import { Printer } from '#browser/ui/icons/icon-paths.ts'
import { FileDown } from '#browser/ui/icons/rare-icon-paths.ts'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice, ErrorText } from '#browser/ui/notice.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import { Segmented } from '#browser/ui/segmented.tsx'
import { HeadCell } from '#browser/ui/sort-head.tsx'
import type { CaseCode, CaseCodeStatus } from '#contract/case-codes.ts'
import { MAX_CASE_CODES } from '#contract/limits.ts'
import { normaliseCaseCode } from '#domain/people/case-code.ts'
import { countOf, formatCount } from '#lib/format.ts'
import type { Result } from '#lib/result.ts'
import {
  codeListOf,
  countByStatus,
  loadCodes,
  loadMoreCodes,
  type Codes,
  type CaseCodeScope
} from './case-codes.ts'
import { CodeRow } from './code-row.tsx'
import { CodeSheet } from './code-sheet.tsx'
import { CreateCodes } from './create-codes.tsx'
import { isUsable, printCodes, saveCodes } from './export-codes.ts'
import { ResponseDays } from './response-days.tsx'
import { codeStatusLabels } from './status-labels.ts'
import { useFoundCodes } from './use-found-codes.ts'

export interface CaseCodesDialogProps {
  scope: CaseCodeScope
  questionnaireName: string
  submissionName: string
  /** The address at which a code opens its survey. */
  linkOf: (code: string) => string
  /** Why codes cannot be created or restored now; null while they can. */
  closedBecause: string | null
  /** Whether codes can be deleted and revoked. */
  mayWithdraw: boolean
}

/** Lists a survey's codes; creates, exports, restores and revokes them. */
export function CaseCodesDialog({
  scope,
  questionnaireName,
  submissionName,
  linkOf,
  closedBecause,
  mayWithdraw
}: CaseCodesDialogProps) {
  const { questionnaireId, submissionId } = scope
  useEffect(() => void loadCodes({ questionnaireId, submissionId }), [questionnaireId, submissionId])
  const codes = useStore(codeListOf(scope))
  return (
    <div className="grid gap-4">
      {closedBecause === null ? (
        <CreateCodes scope={scope} />
      ) : (
        <p role="note" className="rounded bg-sunken px-3 py-2 text-small">
          {closedBecause} You cannot {mayWithdraw ? 'create' : 'create or revoke'} codes now.
        </p>
      )}
      <ResponseDays scope={scope} />
      {codes.state !== 'ready' ? (
        <NotReady of={codes} what="The case codes" lines={6} onRetry={() => loadCodes(scope)} />
      ) : codes.value.codes.length === 0 ? (
        <EmptyNotice
          title="No codes"
          text={
            closedBecause === null &&
            'Create one for each case, then share them as links, a file or a printed sheet.'
          }
        />
      ) : (
        <CodeList
          scope={scope}
          codes={codes.value}
          linkOf={linkOf}
          names={[questionnaireName, submissionName]}
          mayRestore={closedBecause === null}
          mayWithdraw={mayWithdraw}
        />
      )}
      <CodeSheet questionnaireName={questionnaireName} submissionName={submissionName} />
    </div>
  )
}

interface CodeListProps {
  scope: CaseCodeScope
  codes: Codes
  linkOf: (code: string) => string
  names: readonly string[]
  mayRestore: boolean
  mayWithdraw: boolean
}

type CodeFilter = CaseCodeStatus | 'all'

function CodeList({ scope, codes: { codes, total }, linkOf, names, ...may }: CodeListProps) {
  const [filter, setFilter] = useState<CodeFilter>('all')
  const [wanted, setWanted] = useState('')
  const [fault, setFault] = useState('')
  const { found, retry } = useFoundCodes(scope, wanted, total === codes.length)
  // Until the server replies, search the codes that are loaded.
  const among = found?.state === 'ready' ? found.value.codes : codes
  const shown = useMemo(() => among.filter(code => matches(code, filter, wanted)), [among, filter, wanted])
  const showFailureOf = async (work: Promise<Result<unknown>>) => {
    const result = await work
    setFault(result.ok ? '' : result.error)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented label="Status" options={codeFilters(codes)} pressed={filter} onPress={setFilter} />
        <SearchBox label="Find a code or reviewer" value={wanted} onChange={setWanted} />
        <span className="flex-1" />
        <Button size="s" icon={FileDown} onClick={() => showFailureOf(saveCodes(shown, linkOf, names))}>
          Download CSV
        </Button>
        <Button
          size="s"
          icon={Printer}
          disabled={!shown.some(isUsable)}
          onClick={() => showFailureOf(printCodes(shown, linkOf))}
        >
          Print QR sheet
        </Button>
      </div>
      <ErrorText>{fault}</ErrorText>
      {total > codes.length && (
        <div
          role="note"
          className="flex flex-wrap items-center gap-3 text-small px-3 py-2 rounded bg-warn-tint text-warn"
        >
          <p className="flex-1 min-w-60">
            {found === null
              ? `Showing the first ${formatCount(codes.length)} of ${formatCount(total)} codes. Downloads and prints include only these. Search covers all codes.`
              : foundCodesText(found)}
          </p>
          {found === null && (
            <Button size="s" onClick={() => showFailureOf(loadMoreCodes(scope))}>
              Show {formatCount(Math.min(MAX_CASE_CODES, total - codes.length))} more
            </Button>
          )}
          {found?.state === 'failed' && (
            <Button size="s" onClick={retry}>
              Try again
            </Button>
          )}
        </div>
      )}
      {shown.length === 0 ? (
        <EmptyNotice title="No codes match" text="Choose another status, or change the search." />
      ) : (
        <CodeTable scope={scope} codes={shown} linkOf={linkOf} {...may} />
      )}
    </>
  )
}

/** The server's matches, or why there are none. */
function foundCodesText(found: Loadable<Codes>): string {
  if (found.state === 'loading' || (found.state === 'ready' && found.stale)) return 'Searching all codes…'
  if (found.state === 'failed') return `Only the listed codes were searched. ${found.error}`
  const { codes, total } = found.value
  return total > codes.length
    ? `Showing the first ${formatCount(codes.length)} of ${formatCount(total)} matching codes.`
    : `${countOf(total, 'code')} found.`
}

function CodeTable({
  scope,
  codes,
  linkOf,
  ...may
}: Omit<CodeListProps, 'codes' | 'names'> & { codes: readonly CaseCode[] }) {
  return (
    <div className="table-scroll">
      <table aria-label="Case codes">
        <thead>
          <tr>
            {['Code', 'Status', 'Progress', 'Last activity', 'Reviewer'].map(name => (
              <HeadCell key={name} className={name === 'Progress' ? 'num' : ''}>
                {name}
              </HeadCell>
            ))}
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {codes.map(code => (
            <CodeRow key={code.case_code_id} scope={scope} code={code} linkOf={linkOf} {...may} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function codeFilters(codes: readonly CaseCode[]): { id: CodeFilter; label: string; count: number }[] {
  const counts = countByStatus(codes)
  const states: CaseCodeStatus[] = ['unused', 'started', 'completed', 'withdrawn']
  return [
    { id: 'all', label: 'All', count: codes.length },
    ...states.map(id => ({ id, label: codeStatusLabels[id].word, count: counts[id] }))
  ]
}

function matches(code: CaseCode, filter: CodeFilter, wanted: string): boolean {
  if (filter !== 'all' && code.status !== filter) return false
  const text = wanted.trim().toLowerCase()
  if (text === '') return true
  const people = `${code.reviewer_name ?? ''} ${code.reviewer_email_address ?? ''}`.toLowerCase()
  return people.includes(text) || normaliseCaseCode(code.case_code).includes(normaliseCaseCode(wanted))
}
