import { failureText } from '#lib/text/offline-text.ts'
import type { Form } from './form-store.ts'

const KEPT_TEXT = 'What you typed stays here. Try again when you are online.'

/** A refusal as its reader gets it. Null for the field if it is of the whole form. */
interface FormFault<Name> {
  field: Name | null
  text: string
}

/**
 * Reads a refusal: the server names a field, or a part of one, as `field: what is wrong` or `field: A sentence.`; anything else is an error
 * of the whole form.
 */
export function readFormFault<Name extends string>(form: Form<Name>, error: string): FormFault<Name> {
  const [, field = '', fault = ''] = /^(\w+)(?:\.[\w.]+)?: (.+)$/s.exec(error) ?? []
  return isFormField(form, field)
    ? { field, text: fault.endsWith('.') ? fault : `${form.fields[field].label} ${fault}.` }
    : { field: null, text: failureText(error, Object.keys(form.fields).length > 0 ? KEPT_TEXT : undefined) }
}

/** Shows a refusal at its field, or on the form. */
export function showFault<Name extends string>(form: Form<Name>, error: string): void {
  const { field, text } = readFormFault(form, error)
  if (field === null) form.setMessage(text)
  else form.refuse(field, text)
}

const isFormField = <Name extends string>(form: Form<Name>, name: string): name is Name =>
  Object.hasOwn(form.fields, name)
