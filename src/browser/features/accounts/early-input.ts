// The page's HTML has the fields of the login form already (src/pages/_shell/login-skeleton.astro), so that they take text before the island is there.

import { credentialsForm } from './login.ts'

const earlyFields = () => document.querySelectorAll<HTMLInputElement>('#first-paint [data-early]')

function takeValues(): void {
  for (const { dataset, value } of earlyFields())
    if (value !== '' && (dataset['early'] === 'email_address' || dataset['early'] === 'password'))
      credentialsForm.setValue(dataset['early'], value)
}

/** Before the island's form is drawn, so that it never stands there without the text. Returns the name of the early field that has the focus. */
export function readEarlyInput(): string | undefined {
  takeValues()
  const element = document.activeElement
  return element instanceof HTMLElement ? element.dataset['early'] : undefined
}

/** What was typed goes on in the island's form, with the focus, in the frame in which it takes the place of the first one. */
export function takeEarlyInput(focused: string | undefined): void {
  // A key may have come since.
  takeValues()
  // One form at a time for whoever looks for fields, as password managers do.
  for (const early of earlyFields()) early.closest('label')?.remove()
  // The island gives it to the first field itself.
  if (focused === 'password') document.querySelector<HTMLInputElement>('input[name=password]')?.focus()
}
