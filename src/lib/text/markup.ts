// Text in markup: XML, HTML, and the few tags that plotly reads in its texts.

/** For content and for attributes in double quotes. The quote is a number because plotly does not know its name. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&#34;')

const htmlEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#34': '"',
  '#39': "'",
  nbsp: '\u00a0'
}

/** Decodes the entities that editors and `escapeMarkup` write; others stay as they are. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#34|#39|nbsp);/g, (_, name: string) => htmlEntities[name]!)

/** The text of HTML for places that show no HTML: files, snippets. */
export const textOfHtml = (html: string): string =>
  decodeEntities(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
