import { showToast } from '#browser/stores/toasts.ts'
import { failureText } from '#lib/text/offline-text.ts'
import type { Form } from './form-store.ts'

const KEPT_TEXT = 'What you typed stays here. Try again when you are online.'

/**
 * Shows a refusal at its field: the server names a field, or a part of one, as `field: what is wrong` or `field: A sentence.`; anything
 * else is an error of the whole form. A message says it if the form was closed meanwhile.
 */
export function showFault<Name extends string>(form: Form<Name>, error: string): void {
  const [, field = '', fault = ''] = /^(\w+)(?:\.[\w.]+)?: (.+)$/s.exec(error) ?? []
  const isOfField = isFormField(form, field)
  // Nobody listens to a form that is not on the page.
  const isGone = form.$state.lc === 0
  const text = isOfField
    ? fault.endsWith('.')
      ? fault
      : `${form.fields[field].label} ${fault}.`
    : failureText(error, isGone || Object.keys(form.fields).length === 0 ? undefined : KEPT_TEXT)
  if (isGone) showToast({ text: `The form that you left did not go through: ${text}`, status: 'error' })
  if (isOfField) form.refuse(field, text)
  else form.setMessage(text)
}

const isFormField = <Name extends string>(form: Form<Name>, name: string): name is Name =>
  Object.hasOwn(form.fields, name)
