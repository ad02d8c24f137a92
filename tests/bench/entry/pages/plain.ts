// The least that any page does which is typed into: elements, and one listener that keeps what was typed. With `&contained`, rows out of
// sight are not laid out.

import './table.css'
import { beginMount, columns, main, rows } from './size.ts'

beginMount()
const typed = new Map<string, string>()
const table = document.createElement('div')
if (location.search.includes('contained')) table.className = 'contained'
for (const row of rows) {
  const line = document.createElement('div')
  line.className = 'row'
  const name = document.createElement('div')
  name.className = 'name'
  name.textContent = row
  line.append(name)
  for (const column of columns) {
    const cell = document.createElement('div')
    const field = document.createElement('input')
    field.inputMode = 'decimal'
    field.ariaLabel = `${row}, ${column}`
    cell.append(field)
    line.append(cell)
  }
  table.append(line)
}
table.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement) typed.set(target.ariaLabel ?? '', target.value)
})
main().append(table)
