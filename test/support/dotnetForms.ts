import { randomUUID } from 'node:crypto'
import type { RawRequest } from './rawHttp.ts'

/** A part of a form: a text, or a file with its content type. */
export type FormPart = string | { readonly bytes: Buffer; readonly contentType: string; readonly fileName: string }

/**
 * A multipart form as the HttpClient of .NET writes it: a quoted boundary, unquoted names, the file name in two
 * spellings, and a content type on every part.
 */
export function dotnetForm(parts: Readonly<Record<string, FormPart>>): Required<Pick<RawRequest, 'body' | 'headers'>> {
  const boundary = randomUUID()
  const chunks = Object.entries(parts).flatMap(([name, part]) => [
    `--${boundary}\r\n${partHeaders(name, part)}\r\n\r\n`,
    typeof part === 'string' ? part : part.bytes,
    '\r\n',
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    body: Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk))),
  }
}

function partHeaders(name: string, part: FormPart): string {
  const disposition = `Content-Disposition: form-data; name=${name}`
  if (typeof part === 'string') return `Content-Type: text/plain; charset=utf-8\r\n${disposition}`
  const { contentType, fileName } = part
  return `Content-Type: ${contentType}\r\n${disposition}; filename=${fileName}; filename*=utf-8''${encodeURIComponent(fileName)}`
}
