// The commands of the selected cells, with their keys.

import { isRepeating } from '#browser/section/state/repeating-rows.ts'
import { showToast } from '#browser/stores/toasts.ts'
import type { MenuAction } from '#browser/ui/popover/menu.tsx'
import { beginCellComment } from './command-keys.ts'
import { copyRange } from './copy-range.ts'
import { hasCalendar, openCalendar } from './date-picker.ts'
import { clearRange, fillFromActive, fillRange, markRange } from './range-commands.ts'
import { insertBlankRows, removeRows, sortRowsBy } from './row-commands.ts'
import type { CellMenu } from './table-tools.ts'

/** An action with its key, for those who would rather press that. */
export interface KeyedAction extends MenuAction {
  keys?: string
}

export function menuActions(menu: CellMenu): (KeyedAction | 'line')[] {
  const { tools, range, cell, target } = menu
  const { engine } = tools.form
  const copy: KeyedAction = { label: 'Copy', keys: 'Ctrl+C', onSelect: () => void writeClipboard(menu) }
  if (engine.isLocked) return [copy]
  const fill = cell && engine.store.get(cell.key).text
  return [
    {
      label: 'Cut',
      keys: 'Ctrl+X',
      onSelect: async () => {
        if (await writeClipboard(menu)) clearRange(engine, range)
      }
    },
    copy,
    { label: 'Paste', keys: 'Ctrl+V', onSelect: () => void pasteClipboard(menu) },
    { label: 'Clear', keys: 'Delete', onSelect: () => clearRange(engine, range) },
    'line',
    { label: 'Fill down', keys: 'Ctrl+D', onSelect: () => tools.report(fillRange(engine, range, 'down')) },
    { label: 'Fill right', keys: 'Ctrl+R', onSelect: () => tools.report(fillRange(engine, range, 'right')) },
    ...(cell && fill
      ? [
          {
            label: `Fill with ${fill.length > MAX_SHOWN_TEXT ? `${fill.slice(0, MAX_SHOWN_TEXT)}…` : fill}`,
            keys: 'Ctrl+Enter',
            onSelect: () => tools.report(fillFromActive(engine, range, cell))
          }
        ]
      : []),
    'line',
    {
      label: 'Not applicable',
      keys: 'or type n/a',
      onSelect: () => markRange(engine, range, 'isNotApplicable')
    },
    {
      label: 'Not available',
      keys: 'or type not known',
      onSelect: () => markRange(engine, range, 'isNotAvailable')
    },
    ...(cell && tools.form.onComment
      ? [{ label: 'Comment', keys: 'Shift+F2', onSelect: () => void beginCellComment(tools, target) }]
      : []),
    ...(cell && hasCalendar(cell)
      ? [{ label: 'Choose a date', keys: 'Alt+↓', onSelect: () => openCalendar(engine, cell) }]
      : []),
    ...rowActions(menu)
  ]
}

const MAX_SHOWN_TEXT = 16

/** Where the user adds the rows. */
function rowActions({ tools, range }: CellMenu): (KeyedAction | 'line')[] {
  const { engine } = tools.form
  if (!isRepeating(range.table)) return []
  const { column } = range.anchor
  return [
    'line',
    { label: 'Insert row', keys: 'Ctrl++', onSelect: () => tools.tell(insertBlankRows(engine, range)) },
    { label: 'Remove row', keys: 'Ctrl+-', onSelect: () => tools.tell(removeRows(engine, range)) },
    { label: 'Move row up', keys: 'Alt+Shift+↑', onSelect: () => tools.moveRows(range, -1) },
    { label: 'Move row down', keys: 'Alt+Shift+↓', onSelect: () => tools.moveRows(range, 1) },
    {
      label: 'Sort lowest to highest',
      onSelect: () => tools.tell(sortRowsBy(engine, range.table, column, 'ascending'))
    },
    {
      label: 'Sort highest to lowest',
      onSelect: () => tools.tell(sortRowsBy(engine, range.table, column, 'descending'))
    }
  ]
}

/** Returns false if the browser does not let the page write. */
async function writeClipboard({ tools, range }: CellMenu): Promise<boolean> {
  try {
    // Not every browser that the product supports lets a page write HTML here, as Ctrl+C does.
    await navigator.clipboard.writeText(copyRange(tools.form.engine, range).text)
    return true
  } catch {
    showToast({ text: 'Copying is blocked in this browser. Press Ctrl+C instead.', status: 'warning' })
    return false
  }
}

async function pasteClipboard({ tools, target }: CellMenu): Promise<void> {
  try {
    const text = await navigator.clipboard.readText()
    tools.pasted({ text, html: '' }, target, false)
  } catch {
    showToast({ text: 'Pasting is blocked in this browser. Press Ctrl+V instead.', status: 'warning' })
  }
}
