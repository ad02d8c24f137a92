// Whatever is removed while it has the focus, the focus goes on nearby and never to the body.

import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Button } from '#browser/ui/button.tsx'
import { keepFocusOnRemoval } from '#browser/ui/focus/focus-place.ts'

let stop: () => void
beforeEach(() => void (stop = keepFocusOnRemoval()))
afterEach(() => {
  stop()
  cleanup()
})

type Outcome = 'removed' | 'replaced' | 'disabled' | 'removed with its row'
const ROWS = ['First', 'Second', 'Third']

/** Three rows with two buttons each under a heading. `Act` ends its own row’s button in the given way. */
function Rows({ outcome }: { outcome: Outcome }) {
  const [done, setDone] = useState<readonly string[]>([])
  return (
    <main tabIndex={-1}>
      <h1>Rows</h1>
      <section>
        <h2>Here</h2>
        {ROWS.filter(row => outcome !== 'removed with its row' || !done.includes(row)).map(row => {
          const isOver = done.includes(row)
          return (
            <div key={row}>
              <p>{row}</p>
              {isOver && outcome === 'replaced' && <Button key="undo">{`Undo ${row}`}</Button>}
              {(!isOver || outcome === 'disabled') && (
                <Button key="act" disabled={isOver} onClick={() => setDone([...done, row])}>
                  {`Act ${row}`}
                </Button>
              )}
            </div>
          )
        })}
      </section>
    </main>
  )
}

const expected: Record<Outcome, Record<string, string>> = {
  removed: { First: 'Act Second', Second: 'Act Third', Third: 'Act Second' },
  replaced: { First: 'Undo First', Second: 'Undo Second', Third: 'Undo Third' },
  disabled: { First: 'Act Second', Second: 'Act Third', Third: 'Act Second' },
  'removed with its row': { First: 'Act Second', Second: 'Act Third', Third: 'Act Second' }
}

const cases = (Object.keys(expected) as Outcome[]).flatMap(outcome => ROWS.map(row => ({ outcome, row })))

const pressButton = async (name: string): Promise<void> => {
  const button = screen.getByRole('button', { name })
  button.focus()
  await act(async () => button.click())
}

test.each(cases)('a button of the row $row that is $outcome', async ({ outcome, row }) => {
  render(<Rows outcome={outcome} />)
  await pressButton(`Act ${row}`)
  expect(document.activeElement?.textContent).toBe(expected[outcome][row])
})

test.each(['removed', 'disabled', 'removed with its row'] as const)(
  'without another button the heading of its part takes the focus: the last one is %s',
  async outcome => {
    render(<Rows outcome={outcome} />)
    for (const row of ROWS) await pressButton(`Act ${row}`)
    expect(document.activeElement?.textContent).toBe('Here')
  }
)

test('an element with the focus elsewhere keeps it', async () => {
  render(
    <>
      <input aria-label="Name" />
      <Rows outcome="removed" />
    </>
  )
  const field = screen.getByLabelText('Name')
  field.focus()
  await act(async () => screen.getByRole('button', { name: 'Act First' }).click())
  expect(document.activeElement).toBe(field)
})
