/** Breaks a text between words into lines of at most `width` pixels. A longer word has a line of its own. */
export function textLines(text: string, width: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trimStart()
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
