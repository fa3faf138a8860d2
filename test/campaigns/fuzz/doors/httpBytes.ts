/** A header by name; a name may repeat. */
export type Header = readonly [name: string, value: string]

export interface RequestParts {
  readonly method?: string
  readonly target: string
  readonly headers?: readonly Header[]
  readonly body?: Buffer | string | undefined
}

/**
 * The bytes of a request, as they are given: nothing is normalised or refused. Adds Host and Content-Length unless the
 * headers have them, or a transfer encoding.
 */
export function requestBytes({ method = 'GET', target, headers = [], body }: RequestParts): Buffer {
  const has = (wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted)
  const isFramed = body === undefined || has('content-length') || has('transfer-encoding')
  const all: readonly Header[] = [
    ...(has('host') ? [] : [['Host', 'plaza.test'] as const]),
    ...headers,
    ...(isFramed ? [] : [['Content-Length', String(Buffer.byteLength(body))] as const]),
  ]
  const head = [`${method} ${target} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body ?? '')])
}

/** A body in chunks of at most `size` bytes. */
export function chunked(body: Buffer, size: number): Buffer {
  const count = Math.ceil(body.length / size)
  const chunks = Array.from({ length: count }, (_, at) => body.subarray(at * size, (at + 1) * size))
  const framed = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...framed, Buffer.from('0\r\n\r\n')])
}

/** The headers of a user's session; none without a token. */
export const sessionHeaders = (token: string): readonly Header[] => (token ? [['Cookie', `auth=${token}`]] : [])
