export const WORKBOOK_NOT_OPENED = 'The workbook could not be opened. Check your connection and try again.'
