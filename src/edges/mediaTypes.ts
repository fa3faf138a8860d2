import { MIMEType } from 'node:util'

/** JSON is UTF-8 (RFC 8259), of which ASCII is a part. */
const JSON_CHARSETS = ['utf-8', 'utf8', 'us-ascii']

/** The media type that a Content-Type names, in lower case, without parameters; empty for none. */
export const mediaTypeOf = (contentType = ''): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** Whether a Content-Type names no charset, or one in which JSON can be written. */
export function hasJsonCharset(contentType = 'application/json'): boolean {
  if (!contentType.includes(';')) return true
  const charset = charsetOf(contentType)
  return charset === null || JSON_CHARSETS.includes(charset.toLowerCase())
}

/** The charset of a media type; null without one and for text that is no media type. */
function charsetOf(contentType: string): string | null {
  try {
    return new MIMEType(contentType).params.get('charset')
  } catch {
    return null
  }
}
