// Tests of characters: can a text be stored, is it visible, do two texts look alike?

/** No database column can store a zero byte or half a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const INVISIBLE_CHARACTERS = String.raw`\p{Default_Ignorable_Code_Point}\p{C}\p{Zl}\p{Zp}\u2800`
const VISIBLE_CHARACTER = new RegExp(String.raw`[^${INVISIBLE_CHARACTERS}\p{Z}]`, 'u')
const INVISIBLE = new RegExp(`[${INVISIBLE_CHARACTERS}]`, 'u')
const ALL_INVISIBLE = new RegExp(`[${INVISIBLE_CHARACTERS}]`, 'gu')

/** Whether it has a visible character; a zero-width space is not visible. */
export const isVisible = (text: string): boolean => VISIBLE_CHARACTER.test(text)

/** Whether it has an invisible character, so that it can differ from a text that looks the same. */
export const hasInvisible = (text: string): boolean => INVISIBLE.test(text)

/** Equal for texts that look the same: ignores case, Unicode form, repeated spaces and invisible characters. */
export const foldedText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(ALL_INVISIBLE, '')
    .trim()
    .toUpperCase()
    .normalize('NFC')
