import { drawingFaults } from './logo-drawing.ts'
import { readMarkup, type MarkupAttribute, type MarkupFault, type Tag } from './markup.ts'

// A logo is shown as an image, but it is served from the programme's own origin and can be opened directly.
// So it is validated as a drawing and nothing else: only drawing elements, no script, no handler, no
// external resource.

const DRAWING = new Set(
  `svg g path rect circle ellipse line polyline polygon text tspan title desc defs linearGradient radialGradient stop clipPath mask
  pattern symbol use`.split(/\s+/)
)
const MAX_LOGO_BYTES = 64 * 1024

function attributeFault({ name, value }: MarkupAttribute): string | undefined {
  const local = name.toLowerCase()
  if (local.startsWith('on')) return `event handler "${name}" is not allowed in a logo`
  if (/(^|:)(href|src)$/.test(local) && !value.trim().startsWith('#'))
    return `external reference "${name}" is not allowed in a logo`
  if (local.startsWith('xmlns') || local.endsWith(':space')) return undefined
  if (/javascript:|data:|expression\(|@import|\\/i.test(value))
    return `"${name}" holds something that is not a drawing`
  const outside = [...value.matchAll(/url\(\s*['"]?\s*([^)]?)/gi)].some(match => match[1] !== '#')
  return outside || /image(-set)?\(/i.test(value)
    ? `external reference in "${name}" is not allowed in a logo`
    : undefined
}

function logoTagFaults(tag: Tag): MarkupFault[] {
  const faults = tag.attributes.flatMap(attribute => {
    const message = attributeFault(attribute)
    return message === undefined ? [] : [{ offset: attribute.offset, message }]
  })
  return DRAWING.has(tag.name)
    ? faults
    : [{ offset: tag.offset, message: `<${tag.name}> is not allowed in a logo` }, ...faults]
}

/** Every fault of this SVG as a programme's logo; empty if it is valid. */
export function logoFaults(svg: string): MarkupFault[] {
  if (Buffer.byteLength(svg) > MAX_LOGO_BYTES)
    return [{ offset: 0, message: `the logo is larger than ${MAX_LOGO_BYTES / 1024} kB` }]
  if (svg.trim() === '') return [{ offset: 0, message: 'the file is empty' }]
  const { tags, faults } = readMarkup(svg)
  const found = [...faults, ...tags.filter(tag => tag.kind !== 'close').flatMap(logoTagFaults)]
  const root = tags[0]
  if (root?.name !== 'svg') return [{ offset: 0, message: 'the logo is not an SVG' }, ...found]
  const has = (name: string, pattern: RegExp) =>
    root.attributes.some(it => it.name === name && pattern.test(it.value))
  if (!has('xmlns', /^http:\/\/www\.w3\.org\/2000\/svg$/))
    found.push({ offset: root.offset, message: 'the <svg> has no xmlns, so browsers show no picture' })
  if (!has('viewBox', /^\s*(-?(\d+\.?\d*|\.\d+)[\s,]+){3}(\d+\.?\d*|\.\d+)\s*$/))
    found.push({ offset: root.offset, message: 'the <svg> has no viewBox, so it cannot be scaled' })
  // Content that is not well-formed cannot be checked further.
  return faults.length > 0 ? found : [...found, ...drawingFaults(svg, tags)]
}
