// react-hook-form: registered, uncontrolled fields in the same table.
import { createRoot } from 'react-dom/client'
import { useForm } from 'react-hook-form'
import '../pages/table.css'
import { beginMount, columns, main, rows } from '../pages/size.ts'

function HookForm() {
  const { register } = useForm()
  return (
    <form>
      {rows.map((row, y) => (
        <div key={row} className="row">
          <div className="name">{row}</div>
          {columns.map((column, x) => (
            <div key={column}>
              <input
                inputMode="decimal"
                aria-label={`${row}, ${column}`}
                {...register(`cells.${y}.${x}`, { min: 0, max: 1000 })}
              />
            </div>
          ))}
        </div>
      ))}
    </form>
  )
}

beginMount()
createRoot(main()).render(<HookForm />)
