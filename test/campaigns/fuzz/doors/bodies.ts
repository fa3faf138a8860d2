import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { type Generator, hostileText, hostileValue, pick } from '../values.ts'
import type { Header } from './httpBytes.ts'

export interface HostileBody {
  readonly headers: readonly Header[]
  readonly body: Buffer
}

const JSON_TYPE: Header = ['Content-Type', 'application/json']
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** Malforms a JSON text: by its syntax, its depth, its keys, or the bytes of its characters. */
export function hostileJson(g: Generator, text: string): HostileBody {
  const at = g(fc.nat, { max: text.length })
  const depth = pick(g, [50, 1_000, 20_000])
  const bytes = Buffer.from(text)
  const key = pick(g, ['__proto__', 'constructor', '\\u005f_proto__', 'toString', '', '\\u0000', '\\ud800', 'length'])
  const value = JSON.stringify(hostileValue(g)) ?? 'null'
  const body = pick(g, [
    text.slice(0, at),
    `${text.slice(0, at)}${hostileText(g)}${text.slice(at)}`,
    text.replace(/^\{/, `{"${key}":${value},`),
    text.replace(/^\{(.*)\}$/s, '{$1,$1}'),
    text.replace(/:/, `:${'['.repeat(depth)}`),
    `{"a":${'['.repeat(depth)}1${']'.repeat(depth)}}`,
    `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    `[${text},${text}]`,
    value,
    `{"a":"${pick(g, ['\\ud800', '\\udc00\\ud800', '\\u0000', '\\x', '\t', '\\', '\u2028'])}"}`,
    `{"a":${pick(g, ['NaN', '-', '01', '1e999999', '1.', '0x1', '+1', '1'.repeat(10_000), 'undefined', "'a'"])}}`,
    `${text}${pick(g, [' ', '\0', '}', ',', '//', '/**/', '\n'.repeat(1_000)])}`,
    `{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":${n}`).join(',')}}`,
    `{"a":"${'x'.repeat(pick(g, [60_000, 70_000, 1_050_000]))}"}`,
    Buffer.concat([BOM, bytes]),
    Buffer.concat([bytes.subarray(0, at), Buffer.from(pick(g, BROKEN_UTF8)), bytes.subarray(at)]),
    Buffer.from(text, 'utf16le'),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.alloc(0),
    Buffer.from(g(fc.uint8Array, { maxLength: 200 })),
  ])
  return { headers: [JSON_TYPE], body: Buffer.from(body) }
}

const BROKEN_UTF8 = [
  [0xff],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf8, 0x88, 0x80, 0x80, 0x80],
  [0x80],
  [0xe2, 0x82],
] as const

const BOMB_BYTES = 8 * 1_048_576
/** Compressed once, as that takes longer than an exchange. */
const BOMBS = [
  ['gzip', gzipSync(Buffer.alloc(BOMB_BYTES, 0x5b))],
  ['br', brotliCompressSync(Buffer.alloc(BOMB_BYTES, 0x20))],
  ['deflate', deflateSync(Buffer.concat([Buffer.from('{"a":"'), Buffer.alloc(BOMB_BYTES, 0x61), Buffer.from('"}')]))],
] as const

const COMPRESS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
}

/** Compresses a JSON text rightly, wrongly, incompletely, or as a bomb. */
export function encodedJson(g: Generator, text: string): HostileBody {
  const encoding = pick(g, ['gzip', 'deflate', 'br'])
  const right = COMPRESS[encoding]?.(Buffer.from(text)) ?? Buffer.alloc(0)
  const at = g(fc.nat, { max: right.length - 1 })
  const broken = Buffer.from(right)
  broken[at] = (broken[at] ?? 0) ^ (1 + g(fc.nat, { max: 254 }))
  const other = pick(g, ['gzip', 'deflate', 'br', 'identity', 'x-gzip', 'zstd', 'nonsense', 'gzip, gzip'])
  const [bombEncoding, bomb] = pick(g, BOMBS)
  const [named, body] = pick(g, [
    [encoding, right],
    [encoding, right.subarray(0, at)],
    [encoding, broken],
    [encoding, Buffer.concat([right, right])],
    [encoding, Buffer.concat([right, Buffer.from('trailing')])],
    [encoding, Buffer.alloc(0)],
    [encoding, Buffer.from(text)],
    [other, right],
    ['deflate', deflateRawSync(Buffer.from(text))],
    [encoding.toUpperCase(), right],
    [bombEncoding, bomb],
  ] as const)
  return { headers: [JSON_TYPE, ['Content-Encoding', named]], body }
}

const CHARSETS = [
  'utf-8',
  'UTF8',
  '"utf-8"',
  'utf-16',
  'latin1',
  'nonsense',
  '__proto__',
  '',
  '"',
  "utf-8''",
  'x'.repeat(3_000),
]
const TYPES = [
  'application/json',
  'APPLICATION/JSON',
  'application/merge-patch+json',
  'application/vnd.api+json',
  'text/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/graphql',
  'application/graphql+json',
  'application',
  '/',
  '',
  '*/*',
] as const

/** Declares another media type or charset for a JSON text. */
export const mistypedJson = (g: Generator, text: string): HostileBody => ({
  headers: [['Content-Type', `${pick(g, TYPES)}; charset=${pick(g, CHARSETS)}`]],
  body: Buffer.from(text, pick(g, ['utf8', 'utf8', 'latin1', 'utf16le'] as const)),
})
