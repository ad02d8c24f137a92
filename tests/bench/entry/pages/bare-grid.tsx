// React with nothing around it: uncontrolled fields, rows out of sight not laid out, one handler that keeps what was typed.

import { createRoot } from 'react-dom/client'
import './table.css'
import { beginMount, columns, main, rows } from './size.ts'

const typed = new Map<string, string>()

function BareGrid() {
  return (
    <div
      className="contained"
      onInput={({ target }) =>
        target instanceof HTMLInputElement && typed.set(target.ariaLabel ?? '', target.value)
      }
    >
      {rows.map(row => (
        <div key={row} className="row">
          <div className="name">{row}</div>
          {columns.map(column => (
            <div key={column}>
              <input inputMode="decimal" aria-label={`${row}, ${column}`} defaultValue="" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

beginMount()
createRoot(main()).render(<BareGrid />)
