// ODK Web Forms: a group for each row with a number in it for each column.
import { OdkWebForm, webFormsPlugin } from '@getodk/web-forms'
import { createApp, h } from 'vue'
import { beginMount, columns, main, rows } from '../pages/size.ts'

const each = write => rows.map((row, y) => write(row, y)).join('')
const inRow = write => columns.map((column, x) => write(column, x)).join('')

const formXml = `<?xml version="1.0"?>
<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>Night counts</h:title><model>
<instance><data id="cells">${each((_, y) => `<r${y}>${inRow((_name, x) => `<c${x}/>`)}</r${y}>`)}</data></instance>
${each((_, y) => inRow((_name, x) => `<bind nodeset="/data/r${y}/c${x}" type="int"/>`))}
</model></h:head><h:body>
${each((row, y) => `<group ref="/data/r${y}"><label>${row}</label>${inRow((column, x) => `<input ref="/data/r${y}/c${x}"><label>${column}</label></input>`)}</group>`)}
</h:body></h:html>`

beginMount()
const form = () =>
  h(OdkWebForm, { formXml, fetchFormAttachment: () => Promise.reject(new Error('There are no attachments')) })
createApp({ render: form }).use(webFormsPlugin).mount(main())
