// Lists every text that a person can see, with its file and line: npm run texts [-- <word>]

import { print } from './terminal.ts'
import { visibleTexts } from './visible-texts.ts'

const [word = ''] = process.argv.slice(2)
for (const { file, line, text } of visibleTexts())
  if (text.toLowerCase().includes(word.toLowerCase())) print(`${file}:${line}  ${text.replaceAll('\n', '⏎')}`)
