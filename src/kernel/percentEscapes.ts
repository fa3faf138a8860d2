const ESCAPE = /%[0-9A-Fa-f]{2}/g
const MALFORMED_ESCAPE = /%(?![0-9A-Fa-f]{2})/
/** What a segment of a path can hold without an escape (RFC 3986, 3.3). */
const SEGMENT_CHARACTER = /[\w.~!$&'()*+,;=:@-]/

/**
 * Decodes the escapes of characters that need none in a segment of a path, such as `%3A` and `%7E`. All other escapes,
 * such as `%2F` and `%25`, stay; so does a text with a malformed escape, in which decoding could make a new one.
 */
export function decodeSegmentCharacters(text: string): string {
  if (!text.includes('%') || MALFORMED_ESCAPE.test(text)) return text
  return text.replace(ESCAPE, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return SEGMENT_CHARACTER.test(character) ? character : escaped
  })
}
