/** Escapes the wildcards of LIKE, so that a pattern finds them literally. */
export const escapeLikePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')
