import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'lightningcss'
import { createGenerator, type UserConfig } from 'unocss'

const minified = (css: string): string =>
  transform({ filename: 'critical.css', code: Buffer.from(css), minify: true }).code.toString()

/** What the static pages show before the stylesheet is there: base, typeface, and the classes that they use. */
export async function criticalCss(root: string, pages: readonly string[]): Promise<string> {
  const config: { default: UserConfig } = await import(pathToFileURL(join(root, 'uno.config.ts')).href)
  const generator = await createGenerator(config.default)
  // Without preflights: they prepare shadows, rings and filters, and a skeleton has none.
  const { css } = await generator.generate(pages.join('\n'), { preflights: false })
  const files = ['src/app/styles/global.css', 'src/pages/_shell/first-paint.css'].map(file =>
    readFileSync(join(root, file), 'utf8')
  )
  return minified([...files, css].join('\n'))
}
