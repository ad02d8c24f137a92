// The page's HTML already contains the fields of the login form (src/pages/_shell/login-skeleton.astro), so that they accept input before the island loads.

import { credentialsForm } from './login.ts'

const earlyFields = () => document.querySelectorAll<HTMLInputElement>('#first-paint [data-early]')

function takeValues(): void {
  for (const { dataset, value } of earlyFields())
    if (value !== '' && (dataset['early'] === 'email_address' || dataset['early'] === 'password'))
      credentialsForm.setValue(dataset['early'], value)
}

/** Copies early input before the island's form renders, so that it is never shown without it. Returns the name of the early field that has focus. */
export function readEarlyInput(): string | undefined {
  takeValues()
  const element = document.activeElement
  return element instanceof HTMLElement ? element.dataset['early'] : undefined
}

/** Moves the input and the focus to the island's form, in the frame in which it replaces the early one. */
export function takeEarlyInput(focused: string | undefined): void {
  // More may have been typed since.
  takeValues()
  // Password managers must find only one form at a time.
  for (const early of earlyFields()) early.closest('label')?.remove()
  // The island gives it to the first field itself.
  if (focused === 'password') document.querySelector<HTMLInputElement>('input[name=password]')?.focus()
}
