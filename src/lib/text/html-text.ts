// Strips HTML to plain text, for files and snippets.
const htmlEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Replaces the entities that editors and `escapeMarkup` write. */
export const decodeEntities = (html: string): string =>
  html.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => htmlEntities[name] ?? ' ')

export const textOfHtml = (html: string): string =>
  decodeEntities(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
