// The style of a briefing pack: paper, screens and phones. On paper the colours are those of the light theme.

export const BRIEFING_STYLE = `
:root{--ink:#18202c;--ink-2:#465163;--ink-3:#616b7c;--line:#e4e8ee;--line-strong:#c3cad5;--line-field:#7f8897;--surface:#fff;--sunken:#eef1f5;--ok:#17764a;--bad:#b8262c}
*{box-sizing:border-box;margin:0;padding:0}
html{background:#d3d9e1;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{font:14px/20px Inter,Arial,sans-serif;color:var(--ink);-webkit-print-color-adjust:exact;print-color-adjust:exact}
a{padding-block:4px;color:inherit;text-decoration-color:var(--brand-mark);text-underline-offset:2px}
ul{list-style:none}
h1{font-size:30px;line-height:36px;font-weight:600;letter-spacing:-.02em}
h2{font-size:22px;line-height:28px;font-weight:600;letter-spacing:-.01em}
h3{font-size:16px;line-height:24px;font-weight:600}
h1,h2,h3,p,td,th,dd{overflow-wrap:break-word}
.page{display:flex;flex-direction:column;max-width:794px;min-height:1000px;margin:16px auto;padding:40px 56px;background:var(--surface)}
.page-head,.page-foot{display:flex;justify-content:space-between;gap:16px;font-size:12px;line-height:18px;color:var(--ink-2)}
.page-head{padding-bottom:8px;margin-bottom:20px;border-bottom:1px solid var(--line-strong)}
.page-foot>:last-child,.page-head>:last-child{flex:none}
.page-foot{margin-top:auto;padding-top:12px}
.brand{display:flex;align-items:center;gap:10px;padding-bottom:16px;margin-bottom:18px;border-bottom:2px solid var(--brand-mark)}
.brand>span{flex:1}
.brand b,.brand small{display:block;font-weight:600}
.brand small,.quiet{font-size:13px;line-height:18px;font-weight:400;color:var(--ink-2)}
.under{font-size:17px;line-height:24px;color:var(--ink-2)}
.facts{display:grid;grid-template-columns:1fr 1.4fr 1.6fr;gap:8px 24px;margin:16px 0 20px;padding:12px 0;border:solid var(--line);border-width:1px 0}
.facts dt{font-size:12px;line-height:16px;color:var(--ink-2)}
.facts dd{font-weight:500}
.counts{display:flex;flex-wrap:wrap;gap:4px 18px;margin:6px 0 4px}
.word{display:inline-flex;align-items:center;gap:6px;white-space:nowrap}
.worse{color:var(--bad)}.better{color:var(--ok)}.similar,.position,.none{color:var(--ink-2)}
.part{display:flex;justify-content:space-between;align-items:baseline;gap:16px;margin-top:18px;padding-bottom:6px;border-bottom:1px solid var(--line)}
.talk{display:grid;grid-template-columns:minmax(0,1fr) 210px;gap:6px 40px;align-items:center;padding:7px 0;border-bottom:1px solid var(--line);break-inside:avoid}
.talk h3{display:flex;flex-wrap:wrap;align-items:center;gap:0 8px}
.talk h3 .word{font-size:13px;font-weight:500}
.talk p{color:var(--ink-2)}.talk p strong{color:var(--ink);font-weight:600}
table{width:100%;border-collapse:collapse;font-size:13px;line-height:18px}
th,td{padding:4px 12px 4px 0;text-align:left;vertical-align:middle;border-bottom:1px solid var(--line);font-weight:400}
thead th{font-size:12px;line-height:16px;color:var(--ink-2);border-bottom-color:var(--line-strong)}
thead{display:table-header-group}
tr{break-inside:avoid}
tbody th{font-weight:500}
th.num,td.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.own{font-weight:600}
th:last-child,td:last-child{padding-right:0}
.among{width:140px}
.unit{font-weight:400;color:var(--ink-2)}
.chart{min-height:430px;break-inside:avoid}
.chart+.chart{padding-top:20px;border-top:1px solid var(--line-strong)}
.lead{display:flex;align-items:baseline;gap:8px;font-size:16px;line-height:24px;font-weight:600}
.say{margin-bottom:12px;color:var(--ink-2)}
.define{margin-top:8px;font-size:13px;line-height:18px;color:var(--ink-2)}
.annex h3{margin-top:18px;break-after:avoid}
.annex p,.annex li{margin-top:4px;color:var(--ink-2)}
.annex li{overflow-wrap:anywhere}
.scroll{overflow-x:auto}
.flex{display:flex}.grid{display:grid}.relative{position:relative}.absolute{position:absolute}.top-0{top:0}.h-0{height:0}
.flex-1{flex:1}.flex-none{flex:none}.min-w-0{min-width:0}.max-w-full{max-width:100%}.mr-1\\.5{margin-right:6px}.ml-1\\.5{margin-left:6px}
.\\[\\&\\>span\\]\\:right-0>span{right:0}.\\[\\&\\>span\\]\\:left-0>span{left:0}
.invisible{visibility:hidden}.overflow-hidden{overflow:hidden}.whitespace-nowrap{white-space:nowrap}.not-italic{font-style:normal}
.-translate-y-1\\/2{transform:translateY(-50%)}.cut{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.text-tiny{font-size:12px;line-height:16px}.tabular-nums{font-variant-numeric:tabular-nums}.font-medium{font-weight:500}
.text-ink-2,.text-ink-3{color:var(--ink-2)}.text-brand-text{color:var(--ink)}
.mark{forced-color-adjust:none}
svg{display:block;overflow:visible}
@media screen and (max-width:600px){
.word{white-space:normal}
body{font-size:15px;line-height:22px}
.page{margin:8px 0;padding:20px 16px;min-height:0}
.page-foot{padding-top:20px}
h1{font-size:26px;line-height:32px}
.facts{grid-template-columns:1fr}
.facts>div{display:grid;grid-template-columns:110px minmax(0,1fr)}
.facts dt{font-size:14px;line-height:22px}
.talk{grid-template-columns:minmax(0,1fr)}
.among,.median,.on-page{display:none}
.measures table{font-size:14px}
.chart{min-height:0;padding-bottom:20px}
}
@page{margin:12mm}
@media print{
html{background:none}
.page{max-width:none;min-height:254mm;margin:0;padding:0;break-after:page}
.page:last-child{break-after:auto;min-height:0}
.scroll{overflow:visible}
}`
