import { showToast } from '#browser/stores/toasts.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { isFormGone, type Form } from './form-store.ts'

const KEPT_TEXT = 'What you typed stays here. Try again when you are online.'

/**
 * Shows a refusal at its field: the server names a field, or a part of one, as `field: what is wrong` or `field: A sentence.`; anything
 * else is an error of the whole form. A message says it if the form was closed meanwhile.
 */
export function showFault<Name extends string>(form: Form<Name>, error: string): void {
  const [, field = '', fault = ''] = /^(\w+)(?:\.[\w.]+)?: (.+)$/s.exec(error) ?? []
  const isOfField = isFormField(form, field)
  const said = isOfField && (fault.endsWith('.') ? fault : `${form.fields[field].label} ${fault}.`)
  if (isFormGone(form)) showToast({ text: `Not saved: ${said || failureText(error)}`, status: 'error' })
  if (isOfField && said) form.refuse(field, said)
  else form.setMessage(failureText(error, Object.keys(form.fields).length > 0 ? KEPT_TEXT : undefined))
}

const isFormField = <Name extends string>(form: Form<Name>, name: string): name is Name =>
  Object.hasOwn(form.fields, name)
