// The page's HTML already contains the login form (src/pages/_shell/login-skeleton.astro), so that it takes input and a submit before the island loads.

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

/**
 * Moves the input and the focus to the island's form, in the frame in which it replaces the early one. Returns whether that was submitted meanwhile: the
 * page's script holds a submit (src/pages/_shell/early-form.js).
 */
export function takeEarlyInput(focused: string | undefined): boolean {
  // More may have been typed since.
  takeValues()
  const form = document.querySelector<HTMLFormElement>('#first-paint form')
  // Password managers must find only one form at a time.
  form?.remove()
  // The island gives it to the first field itself.
  if (focused === 'password') document.querySelector<HTMLInputElement>('input[name=password]')?.focus()
  return form?.dataset['held'] !== undefined
}
