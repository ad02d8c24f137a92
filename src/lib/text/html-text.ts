// Strips HTML to plain text, for files and snippets.
const htmlEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

export const textOfHtml = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => htmlEntities[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
