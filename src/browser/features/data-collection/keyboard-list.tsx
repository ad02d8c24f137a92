const HELP_KEYS = [
  ['Arrows', 'to the next cell'],
  ['Enter, Shift Enter', 'down, up'],
  ['Tab, Shift Tab', 'right, left'],
  ['Home, End', 'first, last cell of the row'],
  ['Ctrl Home, Ctrl End', 'first, last cell of the table'],
  ['Ctrl arrow', 'to the edge of the filled cells'],
  ['F2, double click', 'edit the cell'],
  ['Escape', 'undo typing in the cell'],
  ['Delete', 'clear the cell'],
  ['Shift Delete', 'clear the row, in tables where you add rows'],
  ['Ctrl Z, Ctrl Y', 'undo, redo'],
  ['Shift arrow, Ctrl Shift arrow', 'select more cells'],
  ['Ctrl A, Ctrl Space, Shift Space', 'select the table, column, row'],
  ['Ctrl C, Ctrl X, Ctrl V', 'copy, cut, paste, also with a spreadsheet'],
  ['Ctrl D, Ctrl R, Ctrl Enter', 'fill the selection down, right, everywhere'],
  ['Ctrl ;, Ctrl ’', 'today’s date, the value above'],
  ['Alt ↓', 'calendar of a date'],
  ['Shift F2', 'comment on the cell; Escape returns to it'],
  ['Alt Enter', 'break the line of a long text'],
  ['Ctrl +, Ctrl -, Alt Shift arrow', 'insert, remove, move a row, where you add rows'],
  ['Shift F10', 'commands for the selected cells'],
  ['F6, Shift F6', 'to the next, previous part of the page']
] as const

export const KeyboardList = () => (
  <dl className="grid grid-cols-[auto_auto] gap-x-6 gap-y-1.5 text-small">
    {HELP_KEYS.map(([key, does]) => (
      <div key={key} className="contents">
        <dt className="font-medium">{key}</dt>
        <dd className="text-ink-2">{does}</dd>
      </div>
    ))}
  </dl>
)
