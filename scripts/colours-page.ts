import { escapeMarkup } from '#lib/text/markup.ts'
import { brandStyle } from '#programme/colours.ts'
import { contrastsOf, type Contrast } from '#programme/contrasts.ts'
import type { LoadedProgramme } from '#programme/load.ts'

const row = ({ name, colour, ground, ratio, needed }: Contrast): string =>
  `<tr><td><span class="sample" style="color:${colour};background:${ground}">Aa ●</span></td><th scope="row">${escapeMarkup(name)}</th><td>${colour} on ${ground}</td><td class="num">${ratio.toFixed(1)} : 1</td><td>${ratio >= needed ? `at least ${needed}` : `<b>below ${needed}</b>`}</td></tr>`

const OWN_BAR = 6

/** A ranked chart of twelve bars. */
const chart = `<svg class="chart" viewBox="0 0 240 90" role="img" aria-label="A ranked chart with the own bar">${Array.from(
  { length: 12 },
  (_, index) => {
    const height = 84 - index * 6
    const paint = index === OWN_BAR ? 'fill="var(--brand-mark)" stroke="#18202c"' : 'fill="var(--brand-line)"'
    return `<rect x="${index * 20 + 3}" y="${88 - height}" width="14" height="${height}" ${paint}/>`
  }
).join('')}<path d="M0 45h240" stroke="#465163" stroke-dasharray="4 3"/></svg>`

function section({ programme, brand, logo }: LoadedProgramme): string {
  const picture = `data:image/svg+xml;base64,${Buffer.from(logo).toString('base64')}`
  const own = brandStyle(brand)
    .replace(/^:root\{/, '')
    .replace(/\}$/, '')
  return `<section style="${own}">
<header><img src="${picture}" alt="" width="40" height="40"><h2>${escapeMarkup(programme.productName)}<small>${escapeMarkup(programme.programmeName)} · ${escapeMarkup(programme.code)} · ${escapeMarkup(programme.primaryColour)}</small></h2></header>
<div class="columns">
<form onsubmit="return false"><h3>Log in</h3><label>Email<input value="name@example.org"></label><label>Password<input type="password" value="secret"></label><button class="main">Log in</button> <button>Cancel</button> <button class="main" disabled>Disabled</button><p><a href="#">Forgot password?</a></p><p class="bad">▲ Wrong email address or password.</p><p class="ok">✓ Saved</p></form>
<div>${chart}<p class="tabs"><span aria-current="true">Ranked</span><span>Trend</span><span>Table</span></p></div>
</div>
<table>${contrastsOf(brand).map(row).join('')}</table>
</section>`
}

/** A self-contained page, which can be sent to someone. */
export const coloursPage = (programmes: readonly LoadedProgramme[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Colours of the programmes</title>
<style>
:root { --ok: #17764a; --bad: #b8262c; --warn: #9a5400; --info: #1d5fb0 }
body { font: 14px/20px Inter, system-ui, sans-serif; color: #18202c; background: #f6f7f9; max-width: 880px; margin: 40px auto; padding: 0 24px }
h1 { font-size: 22px; line-height: 30px } h2, h3 { margin: 0 } h2 { font-size: 18px } h3 { font-size: 16px; margin-bottom: 12px } small { display: block; font-weight: 400; font-size: 13px; color: #616b7c }
section { background: #fff; border: 1px solid #e4e8ee; border-radius: 10px; padding: 20px 24px; margin: 20px 0 }
header { display: flex; gap: 14px; align-items: center; margin-bottom: 18px }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 32px }
label { display: block; font-weight: 500; margin-bottom: 10px } input { display: block; width: 100%; box-sizing: border-box; height: 36px; padding: 0 10px; border: 1px solid #c3cad5; border-radius: 6px; font: inherit }
button { height: 36px; padding: 0 14px; border-radius: 6px; border: 1px solid #c3cad5; background: #fff; font: inherit; font-weight: 500 }
button.main { background: var(--brand); border-color: var(--brand-mark); color: var(--brand-ink) } button:disabled { opacity: .5 }
:focus-visible { outline: 2px solid var(--brand-mark); outline-offset: 2px }
a { color: var(--brand-text) } .bad { color: var(--bad) } .ok { color: var(--ok) } p { margin: 10px 0 0 }
.chart { width: 100%; max-width: 360px } .tabs span { display: inline-block; padding: 6px 2px; margin-right: 18px; border-bottom: 2px solid transparent } .tabs [aria-current] { border-color: var(--brand-mark); font-weight: 500 }
table { border-collapse: collapse; width: 100%; margin-top: 18px } td, th { text-align: left; font-weight: 400; padding: 5px 10px 5px 0; border-top: 1px solid #e4e8ee } .num { text-align: right; font-variant-numeric: tabular-nums }
.sample { display: inline-block; padding: 3px 8px; border-radius: 4px; font-weight: 600; border: 1px solid #e4e8ee }
</style>
<h1>Colours of the programmes</h1>
${programmes.map(section).join('\n')}
</html>
`
