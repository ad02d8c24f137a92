// Collects the cell styles of a workbook, each once, for its style sheet.

import { escapeMarkup } from '#lib/text/markup.ts'

export interface CellStyle {
  isBold?: boolean
  /** In points. */
  size?: number
  /** Six hexadecimal digits. */
  ink?: string
  fill?: string
  align?: 'left' | 'right' | 'center'
  wraps?: boolean
  /** Editable although its sheet is protected. */
  isOpen?: boolean
  /** A number format; `@` keeps whatever is typed as text. */
  format?: string
  /** A thin border; `strong` makes the left one thick. */
  edge?: 'thin' | 'strong'
  edgeInk?: string
}

const FIRST_OWN_FORMAT = 164

/** A list of unique items with their indexes; adding an existing one returns its index. */
class Numbered {
  readonly members: string[] = []
  private readonly numbers = new Map<string, number>()

  constructor(...first: string[]) {
    for (const member of first) this.numberOf(member)
  }

  numberOf(member: string): number {
    const known = this.numbers.get(member)
    if (known !== undefined) return known
    this.numbers.set(member, this.members.length)
    return this.members.push(member) - 1
  }
}

export class Styles {
  private readonly formats = new Numbered()
  private readonly fonts = new Numbered(fontOf({}))
  // Excel expects these two first.
  private readonly fills = new Numbered(
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>'
  )
  private readonly borders = new Numbered(borderOf({}))
  private readonly cells = new Numbered()

  constructor() {
    this.numberOf({})
  }

  numberOf(style: CellStyle): number {
    const format =
      style.format === undefined
        ? 0
        : style.format === '@'
          ? 49
          : FIRST_OWN_FORMAT + this.formats.numberOf(style.format)
    const font = this.fonts.numberOf(fontOf(style))
    const fill = style.fill === undefined ? 0 : this.fills.numberOf(fillMarkup(style.fill))
    const border = this.borders.numberOf(borderOf(style))
    return this.cells.numberOf(
      `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" ` +
        `applyFill="1" applyBorder="1" applyAlignment="1" applyProtection="1">` +
        `<alignment vertical="top"${style.align ? ` horizontal="${style.align}"` : ''}${style.wraps ? ' wrapText="1"' : ''}/>` +
        `<protection locked="${style.isOpen ? 0 : 1}"/></xf>`
    )
  }

  document(): string {
    const formats = this.formats.members.map(
      (code, index) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${escapeMarkup(code)}"/>`
    )
    return (
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
      (formats.length > 0 ? countedElement('numFmts', formats) : '') +
      countedElement('fonts', this.fonts.members) +
      countedElement('fills', this.fills.members) +
      countedElement('borders', this.borders.members) +
      countedElement('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']) +
      countedElement('cellXfs', this.cells.members) +
      countedElement('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']) +
      '</styleSheet>'
    )
  }
}

const countedElement = (name: string, members: readonly string[]): string =>
  `<${name} count="${members.length}">${members.join('')}</${name}>`

const fontOf = ({ isBold, size = 11, ink = '1A1D21' }: CellStyle): string =>
  `<font>${isBold ? '<b/>' : ''}<sz val="${size}"/><color rgb="FF${ink}"/><name val="Calibri"/><family val="2"/></font>`

const fillMarkup = (fill: string): string =>
  `<fill><patternFill patternType="solid"><fgColor rgb="FF${fill}"/><bgColor indexed="64"/></patternFill></fill>`

function borderOf({ edge, edgeInk = 'C9CED6' }: CellStyle): string {
  if (edge === undefined) return '<border><left/><right/><top/><bottom/><diagonal/></border>'
  const line = (side: string, style = 'thin'): string =>
    `<${side} style="${style}"><color rgb="FF${edgeInk}"/></${side}>`
  return `<border>${line('left', edge === 'strong' ? 'thick' : 'thin')}${line('right')}${line('top')}${line('bottom')}<diagonal/></border>`
}
