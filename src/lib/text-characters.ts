// What a text is made of, where that decides whether it can be kept and whether two look alike.

/** A zero byte and half of a surrogate pair: no database column keeps them. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const UNSEEN = String.raw`\p{Default_Ignorable_Code_Point}\p{C}\p{Zl}\p{Zp}\u2800`
const seen = new RegExp(String.raw`[^${UNSEEN}\p{Z}]`, 'u')
const unseen = new RegExp(`[${UNSEEN}]`, 'u')
const allUnseen = new RegExp(`[${UNSEEN}]`, 'gu')

/** Whether there is anything to be seen in it: a zero-width space is not. */
export const isVisible = (text: string): boolean => seen.test(text)

/** Whether a character in it takes no place, so that two texts that look the same can differ. */
export const hasUnseen = (text: string): boolean => unseen.test(text)

/** Equal for texts that people take for the same: letters in another case or another encoding, wider spaces, characters that nobody sees. */
export const foldedText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(allUnseen, '')
    .trim()
    .toUpperCase()
    .normalize('NFC')
