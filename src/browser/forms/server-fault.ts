import { failureText } from '#lib/text/offline-text.ts'
import type { Form } from './form-store.ts'

const KEPT_TEXT = 'What you typed stays here. Try again when you are online.'

/**
 * Shows a refusal at its field: the server names a field, or a part of one, as `field: what is wrong` or `field: A sentence.`; anything
 * else is an error of the whole form.
 */
export function showFault<Name extends string>(form: Form<Name>, error: string): void {
  const [, field = '', fault = ''] = /^(\w+)(?:\.[\w.]+)?: (.+)$/s.exec(error) ?? []
  if (isFormField(form, field))
    form.refuse(field, fault.endsWith('.') ? fault : `${form.fields[field].label} ${fault}.`)
  else form.setMessage(failureText(error, Object.keys(form.fields).length > 0 ? KEPT_TEXT : undefined))
}

const isFormField = <Name extends string>(form: Form<Name>, name: string): name is Name =>
  Object.hasOwn(form.fields, name)
