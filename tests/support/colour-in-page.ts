// Colours as the page paints them. The source is sent to the page, so these functions may only call each other.

export interface Rgb {
  r: number
  g: number
  b: number
  a: number
}

export function rgbOf(colour: string): Rgb {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  canvas.fillStyle = colour
  canvas.fillRect(0, 0, 1, 1)
  const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data
  return { r, g, b, a: a / 255 }
}

/** Composites a translucent colour onto its background. */
export function over(top: Rgb, ground: Rgb, opacity = 1): Rgb {
  const share = top.a * opacity
  const mix = (one: number, other: number): number => one * share + other * (1 - share)
  return { r: mix(top.r, ground.r), g: mix(top.g, ground.g), b: mix(top.b, ground.b), a: 1 }
}

export function luminance({ r, g, b }: Rgb): number {
  const light = (part: number): number =>
    part <= 10.31475 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b)
}

/** The ratio of WCAG, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** The background behind an element's content: its own over its ancestors'. */
export function groundOf(from: Element | null): Rgb {
  const layers: Rgb[] = []
  for (let at = from; at !== null; at = at.parentElement) {
    if (at instanceof SVGElement && at.ownerSVGElement) continue
    const layer = rgbOf(getComputedStyle(at).backgroundColor)
    if (layer.a > 0) layers.push(layer)
    if (layer.a > 0.99) break
  }
  return layers.reduceRight((ground, layer) => over(layer, ground), { r: 255, g: 255, b: 255, a: 1 })
}
