import { useChunk } from '#browser/ui/use-chunk.ts'
import { chunk } from '#lib/chunk.ts'

/** The sanitiser, loaded on demand. */
export const richText = chunk(() => import('./rich-text.tsx'))

/** Rich text on a page that renders without the sanitiser: until it loads, its words are shown. */
export function LateRichText({ html, className = '' }: { html: string; className?: string }) {
  const { module } = useChunk(richText, 'tryLoad')
  if (module) return <module.RichText html={html} className={className} />
  return <p className={`prose max-w-[70ch] ${className}`}>{wordsOf(html)}</p>
}

const letters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00A0' }

export const wordsOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(\w+);/g, (entity, name: string) => letters[name] ?? entity)
    .trim()
