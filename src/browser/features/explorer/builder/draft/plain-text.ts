// Editors write plain paragraphs; the API stores HTML. Text with other markup is edited as HTML.

import { decodeEntities, escapeMarkup } from '#lib/text/markup.ts'

/** Converts HTML that consists of paragraphs to text with an empty line between them; returns any other HTML unchanged. */
export function paragraphText(html: string): string {
  const inner = [...html.matchAll(/<p>([^<]*)<\/p>\s*/g)]
  const isPlain = inner.map(([whole]) => whole).join('') === html.trimStart()
  if (!isPlain || inner.length === 0) return html
  return inner.map(([, text = '']) => decodeEntities(text)).join('\n\n')
}

/** Converts an editor's text to HTML. */
export function paragraphs(text: string): string {
  if (isMarkup(text)) return text.trim()
  return text
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '')
    .map(paragraph => `<p>${escapeMarkup(paragraph)}</p>`)
    .join('')
}

/** Whether the text is written as HTML: it begins with a tag. */
export const isMarkup = (text: string): boolean => /^\s*<[a-z][^>]*>/i.test(text)
