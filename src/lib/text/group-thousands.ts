/** '1,234,567' of '1234567'. */
export const groupThousands = (digits: string, mark = ','): string =>
  digits.replaceAll(/\B(?=(?:\d{3})+$)/g, mark)
