/** The text with a capital first letter, to begin a sentence or label with. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
