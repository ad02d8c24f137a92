// Limits that a caller and the server must agree on.

/** Spec 9: the case code list is cut at 1000. */
export const CASE_CODE_LIMIT = 1000
/** Spec 9: contacts, scopes, guidances and registration submissions are listed up to 100. */
export const LIST_LIMIT = 100
/** Product 8: an address of a page in a paged list. */
export const PAGE_LIMIT = 500
/** A body above this is refused with 413 before it is parsed. */
export const BODY_BYTES = 1_048_576
/** Cells of one save; the save queue splits above it. */
export const CELLS_PER_SAVE = 500
/** Single values of a chart's series that are listed for one period; averages, ranks and counts are of all. */
export const LISTED_VALUES_LIMIT = 2000
/** Averages over fewer values are never shown, unless the programme sets a higher minimum. */
export const MINIMUM_PEERS = 5
/** Quality 2: a password has at most 256 characters. */
export const PASSWORD_LENGTH_LIMIT = 256
/** Rows that one repeating sub-section takes. */
export const REPEATED_ROWS = 200
