// Form.io: its table component with a number component in each cell.
import { Formio } from '@formio/js'
import '@formio/js/dist/formio.form.min.css'
import { beginMount, columns, main, rows } from '../pages/size.ts'

beginMount()
const numberIn = (row, column) => ({
  type: 'number',
  key: `${row}-${column}`.replaceAll(' ', ''),
  label: `${row}, ${column}`,
  hideLabel: true,
  input: true,
  validate: { min: 0, max: 1000 }
})
const table = {
  type: 'table',
  key: 'cells',
  numRows: rows.length,
  numCols: columns.length,
  rows: rows.map(row => columns.map(column => ({ components: [numberIn(row, column)] })))
}
Formio.createForm(main(), { components: [table] })
