// The page's HTML has the fields of the login form already (pages/_shell/login-skeleton.astro), so that they take text before the island is there.
import { form } from './login.ts'

/** The name of the early field that has the focus. */
export function earlyFocus(): string | undefined {
  const element = document.activeElement
  return element instanceof HTMLElement ? element.dataset['early'] : undefined
}

/** What was typed goes on in the island's form, with the focus, in the frame in which it takes the place of the first one. */
export function takeEarlyInput(focused: string | undefined): void {
  for (const early of document.querySelectorAll<HTMLInputElement>('#first-paint [data-early]')) {
    const name = early.dataset['early']
    if (early.value !== '' && (name === 'email_address' || name === 'password'))
      form.setValue(name, early.value)
    // One form at a time for whoever looks for fields, as password managers do.
    early.closest('label')?.remove()
  }
  // The island gives it to the first field itself.
  if (focused === 'password') document.querySelector<HTMLInputElement>('input[name=password]')?.focus()
}
