// The page's font, to embed in a picture, which cannot load it.

let knownFont: Promise<string> | undefined

/** A `@font-face` rule with the font in it; empty if the font cannot be read. Then the picture uses a font of its viewer. */
export function pageFont(): Promise<string> {
  knownFont ??= embedFont().catch(() => '')
  return knownFont
}

async function embedFont(): Promise<string> {
  const url = fontUrl()
  if (!url) return ''
  const response = await fetch(url)
  if (!response.ok) return ''
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  return `@font-face{font-family:Inter;font-weight:400 600;src:url(data:font/woff2;base64,${text}) format('woff2')}`
}

/** The URL of Inter in the page's styles. */
function fontUrl(): string | undefined {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (
        !(rule instanceof CSSFontFaceRule) ||
        !/^['"]?Inter['"]?$/.test(rule.style.getPropertyValue('font-family'))
      )
        continue
      const path = /url\(['"]?([^'")]+)/.exec(rule.style.getPropertyValue('src'))?.[1]
      if (path) return new URL(path, sheet.href ?? location.href).href
    }
  }
  return undefined
}
