// react-jsonschema-form: an object of numbers for each row.
import Form from '@rjsf/core'
import validator from '@rjsf/validator-ajv8'
import { createRoot } from 'react-dom/client'
import { beginMount, columns, main, rows } from '../pages/size.ts'

beginMount()
const cell = { type: 'number', minimum: 0, maximum: 1000 }
const objectOf = (names, property) => ({
  type: 'object',
  properties: Object.fromEntries(names.map(name => [name, property]))
})
createRoot(main()).render(<Form schema={objectOf(rows, objectOf(columns, cell))} validator={validator} />)
