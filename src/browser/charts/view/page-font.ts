// The page's typeface to be carried inside a picture, which cannot load it.

let knownFont: Promise<string> | undefined

/** A `@font-face` rule with the font in it; empty where the font cannot be read, and the picture then uses what its viewer has. */
export function pageFont(): Promise<string> {
  knownFont ??= embed().catch(() => '')
  return knownFont
}

async function embed(): Promise<string> {
  const url = fontUrl()
  if (!url) return ''
  const answer = await fetch(url)
  if (!answer.ok) return ''
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const text = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  return `@font-face{font-family:Inter;font-weight:400 600;src:url(data:font/woff2;base64,${text}) format('woff2')}`
}

/** Address of Inter as the page's own styles name it. */
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
