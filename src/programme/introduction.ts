import { readMarkup, type MarkupFault, type Tag } from './logo/markup.ts'

// The introduction is part of the static page before any script runs, so the build validates it; the browser does not sanitise it.

const ALLOWED = new Set(['p', 'strong', 'em', 'b', 'i', 'ul', 'ol', 'li', 'a', 'h3'])
const HREF = /^(https?:\/\/|mailto:|\/(?!\/))/i

function introductionTagFaults(tag: Tag): MarkupFault[] {
  if (!ALLOWED.has(tag.name))
    return [{ offset: tag.offset, message: `<${tag.name}> is not allowed in intro_html` }]
  return tag.attributes.flatMap(({ name, value }) => {
    if (tag.name === 'a' && name === 'href') {
      return HREF.test(value)
        ? []
        : [{ offset: tag.offset, message: `href="${value}" is neither http(s), mailto nor a path` }]
    }
    return [{ offset: tag.offset, message: `"${name}" is not allowed on <${tag.name}> in intro_html` }]
  })
}

/** Finds anything in the text that is not plain, harmless HTML. */
export function introductionFaults(html: string): MarkupFault[] {
  const { tags, faults } = readMarkup(html)
  return [...faults, ...tags.flatMap(introductionTagFaults)]
}
