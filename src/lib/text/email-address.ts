// One rule for every place that takes an email address: forms, calls, provisioned files, site configuration and environment.

const byteLength = (text: string): number => new TextEncoder().encode(text).length

/** Letters, digits and what RFC 5322 allows in an atom; any other visible character by RFC 6531. */
const ATOM = /^(?:[\w!#$%&'*+/=?^`{|}~-]|[^\p{ASCII}\p{C}\p{Z}])+$/u
const DOMAIN_LABEL = /^(?:[\p{L}\p{M}\p{N}]|[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])$/u

const MAX_ADDRESS_BYTES = 254
const MAX_LOCAL_BYTES = 64
const MAX_LABEL_BYTES = 63

export const EMAIL_FAULT = 'Please enter a valid email address.'

/**
 * Whether a text is an email address on the internet: RFC 5321 with the letters of RFC 6531, a domain of two labels or more, and neither quoted
 * parts nor address literals, which no mailbox of a person has.
 */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const localPart = text.slice(0, at)
  const labels = text.slice(at + 1).split('.')
  return (
    at > 0 &&
    localPart.split('.').every(atom => ATOM.test(atom)) &&
    labels.length > 1 &&
    labels.every(label => DOMAIN_LABEL.test(label) && byteLength(label) <= MAX_LABEL_BYTES) &&
    byteLength(localPart) <= MAX_LOCAL_BYTES &&
    byteLength(text) <= MAX_ADDRESS_BYTES
  )
}
