import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { SectionAddress } from '#browser/features/data-collection/section-address.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { errorOf } from '#browser/section/state/cell-state.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { focusCell } from '#browser/section/table/cell-id.ts'
import { NewsMark, StatusIcon } from '#browser/section/table/cell-marks.tsx'
import { $unseenComments, loadUnseenComments } from '#browser/stores/unseen-comments.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { MessageSquare } from '#browser/ui/icons/rare-icon-paths.ts'
import type { UnseenComment } from '#contract/unseen-comments.ts'
import { formatCount, formatDay } from '#lib/format.ts'
import { ConflictChoice, ConflictTitle } from './conflict-choice.tsx'
import { $panelTab } from './panel-tab.ts'

/** What waits for the user in this section. */
export interface ForYouItem {
  is: (typeof GROUPS)[number] | 'comment'
  key: string
  comment?: UnseenComment
}

const GROUPS = ['unsent', 'conflict', 'news'] as const

/** Answers that are not sent, then conflicts, changes of others and comments that the user has not seen. */
export function useForYou(engine: SectionEngine, { submissionId, sectionId }: SectionAddress): ForYouItem[] {
  const loaded = useStore($unseenComments)
  useEffect(() => void loadUnseenComments(), [])
  // Renders when one of the groups changes, not on every keystroke.
  useStatus(engine, () => GROUPS.map(group => engine.keysOf(group).join()).join(' '))
  const unseen = loaded.state === 'ready' ? loaded.value : []
  const here = unseen.filter(one => one.submission_id === submissionId && one.section_id === sectionId)
  return [
    ...GROUPS.flatMap(group => engine.keysOf(group).map((key): ForYouItem => ({ is: group, key }))),
    ...here.flatMap((comment): ForYouItem[] => {
      const key = [...engine.store.keys()].find(one =>
        engine.store.get(one).comments.some(({ comment_id }) => comment_id === comment.comment_id)
      )
      return key === undefined ? [] : [{ is: 'comment', key, comment }]
    })
  ]
}

const MAX_ITEMS_SHOWN = 30

/** Each item with its cell and the step that settles it. */
export function ForYou({ engine, items }: { engine: SectionEngine; items: readonly ForYouItem[] }) {
  return (
    <>
      <ul className="grid gap-2.5 text-small">
        {items.slice(0, MAX_ITEMS_SHOWN).map(item => {
          const cell = engine.model.cells.get(item.key)
          return (
            cell && (
              <li
                key={`${item.is} ${item.key} ${item.comment?.comment_id ?? ''}`}
                className="rounded-lg border border-solid border-line px-3 pt-2.5 pb-3"
              >
                <ItemContent engine={engine} cell={cell} item={item} />
              </li>
            )
          )
        })}
      </ul>
      {items.length > MAX_ITEMS_SHOWN && (
        <p className="mt-2 text-small text-ink-2">{formatCount(items.length - MAX_ITEMS_SHOWN)} more</p>
      )}
    </>
  )
}

interface ItemContentProps {
  engine: SectionEngine
  cell: CellModel
  item: ForYouItem
}

function ItemContent({ engine, cell, item }: ItemContentProps) {
  const state = engine.store.get(cell.key)
  const step = (label: string, run: () => void) => (
    <Button size="s" className="mt-2" aria-label={`${label}: ${cell.name}`} onClick={run}>
      {label}
    </Button>
  )
  const name = <p className="mt-1 break-words">{cell.name}</p>
  if (item.is === 'conflict')
    return (
      <>
        <ConflictTitle />
        {name}
        <ConflictChoice engine={engine} cell={cell} state={state} />
      </>
    )
  if (item.is === 'unsent')
    return (
      <>
        <ItemTitle tone="text-bad" mark={<StatusIcon status="error" />}>
          Not sent: correct it
        </ItemTitle>
        {name}
        <p className="text-ink-2">{errorOf(state)}</p>
        {step('Go to the cell', () => focusCell(cell.key))}
      </>
    )
  if (item.is === 'news')
    return (
      <>
        <ItemTitle mark={<NewsMark />}>New since you last looked</ItemTitle>
        {name}
        <p className="text-ink-2">{state.news}.</p>
        {step('Mark as seen', () => engine.store.set(cell.key, { news: null }))}
      </>
    )
  const open = () => {
    $panelTab.set('comments')
    focusCell(cell.key)
  }
  return (
    <>
      <ItemTitle mark={<Icon of={MessageSquare} />}>New comment</ItemTitle>
      {name}
      {item.comment && (
        <p className="text-ink-2 break-words">
          “{item.comment.comment_text}”{' '}
          <span className="text-ink-3">
            {item.comment.created_by}, {formatDay(item.comment.created_at)}
          </span>
        </p>
      )}
      {step('Read and reply', open)}
    </>
  )
}

const ItemTitle = ({
  tone = '',
  mark,
  children
}: {
  tone?: string
  mark: ReactNode
  children: ReactNode
}) => (
  <p className={`flex items-center gap-1.5 font-medium ${tone}`}>
    {mark}
    {children}
  </p>
)
