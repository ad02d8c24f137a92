import { escapeMarkup } from '#lib/xml.ts'
import type { LoadedProgramme } from '#programme/load.ts'

/** The page at http://localhost:<port>, which lists every programme with its address. */
export function programmeIndex(programmes: readonly LoadedProgramme[], port: number): string {
  const rows = programmes.map(({ programme, brand, logo }) => {
    const address = `http://${programme.code}.localhost:${port}`
    const picture = `data:image/svg+xml;base64,${Buffer.from(logo).toString('base64')}`
    return `<li style="border-left-color:${brand.brand}"><a href="${address}/"><img src="${picture}" width="30" height="30" alt=""><span><b>${escapeMarkup(programme.productName)}</b>${escapeMarkup(programme.programmeName)}</span><small>${address}</small></a></li>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Programmes</title>
<link rel="icon" href="data:,">
<style>
body { font: 14px/20px Inter, system-ui, sans-serif; color: #18202c; background: #f6f7f9; max-width: 640px; margin: 64px auto; padding: 0 24px }
h1 { font-size: 22px; line-height: 30px } ul { list-style: none; padding: 0 } li { background: #fff; border: 1px solid #e4e8ee; border-left-width: 4px; border-radius: 10px; margin: 12px 0 }
a { display: flex; gap: 12px; align-items: center; padding: 14px 16px; color: inherit; text-decoration: none } a:hover b { text-decoration: underline } b { display: block; font-weight: 600 } small { margin-left: auto; color: #616b7c }
</style>
<h1>Programmes</h1>
<ul>${rows.join('\n')}</ul>
</html>
`
}
