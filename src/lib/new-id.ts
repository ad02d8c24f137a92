/** 32 random hexadecimal digits. Unlike `crypto.randomUUID` it also works without https. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
