// A button and a form know themselves how long their action takes.

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FormElement, GuardedForm } from '#browser/forms/form-element.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { Button, IconButton } from '#browser/ui/button.tsx'
import { Check } from '#browser/ui/icons/icon-paths.ts'

afterEach(cleanup)

/** An action that ends when the test says so. */
function createAction() {
  const ends: (() => void)[] = []
  return {
    run: () => new Promise<void>(resolve => ends.push(resolve)),
    times: () => ends.length,
    end: () => act(async () => ends.at(-1)?.())
  }
}

const button = (name = 'Save'): HTMLElement => screen.getByRole('button', { name })
const isBusy = (name = 'Save'): boolean =>
  button(name).getAttribute('aria-busy') === 'true' && button(name).getAttribute('aria-disabled') === 'true'

test.each([
  ['with a label', (onClick: () => unknown) => <Button onClick={onClick}>Save</Button>],
  ['with an icon', (onClick: () => unknown) => <IconButton icon={Check} label="Save" onClick={onClick} />]
])(
  'a button %s is busy until its action ends, ignores clicks meanwhile, and keeps the focus',
  async (_, draw) => {
    const action = createAction()
    render(draw(action.run))
    button().focus()
    // Both before React draws anything.
    act(() => {
      button().click()
      button().click()
    })
    expect(isBusy()).toBe(true)
    expect(button().hasAttribute('disabled')).toBe(false)
    fireEvent.click(button())
    expect(action.times()).toBe(1)
    expect(document.activeElement).toBe(button())
    await action.end()
    expect(isBusy()).toBe(false)
    expect(document.activeElement).toBe(button())
    fireEvent.click(button())
    expect(action.times()).toBe(2)
    await action.end()
  }
)

test('a button whose action ends at once is never busy', () => {
  const onClick = vi.fn<() => void>()
  render(<Button onClick={onClick}>Save</Button>)
  fireEvent.click(button())
  fireEvent.click(button())
  expect(onClick).toHaveBeenCalledTimes(2)
  expect(isBusy()).toBe(false)
})

test('a button that leaves the page while it is busy says nothing in the console', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  const action = createAction()
  const { unmount } = render(<Button onClick={action.run}>Save</Button>)
  fireEvent.click(button())
  unmount()
  await action.end()
  expect(complain).not.toHaveBeenCalled()
  complain.mockRestore()
})

test('the submit button of a form that holds its own values is busy while the form is sent, once', async () => {
  const action = createAction()
  render(
    <GuardedForm isDirty={false} onSubmit={action.run} aria-label="Names">
      <SubmitButton>Save</SubmitButton>
    </GuardedForm>
  )
  const form = screen.getByRole('form')
  fireEvent.submit(form)
  fireEvent.submit(form)
  expect(isBusy()).toBe(true)
  fireEvent.click(button())
  expect(action.times()).toBe(1)
  await action.end()
  expect(isBusy()).toBe(false)
})

test('the submit button of a form is also busy with what another button sends', async () => {
  const action = createAction()
  const form = createForm({ code: { label: 'Code' } })
  render(
    <FormElement form={form} onSubmit={() => form.submit(action.run)}>
      <Button onClick={() => form.submit(action.run)}>Turn off</Button>
      <SubmitButton>Save</SubmitButton>
    </FormElement>
  )
  fireEvent.click(button('Turn off'))
  expect([isBusy('Turn off'), isBusy()]).toEqual([true, true])
  fireEvent.click(button())
  expect(action.times()).toBe(1)
  await action.end()
  expect([isBusy('Turn off'), isBusy()]).toEqual([false, false])
})
