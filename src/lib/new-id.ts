/** 32 random hexadecimal digits. Works without https too, where `crypto.randomUUID` is missing. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
