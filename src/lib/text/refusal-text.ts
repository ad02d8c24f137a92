import { capitalise } from './capitalised.ts'

/** The API names the field of a refusal, or a part of one: `field: is wrong`, `field: what is wrong` or `field: A sentence.` */
const REFUSAL = /^(([a-z]\w*)(?:\.[\w.]+)?): (.+)$/s

/** How a text begins that has a subject of its own; others follow the name of the field. */
const SUBJECT = /^(?:[^a-z]|(?:an?|the|this|someone|chart|submission)\b)/

/** A refusal as people read it, with their names of fields where they know them. */
export function explainRefusal(error: string, labels: Readonly<Record<string, string>> = {}): string {
  const [, path, field, fault] = REFUSAL.exec(error) ?? []
  if (path === undefined || field === undefined || fault === undefined) return error
  const label = labels[path] ?? labels[field] ?? field.replaceAll('_', ' ')
  const text = SUBJECT.test(fault) ? fault : `${label} ${fault}`
  return `${capitalise(text)}${/[.?!]$/.test(text) ? '' : '.'}`
}
