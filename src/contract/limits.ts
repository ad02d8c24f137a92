// Limits that a caller and the server must agree on.

/** Spec 9: the case code list is cut at 1000. */
export const MAX_CASE_CODES = 1000
/** Spec 9: contacts, scopes, guidances and registration submissions are listed up to 100. */
export const MAX_LIST_ROWS = 100
/** Product 8: rows on one page of a paged list. */
export const MAX_PAGE_ROWS = 500
/** A body above this is refused with 413 before it is parsed. */
export const MAX_BODY_BYTES = 1_048_576
/** Cells of one save; the save queue splits above it. */
export const MAX_CELLS_PER_SAVE = 500
/** Single values of a chart's series that are listed for one period; averages, ranks and counts are of all. */
export const MAX_LISTED_VALUES = 2000
/** Quality 2: a password has at most 256 characters. */
export const MAX_PASSWORD_LENGTH = 256
/** Rows that one repeating sub-section takes. */
export const MAX_REPEATED_ROWS = 200
/** Cells that one chart is calculated from. */
export const MAX_CHART_PARAMETERS = 1000
