import fc from 'fast-check'
import { type Generator, pick } from '../values.ts'
import { chunked, type Header, type RequestParts, requestBytes } from './httpBytes.ts'

/** Bytes that may be no request: the connection can't be used for another one afterwards. */
export interface BrokenRequest {
  readonly bytes: Buffer
  readonly isCutOff: boolean
}

/** Breaks the syntax or the framing of a request. The client then ends its side, as the server may wait for more. */
export function brokenRequest(g: Generator, { headers = [], ...request }: RequestParts): BrokenRequest {
  const body = Buffer.from(request.body ?? '{}')
  const withFraming = (...framing: Header[]) =>
    requestBytes({ method: 'POST', ...request, headers: [...headers, ...framing], body })
  const whole = requestBytes({ ...request, headers })
  const head = whole.toString('latin1', 0, whole.indexOf('\r\n\r\n'))
  const [firstLine = '', ...lines] = head.split('\r\n')
  const reassembled = (first: string, ...rest: string[]) => Buffer.from([first, ...rest, '', ''].join('\r\n'), 'latin1')
  const length = body.length
  const inChunks = (bytes: Buffer | string) =>
    requestBytes({
      method: 'POST',
      ...request,
      headers: [...headers, ['Transfer-Encoding', 'chunked']],
      body: Buffer.from(bytes),
    })
  const bytes = pick(g, [
    () => whole.subarray(0, g(fc.nat, { max: whole.length })),
    () => withFraming(['Content-Length', String(length + pick(g, [1, 100, 1_000_000]))]),
    () => withFraming(['Content-Length', String(Math.max(0, length - pick(g, [1, 2])))]),
    () => withFraming(['Content-Length', pick(g, ['-1', 'x', '1e3', '0x10', '', '+2', '9'.repeat(30), '2, 2', '2;'])]),
    () => withFraming(['Content-Length', String(length)], ['Content-Length', String(length + 1)]),
    () => withFraming(['Content-Length', String(length)], ['Transfer-Encoding', 'chunked']),
    () =>
      withFraming([
        'Transfer-Encoding',
        pick(g, ['gzip', 'identity', 'xchunked', 'chunked, gzip', 'gzip, chunked', '']),
      ]),
    () => inChunks(chunked(body, pick(g, [1, 7, 1_000]))),
    () => inChunks(chunked(body, 5).subarray(0, -5)),
    () => inChunks(`${pick(g, ['zz', '-1', 'fffffffffffffffff', '5;ext=1', '0x5', ''])}\r\n{}\r\n0\r\n\r\n`),
    () => inChunks(`2\r\n{}\r\n0\r\n${pick(g, ['X-Trailer: 1', 'Content-Length: 5', '__proto__: x', 'bad'])}\r\n\r\n`),
    () => reassembled(firstLine.replace('HTTP/1.1', pick(g, VERSIONS)), ...lines),
    () => reassembled(firstLine.replace(/^\w+/, pick(g, METHODS)), ...lines),
    () => reassembled(firstLine.replace(' ', pick(g, ['  ', '\t', '\0', ''])), ...lines),
    () => reassembled(firstLine, ...lines, pick(g, BAD_LINES)),
    () => reassembled(firstLine, ...lines.filter((line) => !/^host:/i.test(line))),
    () => reassembled(firstLine, ...lines, 'Host: a.test', 'Host: b.test'),
    () => reassembled(firstLine, ...lines, ...Array.from({ length: 2_100 }, (_, at) => `X${at}: y`)),
    () => reassembled(firstLine, ...lines, `X-Long: ${'x'.repeat(pick(g, [15_000, 17_000, 70_000]))}`),
    () => Buffer.from(whole.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    () => Buffer.concat([Buffer.from('\r\n\r\n'), whole]),
    () => Buffer.concat([whole, whole, whole]),
    () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
    () => Buffer.from(g(fc.uint8Array, { minLength: 1, maxLength: 300 })),
  ])()
  return { bytes, isCutOff: true }
}

const METHODS = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PATCH',
  'PROPFIND',
  'get',
  'G\xc4T',
  'CONNECT',
  'BREW',
  '',
  'M-SEARCH',
  'DELETE',
]
const VERSIONS = ['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.9', 'HTTP/1', 'http/1.1', 'HTTPS/1.1', '']
const BAD_LINES = [
  'no colon',
  ': no name',
  'Space : x',
  ' folded: x',
  'X: a\0b',
  'X: a\rb',
  'X: \x01',
  'X\xff: y',
  '__proto__: x',
  'X: \x7f',
  'Content-Length : 5',
]
